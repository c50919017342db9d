import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { REQUESTS_PAGE_SIZE } from '../rules.ts'
import { PAGE_SIZES, type RequestFilter } from './request-filter.ts'
import { SHOWN, shownName } from './request-words.ts'
import css from './requests-page.module.css'

const STATES = [{ value: '', label: 'Any status' }, ...SHOWN.map((value) => ({ value, label: shownName(value) }))]
const SIZES = PAGE_SIZES.map((size) => ({ value: String(size), label: `${size} per page` }))

export function RequestFilters({ filter: { search, status, page_size = REQUESTS_PAGE_SIZE } }: { filter: RequestFilter }) {
  return (
    <FilterForm
      className={css['filters']}
      name="search"
      value={search}
      placeholder="Title or description"
      clear={(search || status) && '/custom-requests'}
    >
      {({ chosen }) => (
        <>
          <Select label="Status" name="status" options={STATES} defaultValue={status ?? ''} onChange={chosen} />
          <Select label="Page size" name="page_size" options={SIZES} defaultValue={String(page_size)} onChange={chosen} />
        </>
      )}
    </FilterForm>
  )
}
