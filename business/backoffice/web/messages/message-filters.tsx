import { CONTACT_STATES } from '#help/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import css from '../list-bar.module.css'
import { addressOf, type MessageFilter } from './message-filter.ts'

const NAMES = { open: 'Open', done: 'Done', spam: 'Spam' } as const

type Counts = Record<keyof typeof NAMES, number>

export function MessageTabs({ filter, counts }: { filter: MessageFilter; counts: Counts }) {
  const states = CONTACT_STATES.map((state) => ({ state, label: `${NAMES[state]} (${showNumber(counts[state])})` }))
  const tabs = [{ state: undefined, label: 'All' }, ...states]
  return (
    <LinkTabs
      label="State"
      tabs={tabs.map(({ state, label }) => ({ to: addressOf({ ...filter, state }), label, current: filter.state === state }))}
    />
  )
}

export const MessageFilters = ({ filter: { q, state } }: { filter: MessageFilter }) => (
  <FilterForm className={css['search']} value={q} placeholder="Name, email, or text" kept={{ state }} />
)
