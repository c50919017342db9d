import { data, type ShouldRevalidateFunctionArgs } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { createWebhook, listWebhooks } from '../../webhooks.contract.ts'
import type { Route } from './+types/webhooks-page.ts'
import { readWebhookForm } from './webhook-form.tsx'
import { WebhooksSection } from './webhooks-section.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Webhooks' }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const { items } = await context.get(apiContext)(listWebhooks, {})
  return { webhooks: items, isDeleted: new URL(request.url).searchParams.has('deleted') }
}

const FAILED = 'The webhook could not be made. Please try again.'

export async function action({ request, context }: Route.ActionArgs) {
  const body = readWebhookForm(await request.formData())
  try {
    const { url, secret } = await context.get(apiContext)(createWebhook, { body })
    return data({ created: { url, secret }, fields: undefined })
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function WebhooksPage({ loaderData: { webhooks, isDeleted }, actionData }: Route.ComponentProps) {
  const created = actionData && 'created' in actionData ? actionData.created : undefined
  return (
    <Page
      title="Webhooks"
      intro="Your own programs learn at once what happens to your licenses, assets, subscription, requests, and payouts."
    >
      {!actionData && isDeleted && <Notice tone="good">Webhook deleted.</Notice>}
      <WebhooksSection webhooks={webhooks} fields={actionData?.fields} created={created} />
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Webhooks" title="Failed to load your webhooks." />
}
