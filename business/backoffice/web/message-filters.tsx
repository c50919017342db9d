import { Form } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { CONTACT_STATES } from '#help/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import { addressOf, type MessageFilter } from './message-filter.ts'
import css from './messages-page.module.css'

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

/** Without JavaScript the button sends it; with it, each pause in typing does. */
export function MessageFilters({ filter }: { filter: MessageFilter }) {
  const { later, now } = useDebouncedSubmit(SEARCH_DEBOUNCE_MS)
  return (
    <Form
      role="search"
      className={css['search']}
      onSubmit={(event) => {
        event.preventDefault()
        now(event.currentTarget)
      }}
    >
      {filter.state && <input type="hidden" name="state" value={filter.state} />}
      <TextField
        label="Search"
        name="q"
        type="search"
        maxLength={200}
        placeholder="Name, address or words"
        defaultValue={filter.q}
        leading={<IconSearch size={18} aria-hidden="true" />}
        onChange={({ currentTarget }) => later(currentTarget.form)}
      />
      <noscript>
        <Button type="submit">Search</Button>
      </noscript>
    </Form>
  )
}
