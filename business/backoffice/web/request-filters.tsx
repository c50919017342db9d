import { Form } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { type Option, Select } from '#platform/web/ui/select.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import { SHOWN, shownName } from '#requests/web/index.ts'
import type { RequestFilter } from './request-filter.ts'
import css from './requests-page.module.css'

const STATES = [{ value: '', label: 'Any status' }, ...SHOWN.map((value) => ({ value, label: shownName(value) }))]
const ASSIGNED = [
  { value: '', label: 'Anybody or nobody' },
  { value: 'none', label: 'Nobody' },
  { value: 'any', label: 'Anybody' }
]

/** Without JavaScript the button sends it; with it, each choice and each pause in typing does. */
export function RequestFilters({ filter, employees }: { filter: RequestFilter; employees: readonly Option[] }) {
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
  return (
    <Form
      role="search"
      className={css['filters']}
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
        placeholder="Title, client or address"
        defaultValue={filter.q}
        leading={<IconSearch size={18} aria-hidden="true" />}
        onChange={({ currentTarget }) => later(currentTarget.form)}
      />
      <Select
        label="Status"
        name="status"
        options={STATES}
        defaultValue={filter.status ?? ''}
        onChange={({ currentTarget }) => now(currentTarget.form)}
      />
      <Select
        label="Assigned to"
        name="assigned"
        options={[...ASSIGNED, ...employees]}
        defaultValue={filter.assigned ?? ''}
        onChange={({ currentTarget }) => now(currentTarget.form)}
      />
      {Object.values(filter).some(Boolean) && (
        <LinkButton to="/admin/requests" kind="quiet" reloadDocument>
          Clear
        </LinkButton>
      )}
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  )
}
