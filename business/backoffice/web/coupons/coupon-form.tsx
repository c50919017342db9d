import { Form, useNavigation } from 'react-router'
import { CATEGORIES } from '#catalogue/rules.ts'
import { APPLIES_NAMES, APPLIES_TO } from '#coupons/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { TypedTerms } from './coupon-terms.ts'
import css from './coupons-page.module.css'

type Props = { terms: TypedTerms; button: string; fields: Record<string, string> }

const KINDS = [
  { value: 'percent', label: 'Percent' },
  { value: 'amount', label: 'Dollars' }
]
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Makes a coupon or changes its terms. */
export function CouponForm({ terms, button, fields }: Props) {
  const busy = useNavigation().formData?.get('intent') === 'terms'
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="intent" value="terms" />
      <Stack gap={4}>
        {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
        <TextField
          label="Code"
          name="code"
          maxLength={40}
          autoComplete="off"
          defaultValue={terms.code}
          error={fields['code']}
          hint="3 to 40 letters, digits, dashes, and underscores. Capitals do not matter."
        />
        <div className={css['pair']}>
          <TextField
            label="Discount"
            name="off"
            inputMode="decimal"
            numeric
            autoComplete="off"
            defaultValue={terms.off}
            error={fields['percent'] ?? fields['amount']}
          />
          <Select label="In" name="kind" options={KINDS} defaultValue={terms.kind} />
        </div>
        <Select
          label="For"
          name="applies_to"
          options={APPLIES_TO.map((value) => ({ value, label: APPLIES_NAMES[value] }))}
          defaultValue={terms.applies_to}
          error={fields['applies_to']}
        />
        <Select
          label="Category of licenses"
          name="category"
          options={[{ value: '', label: 'All' }, ...CATEGORIES.map((value) => ({ value, label: capital(value) }))]}
          defaultValue={terms.category}
          error={fields['category']}
        />
        <TextField
          label="Payments of a plan"
          name="plan_payments"
          autoComplete="off"
          defaultValue={terms.plan_payments}
          error={fields['plan_payments']}
          hint="How many of its payments are cheaper: a number, or “all”. A plan starts with a payment, so the discount must be less than its price."
        />
        <Limits terms={terms} fields={fields} />
        <Stack row gap={2}>
          <Button type="submit" kind="main" busy={busy}>
            {button}
          </Button>
        </Stack>
      </Stack>
    </Form>
  )
}

const ZONE = 'California time'

function Limits({ terms, fields }: Omit<Props, 'button'>) {
  return (
    <>
      <div className={css['dates']}>
        <TextField
          label="Starts"
          name="starts_at"
          type="datetime-local"
          optional
          defaultValue={terms.starts_at}
          error={fields['starts_at']}
          hint={ZONE}
        />
        <TextField
          label="Ends"
          name="ends_at"
          type="datetime-local"
          optional
          defaultValue={terms.ends_at}
          error={fields['ends_at']}
          hint={ZONE}
        />
      </div>
      <div className={css['counts']}>
        <TextField
          label="Uses in total"
          name="max_uses"
          inputMode="numeric"
          numeric
          optional
          autoComplete="off"
          defaultValue={terms.max_uses}
          error={fields['max_uses']}
        />
        <TextField
          label="Uses per person"
          name="max_uses_per_person"
          inputMode="numeric"
          numeric
          optional
          autoComplete="off"
          defaultValue={terms.max_uses_per_person}
          error={fields['max_uses_per_person']}
        />
      </div>
      <TextField
        label="Minimum purchase in dollars"
        name="minimum"
        inputMode="decimal"
        numeric
        optional
        autoComplete="off"
        defaultValue={terms.minimum}
        error={fields['minimum']}
      />
    </>
  )
}
