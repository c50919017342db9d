import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import css from './audit-log.module.css'
import { actionLabel } from './audit-sentence.ts'

type Filter = { q: string; action: string; start: string | undefined; end: string | undefined }

export function AuditFilters({ filter, actions }: { filter: Filter; actions: readonly string[] }) {
  const { q, action, start, end } = filter
  const options = [{ value: '', label: 'All actions' }, ...actions.map((value) => ({ value, label: actionLabel(value) }))]
  return (
    <FilterForm
      className={css['filters']}
      value={q}
      placeholder="Name, email, id or detail"
      clear={Object.values(filter).some(Boolean) && '/admin/audit-log'}
    >
      {({ chosen, typed }) => (
        <>
          <Select label="Action" name="action" options={options} defaultValue={action} onChange={chosen} />
          <TextField label="From" name="start" type="date" defaultValue={start} onChange={typed} />
          <TextField label="Before" name="end" type="date" defaultValue={end} onChange={typed} />
        </>
      )}
    </FilterForm>
  )
}
