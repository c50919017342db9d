import { useId } from 'react'
import { Form, useNavigation } from 'react-router'
import { BUSINESS_ZONE } from '#platform/contract/zone.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { typedMoment } from '#platform/web/zone-time.ts'
import { COMMON_CATEGORIES, DEFAULT_CATEGORY, EXPENSE_TEXTS, isAmount } from '../rules.ts'
import type { Outcome } from './expense-actions.ts'
import { useZone } from './use-zone.ts'

type ExpenseFormProps = {
  outcome: Outcome | undefined
  /** The Idempotency-Key: the form can be submitted twice and books one expense. */
  idempotencyKey: string
  now: string
}

/** Keeps the typed values when the server refuses them, also without JavaScript. */
export function ExpenseForm({ outcome, idempotencyKey, now }: ExpenseFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const sentOnce = useSentOnce(busy, outcome)
  const zone = useZone()
  const categories = useId()
  const { fields = {}, typed = {} } = outcome ?? {}
  return (
    <Form method="post" noValidate preventScrollReset onSubmit={sentOnce}>
      <input type="hidden" name="key" value={idempotencyKey} />
      <input type="hidden" name="zone" value={zone} />
      <Stack gap={4}>
        <TextField
          key={zone}
          label="Date and time"
          name="typed_at"
          type="datetime-local"
          defaultValue={typed['typed_at'] ?? typedMoment(now, zone)}
          hint={zone === BUSINESS_ZONE ? 'California time' : `Your time (${zone.replaceAll('_', ' ')})`}
          check={(value) => (value === '' ? EXPENSE_TEXTS.occurred_at : undefined)}
          error={fields['occurred_at']}
        />
        <TextField
          label="Category"
          name="category"
          maxLength={60}
          list={categories}
          defaultValue={typed['category'] ?? DEFAULT_CATEGORY}
          check={(value) => (value.trim() === '' ? EXPENSE_TEXTS.category : undefined)}
          error={fields['category']}
        />
        <datalist id={categories}>
          {COMMON_CATEGORIES.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
        <TextField label="Project" name="project" maxLength={120} optional defaultValue={typed['project']} error={fields['project']} />
        <TextField
          label="Amount (USD)"
          name="amount"
          type="number"
          min={0}
          step={0.01}
          numeric
          leading="$"
          defaultValue={typed['amount']}
          check={(value) => (isAmount(value) ? undefined : EXPENSE_TEXTS.amount)}
          error={fields['amount']}
        />
        <TextArea
          label="Description"
          name="description"
          rows={3}
          maxLength={500}
          optional
          defaultValue={typed['description']}
          error={fields['description']}
        />
        <div>
          <Button type="submit" kind="main" busy={busy}>
            Save Expense
          </Button>
        </div>
      </Stack>
    </Form>
  )
}
