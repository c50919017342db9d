import { data, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { failed } from '#platform/web/action.ts'
import type { Api } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page, Stack } from '#platform/web/ui/page.tsx'
import { changeWebhook, deleteWebhook, listDeliveries, readWebhook, rotateSecret, sendAgain } from '../../webhooks.contract.ts'
import { ROTATION_HOURS } from '../../webhooks.rules.ts'
import { ShownOnce } from '../shown-once.tsx'
import type { Route } from './+types/webhook-page.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { readWebhookForm, WebhookForm } from './webhook-form.tsx'
import { WebhookSteps } from './webhook-steps.tsx'
import css from './webhooks.module.css'
import { KEEP, WebhookState } from './webhooks-section.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Webhook' }]

const addressOf = (id: string, page: number): string => `/developers/webhooks/${id}${page > 1 ? `?page=${page}` : ''}`

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get('page') ?? ''
  const page = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : 1
  const api = context.get(apiContext)
  const id = params.webhookId
  const webhook = await api(readWebhook, { params: { id } })
  const log = await api(listDeliveries, { params: { id }, query: { page } })
  const pages = Math.max(1, Math.ceil(log.total / log.page_size))
  if (page > pages) throw redirect(addressOf(id, pages))
  return { webhook, deliveries: log.items, page, pages }
}

const FAILED = 'This could not be saved. Please try again.'

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await request.formData()
  try {
    return data({ fields: undefined, secret: undefined, ...(await save(context.get(apiContext), params.webhookId, form)) })
  } catch (error) {
    return failed(error, FAILED)
  }
}

type Saved = { done: string; secret?: string }

async function save(api: Api, id: string, form: FormData): Promise<Saved> {
  const params = { id }
  switch (form.get('intent')) {
    case 'delete':
      await api(deleteWebhook, { params })
      throw redirect('/developers/webhooks?deleted')
    case 'rotate':
      return { done: '', ...(await api(rotateSecret, { params })) }
    case 'send-again':
      await api(sendAgain, { params: { id, delivery_id: String(form.get('delivery_id') ?? '') } })
      return { done: 'The delivery is sent again. Reload the page to see what became of it.' }
    case 'on':
      await api(changeWebhook, { params, body: { is_active: true } })
      return { done: 'The webhook is on. What waited is sent now.' }
    case 'off':
      await api(changeWebhook, { params, body: { is_active: false } })
      return { done: 'The webhook is off. New events are not recorded for it.' }
    default:
      await api(changeWebhook, { params, body: readWebhookForm(form) })
      return { done: 'Saved.' }
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

/** Skips the reload after an error, so that the page keeps its data. */
export const shouldRevalidate = ({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  actionStatus !== undefined && actionStatus >= 400 ? false : defaultShouldRevalidate

export default function WebhookPage({ loaderData: { webhook, deliveries, page, pages }, actionData }: Route.ComponentProps) {
  const fields: Record<string, string> = actionData?.fields ?? {}
  const saved = actionData && 'done' in actionData ? actionData : undefined
  return (
    <Page
      title="Webhook"
      intro={<span className={css['url']}>{webhook.url}</span>}
      actions={<LinkButton to="/developers/webhooks">All webhooks</LinkButton>}
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {saved?.done && <Notice tone="good">{saved.done}</Notice>}
      {saved?.secret && (
        <ShownOnce key={saved.secret} title="This is the new secret." label="Secret" secret={saved.secret}>
          {KEEP} For {ROTATION_HOURS} hours, the one before also signs.
        </ShownOnce>
      )}
      <div className={css['desk']}>
        <Stack>
          <section aria-labelledby="deliveries">
            <Stack gap={3}>
              <h2 id="deliveries">Deliveries</h2>
              <DeliveryLog deliveries={deliveries} page={page} pages={pages} to={(other) => addressOf(webhook.id, other)} />
            </Stack>
          </section>
        </Stack>
        <Stack>
          <Card aria-labelledby="settings">
            <Stack gap={3}>
              <h2 id="settings">Settings</h2>
              <WebhookState {...webhook} />
              <WebhookForm
                key={`${webhook.url} ${webhook.events}`}
                {...webhook}
                fields={{ ...fields, form: '' }}
                button="Save"
                intent="save"
              />
            </Stack>
          </Card>
          <WebhookSteps is_active={webhook.is_active} />
        </Stack>
      </div>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Webhooks" title="Failed to load this webhook." />
}
