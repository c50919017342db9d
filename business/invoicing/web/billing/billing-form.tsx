import { Form, useNavigation } from 'react-router'
import type { FieldErrors } from '#platform/web/action.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import css from '#platform/web/ui/form/long-form.module.css'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { COUNTRY_CHOICES } from '../../places.rules.ts'
import { BILLING_MAX } from '../../rules.ts'

export const BILLING_FIELDS = [
  ...(['company', 'address_line1', 'address_line2', 'city', 'postal_code', 'state', 'country', 'tax_number'] as const)
]
export type BillingForm = Record<(typeof BILLING_FIELDS)[number], string>

const COUNTRIES = [
  { value: '', label: 'Select a country' },
  ...COUNTRY_CHOICES.map(({ country, name }) => ({ value: country, label: name }))
]

type BillingFormProps = { values: Partial<Record<keyof BillingForm, string | null>>; fields: FieldErrors; submit: string }

/** The fields of billing details. The server decides what is right, so that every country's forms are known in one place. */
export function BillingFields({ values, fields, submit }: BillingFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  const field = (name: keyof BillingForm) => ({
    name,
    defaultValue: values[name] ?? '',
    error: fields[name],
    maxLength: name === 'postal_code' ? BILLING_MAX.postal_code : BILLING_MAX.line
  })
  return (
    <Card>
      <Form method="post" noValidate className={css['form']}>
        {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
        <TextField label="Company" optional autoComplete="organization" hint="Without one, invoices name you." {...field('company')} />
        <TextField label="Street and number" autoComplete="address-line1" {...field('address_line1')} />
        <TextField label="Address line 2" optional autoComplete="address-line2" {...field('address_line2')} />
        <div className={css['two']}>
          <TextField label="City" autoComplete="address-level2" {...field('city')} />
          <TextField label="Postal code" optional autoComplete="postal-code" {...field('postal_code')} />
        </div>
        <div className={css['two']}>
          <TextField
            label="State or region"
            optional
            autoComplete="address-level1"
            hint="In the US, its two letters."
            {...field('state')}
          />
          <Select
            label="Country"
            name="country"
            options={COUNTRIES}
            autoComplete="country"
            defaultValue={values.country ?? ''}
            error={fields['country']}
          />
        </div>
        <TextField
          label="VAT or tax number"
          optional
          hint="In the EU the VAT number, in the US the EIN."
          {...field('tax_number')}
          maxLength={BILLING_MAX.tax_number}
        />
        <div>
          <Button type="submit" kind="main" busy={busy}>
            {submit}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
