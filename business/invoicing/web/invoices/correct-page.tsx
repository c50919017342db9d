import { data, redirect } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { correctInvoice, readBilling } from '../../contract.ts'
import { CORRECTION_DAYS, TEXTS } from '../../rules.ts'
import { BILLING_FIELDS, BillingFields } from '../billing/billing-form.tsx'
import type { Route } from './+types/correct-page.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Correct an invoice' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  return { number: params.number, billing: await context.get(apiContext)(readBilling, {}) }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const typed = await readForm(request, ...BILLING_FIELDS)
  try {
    const { invoice } = await context.get(apiContext)(correctInvoice, { params: { number: params.number }, body: typed })
    return redirect(`/invoices?${new URLSearchParams({ corrected: invoice.number })}`)
  } catch (error) {
    const { data: answer, init } = failed(error, TEXTS.save_failed)
    return data({ ...answer, typed }, init ?? {})
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: TEXTS.save_failed })

export default function CorrectPage({ loaderData: { number, billing }, actionData }: Route.ComponentProps) {
  const typed = actionData && 'typed' in actionData ? actionData.typed : undefined
  return (
    <Page
      title={`Correct ${number}`}
      intro={`An invoice is never changed. You get a credit note for it and a new invoice with these details, for ${CORRECTION_DAYS} days. The amounts stay the same, and no money moves.`}
      width="form"
      actions={<LinkButton to="/invoices">Invoices</LinkButton>}
    >
      <BillingFields values={typed ?? billing} fields={actionData?.fields ?? {}} submit="Correct this invoice" />
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Correct an invoice" title="Failed to load your billing details." />
}
