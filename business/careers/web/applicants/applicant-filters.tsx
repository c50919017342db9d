import { showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { APPLICANT_SORTS, APPLICANT_STATES, type ApplicantState, STATE_LABELS, STATE_TONES } from '../../rules.ts'
import type { ApplicantFilter } from './applicant-filter.ts'
import css from './applicants-page.module.css'

const OPTIONS = [{ value: '', label: 'All statuses' }, ...APPLICANT_STATES.map((value) => ({ value, label: STATE_LABELS[value] }))]
const SORT_NAMES = { newest: 'Newest', oldest: 'Oldest', name: 'Last name' } as const
const SORTS = APPLICANT_SORTS.map((value) => ({ value, label: SORT_NAMES[value] }))

type ApplicantFiltersProps = { filter: ApplicantFilter; counts: Readonly<Record<ApplicantState, number>> }

export function ApplicantFilters({ filter, counts }: ApplicantFiltersProps) {
  return (
    <div className={css['bar']}>
      <ul className={css['counts']} aria-label="Applicants by status">
        {APPLICANT_STATES.map((status) => (
          <li key={status}>
            <Badge tone={STATE_TONES[status]}>{STATE_LABELS[status]}</Badge> <strong>{showNumber(counts[status])}</strong>
          </li>
        ))}
      </ul>
      <FilterForm className={css['search']} value={filter.q} placeholder="Name, email, phone, location or skill">
        {({ chosen }) => (
          <>
            <Select label="Status" name="status" options={OPTIONS} defaultValue={filter.status ?? ''} onChange={chosen} />
            <Select label="Sort" name="sort" options={SORTS} defaultValue={filter.sort} onChange={chosen} />
          </>
        )}
      </FilterForm>
    </div>
  )
}
