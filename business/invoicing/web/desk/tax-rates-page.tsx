import { data, Form, redirect, useNavigation, useSearchParams } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { WithGrant } from '#platform/web/grants.tsx'
import { apiContext } from '#platform/web/page.ts'
import { showDay } from '#platform/web/show.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Card, EmptyState } from '#platform/web/ui/card.tsx'
import { DeskTable } from '#platform/web/ui/desk-table/desk-table.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import type { Column } from '#platform/web/ui/table.tsx'
import { listTaxRates, setTaxRate, type TaxRate } from '../../admin.contract.ts'
import { dayOf } from '../../calendar.ts'
import { COUNTRY_CHOICES, countryName } from '../../places.rules.ts'
import { TEXTS } from '../../rules.ts'
import type { Route } from './+types/tax-rates-page.ts'
import css from './desk.module.css'

export const meta: Route.MetaFunction = () => [{ title: 'Tax rates' }]

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = await context.get(apiContext)(listTaxRates, {})
  return { items, today: dayOf(new Date()) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await readForm(request, 'country', 'state', 'rate', 'from')
  try {
    await context.get(apiContext)(setTaxRate, { body: typed })
    return redirect('/admin/tax-rates?done=saved')
  } catch (error) {
    const { data: answer, init } = failed(error, TEXTS.save_failed)
    return data({ ...answer, typed }, init ?? {})
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: TEXTS.save_failed })

const COUNTRIES = [
  { value: '', label: 'Select a country' },
  ...COUNTRY_CHOICES.map(({ country, name }) => ({ value: country, label: name }))
]

const COLUMNS: readonly Column<TaxRate>[] = [
  { head: 'Place', kind: 'title', cell: ({ country, state }) => (state ? `${countryName(country)}, ${state}` : countryName(country)) },
  { head: 'Rate', kind: 'number', cell: ({ rate }) => `${rate}%` },
  { head: 'From', kind: 'date', cell: ({ from }) => showDay(from) },
  { head: 'Status', cell: (rate) => (rate.in_force ? <Badge tone="good">In force</Badge> : <Badge>Not in force</Badge>) }
]

export default function TaxRatesPage({ loaderData: { items, today }, actionData }: Route.ComponentProps) {
  const isSaved = useSearchParams()[0].get('done') === 'saved' && !actionData
  const fields = actionData?.fields ?? {}
  const typed = actionData && 'typed' in actionData ? actionData.typed : undefined
  return (
    <Page
      title="Tax Rates"
      intro="Tax is added to what clients pay, by the place in their billing details. Without a rate there is none. Checkouts that have begun keep the tax that they showed."
      actions={<LinkButton to="/admin/invoices">Invoices</LinkButton>}
    >
      {isSaved && <Notice tone="good">The rate is saved.</Notice>}
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <div className={css['desk']}>
        <DeskTable
          name="tax-rates"
          caption="Tax rates"
          columns={COLUMNS}
          rows={items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState drawing="wallet" title="No tax rates yet.">
              Nothing is taxed until you add the rate of a country or a state.
            </EmptyState>
          }
        />
        <WithGrant grant="finance">
          <Card className={css['form']}>
            <h2>Set a rate</h2>
            <RateForm typed={typed} fields={fields} today={today} />
          </Card>
        </WithGrant>
      </div>
    </Page>
  )
}

type RateFormProps = {
  typed: Partial<Record<'country' | 'state' | 'rate' | 'from', string>> | undefined
  fields: Record<string, string>
  today: string
}

function RateForm({ typed, fields, today }: RateFormProps) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" noValidate preventScrollReset>
      <Stack gap={4}>
        <Select label="Country" name="country" options={COUNTRIES} defaultValue={typed?.country ?? ''} error={fields['country']} />
        <TextField
          label="State"
          name="state"
          optional
          hint="For the whole country, leave it empty."
          defaultValue={typed?.state}
          error={fields['state']}
        />
        <TextField
          label="Rate"
          name="rate"
          inputMode="decimal"
          numeric
          trailing={<span className={css['unit']}>%</span>}
          defaultValue={typed?.rate}
          error={fields['rate']}
        />
        <TextField
          label="From"
          name="from"
          type="date"
          hint="It applies to checkouts from this day on. Plans keep the rate of their checkout. The same day again replaces the rate, and 0 ends the tax for new checkouts."
          defaultValue={typed?.from ?? today}
          error={fields['from']}
        />
        <div>
          <Button type="submit" kind="main" busy={busy}>
            Save rate
          </Button>
        </div>
      </Stack>
    </Form>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Tax Rates" title="Failed to load the tax rates." />
}
