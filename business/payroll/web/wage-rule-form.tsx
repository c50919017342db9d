import { Form, useNavigation } from 'react-router'
import { CATEGORIES } from '#catalogue/rules.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import type { WageRule } from '../contract.ts'
import { isAmount, TEXTS } from '../rules.ts'

const OPTIONS = [{ value: '', label: 'Select a category' }, ...CATEGORIES.map((value) => ({ value, label: value }))]

const amountCheck = (message: string) => (typed: string) => (isAmount(typed) ? undefined : message)
const checkCategory = (typed: string) => (typed === '' ? TEXTS.category : undefined)
const checkWage = amountCheck(TEXTS.wage)
const checkPrice = amountCheck(TEXTS.license_price)

/** Adds a rule, or edits an existing one, whose category cannot change. */
export function WageRuleForm({ edited, fields }: { edited: WageRule | null; fields: Record<string, string> }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" noValidate preventScrollReset>
      <input type="hidden" name="intent" value={edited ? 'edit' : 'add'} />
      {edited && <input type="hidden" name="category" value={edited.category} />}
      <Stack gap={4}>
        <Select
          label="Category"
          name={edited ? 'locked_category' : 'category'}
          options={OPTIONS}
          defaultValue={edited?.category ?? ''}
          disabled={edited !== null}
          check={checkCategory}
          error={fields['category']}
        />
        <TextField
          label="Wage"
          name="wage"
          type="number"
          min={0}
          step={0.01}
          numeric
          leading="$"
          defaultValue={edited?.wage.toFixed(2)}
          check={checkWage}
          error={fields['wage']}
        />
        <TextField
          label="License price"
          name="license_price"
          type="number"
          min={0}
          step={0.01}
          numeric
          leading="$"
          defaultValue={edited?.license_price.toFixed(2)}
          check={checkPrice}
          error={fields['license_price']}
        />
        <TextField label="Notes" name="notes" maxLength={500} optional defaultValue={edited?.notes} error={fields['notes']} />
        <Stack row gap={2}>
          <Button type="submit" kind="main" busy={busy}>
            {edited ? 'Save changes' : 'Add rule'}
          </Button>
          {edited && (
            <LinkButton to="/admin/wage-rules" kind="quiet" preventScrollReset>
              Cancel edit
            </LinkButton>
          )}
        </Stack>
      </Stack>
    </Form>
  )
}
