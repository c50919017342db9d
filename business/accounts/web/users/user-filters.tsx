import { addressWith } from '#platform/web/list-address.ts'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import type { Role } from '../../rules.ts'
import css from '../filters.module.css'

type Filter = { q: string; role: Role | undefined; status: 'active' | 'inactive' | undefined }

const ROLE_TABS: { role: Role | undefined; label: string }[] = [
  { role: undefined, label: 'Everyone' },
  { role: 'client', label: 'Clients' },
  { role: 'employee', label: 'Employees' },
  { role: 'admin', label: 'Admins' }
]

const STATUS_OPTIONS = [
  { value: '', label: 'Any status' },
  { value: 'active', label: 'Active' },
  { value: 'inactive', label: 'Inactive' }
]

export function UserFilters({ filter }: { filter: Filter }) {
  return (
    <div className={css['bar']}>
      <LinkTabs
        label="Role"
        tabs={ROLE_TABS.map(({ role, label }) => ({
          to: addressWith('', { q: filter.q, status: filter.status, role }),
          label,
          current: filter.role === role
        }))}
      />
      <FilterForm className={css['fields']} value={filter.q} placeholder="Name or email" kept={{ role: filter.role }}>
        {({ chosen }) => (
          <Select label="Status" name="status" options={STATUS_OPTIONS} defaultValue={filter.status ?? ''} onChange={chosen} />
        )}
      </FilterForm>
    </div>
  )
}
