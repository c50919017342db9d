import { Form } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { PAYMENT_STATES, PURPOSES } from '#payments/rules.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { Select } from '#platform/web/ui/select.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { useDebouncedSubmit } from '#platform/web/use-debounced-submit.ts'
import type { PaymentFilter } from './payment-filter.ts'
import { PURPOSE_NAMES, STATE_NAMES } from './payment-words.ts'
import css from './payments-page.module.css'

const STATES = [{ value: '', label: 'Any status' }, ...PAYMENT_STATES.map((value) => ({ value, label: STATE_NAMES[value] }))]
const KINDS = [{ value: '', label: 'Everything' }, ...PURPOSES.map((value) => ({ value, label: PURPOSE_NAMES[value] }))]

/** Without JavaScript the button sends it; with it, each choice and each pause in typing does. */
export function PaymentFilters({ filter }: { filter: PaymentFilter }) {
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
        placeholder="Client, asset or number"
        defaultValue={filter.q}
        leading={<IconSearch size={18} aria-hidden="true" />}
        onChange={({ currentTarget }) => later(currentTarget.form)}
      />
      <Select
        label="Status"
        name="state"
        options={STATES}
        defaultValue={filter.state ?? ''}
        onChange={({ currentTarget }) => now(currentTarget.form)}
      />
      <Select
        label="Paid for"
        name="purpose"
        options={KINDS}
        defaultValue={filter.purpose ?? ''}
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
      {Object.values(filter).some(Boolean) && (
        <LinkButton to="/admin/payments" kind="quiet" reloadDocument>
          Clear
        </LinkButton>
      )}
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  )
}
