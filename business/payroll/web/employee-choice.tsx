import { Form, useSubmit } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import type { OpenBalance } from '../payouts.contract.ts'
import css from './payouts-page.module.css'

/** Selecting an option applies it immediately. The button is for browsers without JavaScript. */
export function EmployeeChoice({ balances, chosen }: { balances: OpenBalance[]; chosen: string | undefined }) {
  const submit = useSubmit()
  const options = balances.map(({ employee_id, employee_name, balance_cents }) => ({
    value: employee_id,
    label: `${employee_name}: ${showDollars(balance_cents)}`
  }))
  return (
    <Form className={css['choice']} onChange={({ currentTarget }) => void submit(currentTarget, { preventScrollReset: true })}>
      <Select
        key={chosen ?? 'none'}
        label="Employee"
        name="employee"
        options={[{ value: '', label: 'Choose an employee' }, ...options]}
        defaultValue={chosen ?? ''}
      />
      <noscript>
        <Button type="submit">Show</Button>
      </noscript>
      {chosen && (
        <LinkButton to="/admin/employee-payouts" kind="quiet" preventScrollReset>
          All balances
        </LinkButton>
      )}
    </Form>
  )
}
