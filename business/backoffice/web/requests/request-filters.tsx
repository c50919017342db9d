import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { SHOWN, shownName } from '#requests/web/index.ts'
import css from './employee-field.module.css'
import { EmployeeField } from './employee-field.tsx'
import type { RequestFilter } from './request-filter.ts'

const STATES = [{ value: '', label: 'Any status' }, ...SHOWN.map((value) => ({ value, label: shownName(value) }))]
const ASSIGNED = [
  { value: '', label: 'All' },
  { value: 'none', label: 'Unassigned' },
  { value: 'any', label: 'Assigned' }
]

type RequestFiltersProps = {
  filter: RequestFilter
  /** The label of the employee in the filter. */
  employee: string | undefined
  error: string | undefined
}

export function RequestFilters({ filter, employee, error }: RequestFiltersProps) {
  const { q, status, assigned } = filter
  return (
    <FilterForm
      className={css['filters']}
      value={q}
      placeholder="Title, client, or address"
      clear={Object.values(filter).some(Boolean) && '/admin/requests'}
    >
      {({ chosen }) => (
        <>
          <Select label="Status" name="status" options={STATES} defaultValue={status ?? ''} onChange={chosen} />
          <Select
            label="Assignment"
            name="assigned"
            options={ASSIGNED}
            defaultValue={assigned === 'none' || assigned === 'any' ? assigned : ''}
            onChange={chosen}
          />
          <EmployeeField
            key={employee}
            label="Employee"
            name="employee"
            defaultValue={employee}
            error={error}
            onChosen={({ currentTarget: { form } }) => chosen({ currentTarget: { form } })}
          />
        </>
      )}
    </FilterForm>
  )
}
