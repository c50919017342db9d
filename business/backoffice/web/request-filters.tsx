import { FilterForm } from '#platform/web/ui/filter-form.tsx'
import { type Option, Select } from '#platform/web/ui/select.tsx'
import { requestsCss, SHOWN, shownName } from '#requests/web/index.ts'
import type { RequestFilter } from './request-filter.ts'

const STATES = [{ value: '', label: 'Any status' }, ...SHOWN.map((value) => ({ value, label: shownName(value) }))]
const ASSIGNED = [
  { value: '', label: 'Anybody or nobody' },
  { value: 'none', label: 'Nobody' },
  { value: 'any', label: 'Anybody' }
]

export function RequestFilters({ filter, employees }: { filter: RequestFilter; employees: readonly Option[] }) {
  const { q, status, assigned } = filter
  return (
    <FilterForm
      className={requestsCss['filters']}
      value={q}
      placeholder="Title, client or address"
      clear={Object.values(filter).some(Boolean) && '/admin/requests'}
    >
      {({ chosen }) => (
        <>
          <Select label="Status" name="status" options={STATES} defaultValue={status ?? ''} onChange={chosen} />
          <Select
            label="Assigned to"
            name="assigned"
            options={[...ASSIGNED, ...employees]}
            defaultValue={assigned ?? ''}
            onChange={chosen}
          />
        </>
      )}
    </FilterForm>
  )
}
