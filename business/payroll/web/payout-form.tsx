import { Form, useNavigation } from 'react-router'
import { showDollars } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { OpenBalance } from '../payouts.contract.ts'
import { isAmount, METHOD_NAMES, PAYMENT_METHODS, PAYOUT_TEXTS } from '../rules.ts'

const METHODS = PAYMENT_METHODS.map((value) => ({ value, label: METHOD_NAMES[value] }))
const checkAmount = (typed: string) => (isAmount(typed) && Number(typed) > 0 ? undefined : PAYOUT_TEXTS.amount)

type PayoutFormProps = {
  /** Undefined until an employee is selected; submitting the form then shows an error. */
  employee: OpenBalance | undefined
  fields: Record<string, string>
  /** The idempotency key: a payout that is sent twice is recorded once. */
  paymentKey: string
}

export function PayoutForm({ employee, fields, paymentKey }: PayoutFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const sentOnce = useSentOnce(busy, fields)
  return (
    <Form method="post" noValidate preventScrollReset onSubmit={sentOnce}>
      <input type="hidden" name="key" value={paymentKey} />
      <input type="hidden" name="employee_id" value={employee?.employee_id ?? ''} />
      <Stack gap={4}>
        {fields['employee_id'] && <p role="alert">{fields['employee_id']}</p>}
        <TextField
          label="Amount"
          name="amount"
          type="number"
          min={0.01}
          step={0.01}
          numeric
          leading="$"
          hint={employee && `At most ${showDollars(employee.balance_cents)}`}
          check={checkAmount}
          error={fields['amount']}
        />
        <Select
          label="Payment method"
          name="payment_method"
          options={METHODS}
          defaultValue="bank_transfer"
          error={fields['payment_method']}
        />
        <TextField label="Reference number" name="reference_number" maxLength={120} optional error={fields['reference_number']} />
        <TextArea label="Notes" name="notes" rows={3} maxLength={1000} optional error={fields['notes']} />
        <div>
          <Button type="submit" kind="main" busy={busy}>
            Record payout
          </Button>
        </div>
      </Stack>
    </Form>
  )
}
