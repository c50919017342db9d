import { Form } from 'react-router'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { Select } from '#platform/web/ui/select.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import css from './audit-log.module.css'
import { actionLabel } from './audit-words.ts'
import { SEARCH_DEBOUNCE_MS } from './filter.ts'

type Filter = { q: string; action: string; start: string | undefined; end: string | undefined }

/** Without JavaScript the button sends it; with it, each choice and each pause in typing does. */
export function AuditFilters({ filter, actions }: { filter: Filter; actions: readonly string[] }) {
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
  const isFiltered = Object.values(filter).some(Boolean)
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
        placeholder="Name, email, id or detail"
        defaultValue={filter.q}
        leading={<IconSearch size={18} aria-hidden="true" />}
        onChange={({ currentTarget }) => later(currentTarget.form)}
      />
      <Select
        label="Action"
        name="action"
        options={[{ value: '', label: 'All actions' }, ...actions.map((value) => ({ value, label: actionLabel(value) }))]}
        defaultValue={filter.action}
        onChange={({ currentTarget }) => now(currentTarget.form)}
      />
      <TextField
        label="From"
        name="start"
        type="date"
        defaultValue={filter.start}
        onChange={({ currentTarget }) => later(currentTarget.form)}
      />
      <TextField
        label="Before"
        name="end"
        type="date"
        defaultValue={filter.end}
        onChange={({ currentTarget }) => later(currentTarget.form)}
      />
      {isFiltered && (
        <LinkButton to="/admin/audit-log" kind="quiet" reloadDocument>
          Clear
        </LinkButton>
      )}
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  )
}
