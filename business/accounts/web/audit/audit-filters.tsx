import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { AUDIT_AREAS, type AuditArea } from '../../audit.rules.ts'
import { GRANT_TEXTS } from '../../rules.ts'
import css from './audit-log.module.css'
import { actionLabel } from './audit-sentence.ts'

type Filter = {
  q: string
  action: string
  area: AuditArea | undefined
  person: string | undefined
  start: string | undefined
  end: string | undefined
}

const AREAS = [{ value: '', label: 'All areas' }, ...AUDIT_AREAS.map((value) => ({ value, label: GRANT_TEXTS[value].label }))]

export function AuditFilters({ filter, actions }: { filter: Filter; actions: readonly string[] }) {
  const { q, action, area, person, start, end } = filter
  const options = [{ value: '', label: 'All actions' }, ...actions.map((value) => ({ value, label: actionLabel(value) }))]
  return (
    <FilterForm
      className={css['filters']}
      value={q}
      kept={{ person }}
      placeholder="Name, email, id or detail"
      clear={Object.values(filter).some(Boolean) && '/admin/audit-log'}
    >
      {({ chosen, typed }) => (
        <>
          <Select label="Area" name="area" options={AREAS} defaultValue={area ?? ''} onChange={chosen} />
          <Select label="Action" name="action" options={options} defaultValue={action} onChange={chosen} />
          <TextField label="From" name="start" type="date" defaultValue={start} onChange={typed} />
          <TextField label="Before" name="end" type="date" defaultValue={end} onChange={typed} />
        </>
      )}
    </FilterForm>
  )
}
