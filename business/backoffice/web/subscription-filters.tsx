import { Form } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { Select } from '#platform/web/ui/select.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import { addressOf, type SubscriptionFilter } from './subscription-filter.ts'
import { TYPE_OPTIONS } from './subscription-words.ts'
import css from './subscriptions-page.module.css'

const STATUS_TABS = [
  { status: undefined, label: 'All' },
  { status: 'active', label: 'Active' },
  { status: 'inactive', label: 'Inactive' }
] as const

/** Without JavaScript the button sends it; with it, each choice and each pause in typing does. */
export function SubscriptionFilters({ filter }: { filter: SubscriptionFilter }) {
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
  return (
    <div className={css['bar']}>
      <LinkTabs
        label="Status"
        tabs={STATUS_TABS.map(({ status, label }) => ({ to: addressOf({ ...filter, status }), label, current: filter.status === status }))}
      />
      <Form
        role="search"
        className={css['fields']}
        onSubmit={(event) => {
          event.preventDefault()
          now(event.currentTarget)
        }}
      >
        {filter.status && <input type="hidden" name="status" value={filter.status} />}
        <TextField
          label="Search"
          name="q"
          type="search"
          maxLength={200}
          placeholder="Name, email or plan"
          defaultValue={filter.q}
          leading={<IconSearch size={18} aria-hidden="true" />}
          onChange={({ currentTarget }) => later(currentTarget.form)}
        />
        <Select
          label="Plan type"
          name="plan_type"
          options={[{ value: '', label: 'Any type' }, ...TYPE_OPTIONS]}
          defaultValue={filter.plan_type ?? ''}
          onChange={({ currentTarget }) => now(currentTarget.form)}
        />
        <noscript>
          <Button type="submit">Apply</Button>
        </noscript>
      </Form>
    </div>
  )
}
