import { Form } from 'react-router'
import { showNumber } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { Select } from '#platform/web/ui/select.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import { APPLICANT_STATES, type ApplicantState, STATE_TONES, STATE_WORDS } from '../rules.ts'
import { type ApplicantFilter, SEARCH_DEBOUNCE_MS } from './applicant-filter.ts'
import css from './applicants-page.module.css'

const OPTIONS = [{ value: '', label: 'All statuses' }, ...APPLICANT_STATES.map((value) => ({ value, label: STATE_WORDS[value] }))]

type ApplicantFiltersProps = { filter: ApplicantFilter; counts: Readonly<Record<ApplicantState, number>> }

/** Without JavaScript the button sends it; with it, each choice and each pause in typing does. */
export function ApplicantFilters({ filter, counts }: ApplicantFiltersProps) {
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
  return (
    <div className={css['bar']}>
      <ul className={css['counts']} aria-label="Applicants by status">
        {APPLICANT_STATES.map((status) => (
          <li key={status}>
            <Badge tone={STATE_TONES[status]}>{STATE_WORDS[status]}</Badge> <strong>{showNumber(counts[status])}</strong>
          </li>
        ))}
      </ul>
      <Form
        role="search"
        className={css['search']}
        onSubmit={(event) => {
          event.preventDefault()
          now(event.currentTarget)
        }}
      >
        <TextField
          label="Search"
          name="q"
          type="search"
          maxLength={200}
          placeholder="Name, email, phone, location or skill"
          defaultValue={filter.q}
          leading={<IconSearch size={18} aria-hidden="true" />}
          onChange={({ currentTarget }) => later(currentTarget.form)}
        />
        <Select
          label="Status"
          name="status"
          options={OPTIONS}
          defaultValue={filter.status ?? ''}
          onChange={({ currentTarget }) => now(currentTarget.form)}
        />
        <noscript>
          <Button type="submit">Apply</Button>
        </noscript>
      </Form>
    </div>
  )
}
