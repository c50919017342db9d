import { type FormEvent, useEffect, useRef } from 'react'
import { Form } from 'react-router'
import { CATEGORIES, categoryLabel, FREE_FILTERS, SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import { useTypedBefore } from '#platform/web/use-typed-before.ts'
import { type AssetFilter, countChosen, DESK_SORTS, DESK_STATUSES } from './asset-filter.ts'
import css from './asset-filters.module.css'

const optionsOf = (label: string, values: readonly string[], show = categoryLabel) => [
  { value: '', label },
  ...values.map((value) => ({ value, label: show(value) }))
]
const FREE_LABELS: Record<string, string> = { 'free-now': 'Free now', 'free-scheduled': 'Free scheduled', 'not-free': 'Not free' }

const CATEGORY_OPTIONS = optionsOf('All categories', CATEGORIES)
const FREE_OPTIONS = optionsOf('Free or not', FREE_FILTERS, (value) => FREE_LABELS[value] ?? value)
const STATUS_OPTIONS = optionsOf('Any status', DESK_STATUSES, (value) => categoryLabel(value.replace('_', ' ')))
const SORT_OPTIONS = DESK_SORTS.map((value) => ({ value, label: categoryLabel(value) }))

const SHEET = 'asset-filters'

/** The search and its filters, which open as a popover on phones. They apply on each choice and pause in typing, or with a button without JavaScript. */
export function AssetFilters({ filter, count }: { filter: AssetFilter; count: string }) {
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
  const choose = ({ currentTarget }: { currentTarget: HTMLSelectElement }) => now(currentTarget.form)
  const chosen = countChosen(filter)
  const form = useSyncedFields(filter)
  useTypedBefore(form, () => later(form.current))
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    now(event.currentTarget)
  }
  return (
    <Form ref={form} role="search" className={css['filters']} onSubmit={send}>
      <TextField
        label="Search"
        name="q"
        type="search"
        maxLength={200}
        placeholder="Title or tag"
        defaultValue={filter.q}
        leading={<IconSearch size={18} aria-hidden="true" />}
        onChange={({ currentTarget }) => later(currentTarget.form)}
      />
      <Button type="button" className={css['open']} popoverTarget={SHEET}>
        {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
      </Button>
      <div id={SHEET} popover="auto" className={css['sheet']}>
        <Select label="Category" name="category" options={CATEGORY_OPTIONS} defaultValue={filter.category ?? ''} onChange={choose} />
        <Select label="Free" name="free" options={FREE_OPTIONS} defaultValue={filter.free ?? ''} onChange={choose} />
        <Select label="Status" name="status" options={STATUS_OPTIONS} defaultValue={filter.status ?? ''} onChange={choose} />
        <TextField
          label="Tag"
          name="tag"
          maxLength={50}
          defaultValue={filter.tag}
          onChange={({ currentTarget }) => later(currentTarget.form)}
        />
        <Select label="Sort" name="sort" options={SORT_OPTIONS} defaultValue={filter.sort} onChange={choose} />
        <div className={css['foot']}>
          <LinkButton to="/all-assets" kind="quiet">
            Clear all
          </LinkButton>
          <Button type="button" kind="main" popoverTarget={SHEET} popoverTargetAction="hide">
            Show {count}
          </Button>
        </div>
      </div>
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  )
}

/** Keeps the fields in sync when navigation changes the filters, except for the focused field. */
function useSyncedFields(filter: AssetFilter) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    for (const [name, value] of Object.entries(filter)) {
      const field = form.current?.elements.namedItem(name)
      const isField = field instanceof HTMLInputElement || field instanceof HTMLSelectElement
      if (isField && field !== document.activeElement) field.value = value ?? ''
    }
  }, [filter])
  return form
}
