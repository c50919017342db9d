import { Form } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { Select } from '#platform/web/ui/select.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import type { Role } from '../rules.ts'
import { addressOf, SEARCH_DEBOUNCE_MS } from './filter.ts'
import css from './filters.module.css'

type Filter = { q: string; role?: Role; status?: 'active' | 'inactive' }

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

/** Without JavaScript the button sends it; with it, each choice and each pause in typing does. */
export function UserFilters({ filter }: { filter: Filter }) {
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
  return (
    <div className={css['bar']}>
      <LinkTabs
        label="Role"
        tabs={ROLE_TABS.map(({ role, label }) => ({
          to: addressOf({ q: filter.q, status: filter.status, role }),
          label,
          current: filter.role === role
        }))}
      />
      <Form
        role="search"
        className={css['fields']}
        onSubmit={(event) => {
          event.preventDefault()
          now(event.currentTarget)
        }}
      >
        {filter.role && <input type="hidden" name="role" value={filter.role} />}
        <TextField
          label="Search"
          name="q"
          type="search"
          maxLength={200}
          placeholder="Name or email"
          defaultValue={filter.q}
          leading={<IconSearch size={18} aria-hidden="true" />}
          onChange={({ currentTarget }) => later(currentTarget.form)}
        />
        <Select
          label="Status"
          name="status"
          options={STATUS_OPTIONS}
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
