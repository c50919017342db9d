import { useEffect } from 'react'
import { Form, useNavigation } from 'react-router'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { TextArea } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { Expense } from '../contract.ts'
import { EXPENSE_TEXTS, REASON_MAX } from '../rules.ts'
import type { Outcome } from './expense-actions.ts'

const REASON = 'reason'

/** Asks for a reason and explains what will be booked. */
export function ReverseForm({ expense, outcome, back }: { expense: Expense; outcome: Outcome | undefined; back: string }) {
  const busy = useNavigation().formMethod === 'POST'
  const sentOnce = useSentOnce(busy, outcome)
  useEffect(() => document.getElementById(REASON)?.focus(), [])
  const { fields = {}, typed = {} } = outcome ?? {}
  return (
    <Form method="post" noValidate preventScrollReset onSubmit={sentOnce}>
      <input type="hidden" name="reverse" value={expense.id} />
      <Stack gap={4}>
        <p>
          <strong>
            {showDollars(expense.amount_cents)}, {expense.description || expense.category}
          </strong>{' '}
          on {showDay(expense.occurred_at)} stays in the list, struck through. The opposite amount is booked today. This cannot be undone.
        </p>
        <TextArea
          id={REASON}
          label="Reason"
          name="reason"
          rows={3}
          maxLength={REASON_MAX}
          defaultValue={typed['reason']}
          check={(value) => (value.trim() === '' ? EXPENSE_TEXTS.reason : undefined)}
          error={fields['reason']}
        />
        <Stack row gap={2}>
          <Button type="submit" kind="danger" busy={busy}>
            Reverse
          </Button>
          <LinkButton to={back} preventScrollReset>
            Cancel
          </LinkButton>
        </Stack>
      </Stack>
    </Form>
  )
}
