import { Form, useNavigation } from 'react-router'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { Payout } from '../payouts.contract.ts'
import { PAYOUT_TEXTS } from '../rules.ts'

/** The address at which a payout can be reversed. */
export const reverseAddress = ({ id, employee_id }: Payout): string =>
  `/admin/employee-payouts?${new URLSearchParams({ employee: employee_id, reverse: id })}#reverse`

type ReverseFormProps = {
  payout: Payout
  /** The idempotency key: a reversal that is sent twice is made once. */
  paymentKey: string
  fields: Record<string, string>
  /** The address of the list without this form. */
  list: string
}

/** Asks why a payout is reversed. */
export function ReverseForm({ payout: { id, employee_id, amount_cents, paid_at }, paymentKey, fields, list }: ReverseFormProps) {
  const busy = useNavigation().formData?.get('intent') === 'reverse'
  const sentOnce = useSentOnce(busy, fields)
  return (
    <Card id="reverse">
      <Form method="post" noValidate preventScrollReset onSubmit={sentOnce}>
        <input type="hidden" name="intent" value="reverse" />
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="employee_id" value={employee_id} />
        <input type="hidden" name="key" value={paymentKey} />
        <Stack gap={4}>
          <h2>
            Reverse {showDollars(amount_cents)} of {showDay(paid_at)}?
          </h2>
          <p>A payout of the opposite amount is recorded, and the amount is owed again. The artist is notified by email.</p>
          <TextArea
            label="Reason"
            name="reason"
            rows={2}
            maxLength={1000}
            autoFocus
            check={(typed) => (typed.trim() === '' ? PAYOUT_TEXTS.reason : undefined)}
            error={fields['reason']}
          />
          <Stack row gap={2}>
            <Button type="submit" kind="danger" busy={busy}>
              Reverse payout
            </Button>
            <LinkButton to={list} kind="quiet" preventScrollReset>
              Cancel
            </LinkButton>
          </Stack>
        </Stack>
      </Form>
    </Card>
  )
}
