import { Form, useSubmit } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { PAYOUT_SORTS, type PayoutSort } from '../rules.ts'
import css from './payouts-page.module.css'

const NAMES = { newest: 'Newest', oldest: 'Oldest', amount: 'Largest amount' } as const
const OPTIONS = PAYOUT_SORTS.map((value) => ({ value, label: NAMES[value] }))

/** Selecting an option sorts immediately. The button is for browsers without JavaScript. */
export function PayoutSortForm({ employee, sort }: { employee: string; sort: PayoutSort }) {
  const submit = useSubmit()
  return (
    <Form className={css['sort']} onChange={({ currentTarget }) => void submit(currentTarget, { replace: true, preventScrollReset: true })}>
      <input type="hidden" name="employee" value={employee} />
      <Select key={sort} label="Sort" name="sort" options={OPTIONS} defaultValue={sort} />
      <noscript>
        <Button type="submit">Apply</Button>
      </noscript>
    </Form>
  )
}
