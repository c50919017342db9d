import { verify, X509Certificate } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Call, callsOf } from '../call.ts'
import type { Sandbox } from '../context.ts'
import type { Webhook } from '../documents.ts'
import { newWebhookId } from '../identifiers.ts'
import { notFound } from '../refusal.ts'
import { VERIFICATION_REQUEST, WEBHOOK_REQUEST } from '../schemas.ts'
import { showEvent, signedText } from './deliveries.ts'

type Verification = {
  auth_algo: string
  cert_url: string
  transmission_id: string
  transmission_sig: string
  transmission_time: string
  webhook_id: string
  webhook_event: Record<string, unknown>
}

export function webhookCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  const webhooks = '/v1/notifications/webhooks'
  serve({ method: 'POST', url: webhooks, status: 201, body: WEBHOOK_REQUEST }, ({ body }: Call<Omit<Webhook, 'id'>>) => {
    const event_types = body.event_types.map(({ name }) => ({ name }))
    const webhook = { id: newWebhookId(), url: body.url, event_types }
    sandbox.store.put('webhook', webhook)
    return showWebhook(sandbox, webhook)
  })
  serve({ method: 'GET', url: webhooks }, () => ({ webhooks: sandbox.store.list('webhook').map((each) => showWebhook(sandbox, each)) }))
  serve({ method: 'GET', url: `${webhooks}/:id` }, ({ id }) => showWebhook(sandbox, requireWebhook(sandbox, id)))
  serve({ method: 'DELETE', url: `${webhooks}/:id`, status: 204 }, ({ id }) => {
    sandbox.store.remove('webhook', requireWebhook(sandbox, id).id)
  })
  serve(
    { method: 'POST', url: '/v1/notifications/verify-webhook-signature', body: VERIFICATION_REQUEST },
    ({ body }: Call<Verification>) => ({
      verification_status: isGenuine(sandbox, body) ? 'SUCCESS' : 'FAILURE'
    })
  )
  eventCalls(serve, sandbox)
}

function eventCalls(serve: ReturnType<typeof callsOf>, sandbox: Sandbox): void {
  const events = '/v1/notifications/webhooks-events'
  serve({ method: 'GET', url: events }, () => {
    const shown = sandbox.store.list('event').map((event) => showEvent(event, sandbox.url))
    return { events: shown, count: shown.length, links: [{ href: `${sandbox.url}${events}`, rel: 'self', method: 'GET' }] }
  })
  serve({ method: 'GET', url: `${events}/:id` }, ({ id }) => showEvent(requireEvent(sandbox, id), sandbox.url))
  serve({ method: 'POST', url: `${events}/:id/resend`, status: 202 }, ({ id, body }: Call<{ webhook_ids?: string[] } | undefined>) => {
    const event = requireEvent(sandbox, id)
    const wanted = body?.webhook_ids
    for (const webhook of sandbox.store.list('webhook')) {
      if (!wanted || wanted.includes(webhook.id)) sandbox.deliveries.enqueue(event, webhook)
    }
    return showEvent(event, sandbox.url)
  })
}

/** Served outside the API, because a webhook's receiver fetches the certificate without a token. */
export function certificatePage(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/v1/notifications/certs/:id', (request, reply) => {
    const { id } = request.params as { id: string }
    const kept = sandbox.store.find('certificate', id)
    if (!kept) throw notFound()
    return reply.type('application/x-pem-file').send(kept.certificate)
  })
}

function requireWebhook(sandbox: Sandbox, id: string): Webhook {
  const webhook = sandbox.store.find('webhook', id)
  if (!webhook) throw notFound()
  return webhook
}

function requireEvent(sandbox: Sandbox, id: string) {
  const event = sandbox.store.find('event', id)
  if (!event) throw notFound()
  return event
}

/** The signature covers the sent text. JSON written by JSON.stringify stays the same when it is parsed and written again. */
function isGenuine(sandbox: Sandbox, claim: Verification): boolean {
  const certificate = sandbox.store.find('certificate', claim.cert_url.split('/').at(-1) ?? '')
  const known = certificate && claim.cert_url === `${sandbox.url}/v1/notifications/certs/${certificate.id}`
  if (!known || claim.auth_algo !== 'SHA256withRSA' || !sandbox.store.find('webhook', claim.webhook_id)) return false
  const body = JSON.stringify(claim.webhook_event)
  const text = signedText({ id: claim.transmission_id, time: claim.transmission_time, webhook_id: claim.webhook_id, body })
  const key = new X509Certificate(certificate.certificate).publicKey
  return verify('sha256', Buffer.from(text), key, Buffer.from(claim.transmission_sig, 'base64'))
}

function showWebhook(sandbox: Sandbox, webhook: Webhook) {
  return { ...webhook, links: [{ href: `${sandbox.url}/v1/notifications/webhooks/${webhook.id}`, rel: 'self', method: 'GET' }] }
}
