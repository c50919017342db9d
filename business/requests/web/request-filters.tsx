import { Form } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { Select } from '#platform/web/ui/select.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import { REQUESTS_PAGE_SIZE } from '../rules.ts'
import { PAGE_SIZES, type RequestFilter } from './request-filter.ts'
import { SHOWN, shownName } from './request-words.ts'
import css from './requests-page.module.css'

const STATES = [{ value: '', label: 'Any status' }, ...SHOWN.map((value) => ({ value, label: shownName(value) }))]
const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }))

/** Without JavaScript the button sends it; with it, each choice and each pause in typing does. */
export function RequestFilters({ filter }: { filter: RequestFilter }) {
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
        name="search"
        type="search"
        maxLength={200}
        placeholder="Title or description"
        defaultValue={filter.search}
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
        label="Page size"
        name="page_size"
        options={SIZES}
        defaultValue={String(filter.page_size ?? REQUESTS_PAGE_SIZE)}
        onChange={({ currentTarget }) => now(currentTarget.form)}
      />
      {(filter.search || filter.status) && (
        <LinkButton to="/custom-requests" kind="quiet" reloadDocument>
          Clear
        </LinkButton>
      )}
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  )
}
