import { data, redirect, useSearchParams } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { readBilling, saveBilling } from '../../contract.ts'
import { TEXTS } from '../../rules.ts'
import type { Route } from './+types/billing-page.ts'
import { BILLING_FIELDS, BillingFields } from './billing-form.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Billing details' }]

export async function loader({ context }: Route.LoaderArgs) {
  return context.get(apiContext)(readBilling, {})
}

export async function action({ request, context }: Route.ActionArgs) {
  const typed = await readForm(request, ...BILLING_FIELDS)
  try {
    await context.get(apiContext)(saveBilling, { body: typed })
    return redirect('/user/billing?done=saved')
  } catch (error) {
    const { data: answer, init } = failed(error, TEXTS.save_failed)
    return data({ ...answer, typed }, init ?? {})
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: TEXTS.save_failed })

export default function BillingPage({ loaderData, actionData }: Route.ComponentProps) {
  const isSaved = useSearchParams()[0].get('done') === 'saved' && !actionData
  const typed = actionData && 'typed' in actionData ? actionData.typed : undefined
  return (
    <Page
      title="Billing details"
      intro="New invoices are written to this address. Its country and state decide whether tax is added when you pay."
      width="form"
      actions={<LinkButton to="/invoices">Invoices</LinkButton>}
    >
      <Stack gap={4}>
        {isSaved && <Notice tone="good">Your billing details are saved.</Notice>}
        <BillingFields values={typed ?? loaderData} fields={actionData?.fields ?? {}} submit="Save" />
      </Stack>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Billing details" title="Failed to load your billing details." />
}
