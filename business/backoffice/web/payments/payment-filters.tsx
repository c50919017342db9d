import { PAYMENT_STATES, PURPOSES } from '#payments/rules.ts'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import type { PaymentFilter } from './payment-filter.ts'
import { PURPOSE_NAMES, STATE_NAMES } from './payment-words.ts'
import css from './payments-page.module.css'

const STATES = [{ value: '', label: 'Any status' }, ...PAYMENT_STATES.map((value) => ({ value, label: STATE_NAMES[value] }))]
const KINDS = [{ value: '', label: 'Everything' }, ...PURPOSES.map((value) => ({ value, label: PURPOSE_NAMES[value] }))]

export function PaymentFilters({ filter }: { filter: PaymentFilter }) {
  const { q, state, purpose, start, end } = filter
  return (
    <FilterForm
      className={css['filters']}
      value={q}
      placeholder="Client, asset, or number"
      clear={Object.values(filter).some(Boolean) && '/admin/payments'}
    >
      {({ chosen, typed }) => (
        <>
          <Select label="Status" name="state" options={STATES} defaultValue={state ?? ''} onChange={chosen} />
          <Select label="Paid for" name="purpose" options={KINDS} defaultValue={purpose ?? ''} onChange={chosen} />
          <TextField label="From" name="start" type="date" defaultValue={start} onChange={typed} />
          <TextField label="Before" name="end" type="date" defaultValue={end} onChange={typed} />
        </>
      )}
    </FilterForm>
  )
}
