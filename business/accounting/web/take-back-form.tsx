import { useEffect } from 'react'
import { Form, useNavigation } from 'react-router'
import { showDay, showDollars } from '#platform/web/show.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { TextArea } from '#platform/web/ui/text-field.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { Expense } from '../contract.ts'
import { EXPENSE_WORDS, REASON_MOST } from '../rules.ts'
import type { Outcome } from './expense-deeds.ts'

const REASON = 'reason'

/** Asks why, and says what will stand in the book. */
export function TakeBackForm({ expense, outcome, back }: { expense: Expense; outcome: Outcome | undefined; back: string }) {
  const busy = useNavigation().formMethod === 'POST'
  const sentOnce = useSentOnce(busy, outcome)
  useEffect(() => document.getElementById(REASON)?.focus(), [])
  const { fields = {}, typed = {} } = outcome ?? {}
  return (
    <Form method="post" noValidate preventScrollReset onSubmit={sentOnce}>
      <input type="hidden" name="take_back" value={expense.id} />
      <Stack gap={4}>
        <p>
          <strong>
            {showDollars(expense.amount_cents)}, {expense.description || expense.category}
          </strong>{' '}
          of {showDay(expense.occurred_at)} stays in the list, struck through. The opposite amount is booked today. This cannot be undone.
        </p>
        <TextArea
          id={REASON}
          label="Reason"
          name="reason"
          rows={3}
          maxLength={REASON_MOST}
          defaultValue={typed['reason']}
          check={(value) => (value.trim() === '' ? EXPENSE_WORDS.reason : undefined)}
          error={fields['reason']}
        />
        <Stack row gap={2}>
          <Button type="submit" kind="danger" busy={busy}>
            Take back
          </Button>
          <LinkButton to={back} preventScrollReset>
            Cancel
          </LinkButton>
        </Stack>
      </Stack>
    </Form>
  )
}
