import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { addressOf, type SubscriptionFilter } from './subscription-filter.ts'
import { TYPE_OPTIONS } from './subscription-words.ts'
import css from './subscriptions-page.module.css'

const STATUS_TABS = [
  { status: undefined, label: 'All' },
  { status: 'active', label: 'Active' },
  { status: 'inactive', label: 'Inactive' }
] as const

export function SubscriptionFilters({ filter }: { filter: SubscriptionFilter }) {
  return (
    <div className={css['bar']}>
      <LinkTabs
        label="Status"
        tabs={STATUS_TABS.map(({ status, label }) => ({ to: addressOf({ ...filter, status }), label, current: filter.status === status }))}
      />
      <FilterForm className={css['fields']} value={filter.q} placeholder="Name, email, or plan" kept={{ status: filter.status }}>
        {({ chosen }) => (
          <Select
            label="Plan type"
            name="plan_type"
            options={[{ value: '', label: 'Any type' }, ...TYPE_OPTIONS]}
            defaultValue={filter.plan_type ?? ''}
            onChange={chosen}
          />
        )}
      </FilterForm>
    </div>
  )
}
