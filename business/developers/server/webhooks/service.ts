import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import {
  type changeWebhook,
  type createWebhook,
  type Delivery,
  type listDeliveries,
  type listWebhooks,
  refusals,
  type sendAgain,
  type Webhook
} from '../../webhooks.contract.ts'
import { MESSAGES, URL_MAX, WEBHOOKS_MAX } from '../../webhooks.rules.ts'
import { type BadUrl, parseTarget } from './address.ts'
import { PER_PERSON } from './deliver.queries.ts'
import { DELIVER } from './job-names.ts'
import * as queries from './queries.ts'
import { checkHost } from './resolve.ts'
import { issueSecret, replaceSecret } from './secrets.service.ts'
import './ports.ts'

/** Changes of one person: more than anyone makes by hand. Each address is resolved, which costs a little. */
const CHANGES = { most: 300, seconds: 3600 }
/** Deliveries that one person sends again: fewer than would trouble a receiver that someone else owns. */
const SENT_AGAIN = { most: 300, seconds: 3600 }

const spendChange = (ctx: Ctx): Promise<void> => spend(ctx, { key: `developers.webhook.${signedIn(ctx).id}`, ...CHANGES })

const own = (ctx: Ctx, id: string) => ({ id, user_id: signedIn(ctx).id })

const present = ({ id, url, events, is_active, failures, created_at }: queries.WebhookRow): Webhook => ({
  ...{ id, url, events, is_active, failures },
  created_at: created_at.toISOString()
})

/** Refuses an address that may not be reached now. A name that cannot be resolved now is accepted, because every attempt checks again. */
async function requireReachable({ ports }: Ctx, url: string): Promise<string> {
  const target = parseTarget(url, ports.webhooks.allows_loopback)
  if (typeof target === 'string') throw badUrl(target)
  if ((await checkHost(ports.webhooks, target.host)) === 'refused_address') throw badUrl('url_private')
  const { href } = target.url
  // Letters beyond ASCII take more room than they were typed in.
  if (href.length > URL_MAX) throw badUrl('url')
  // Without a path, the parser adds a slash that nobody typed.
  return href === `${url}/` ? url : href
}

const badUrl = (why: BadUrl) => refuse(refusals, 'bad_url', { message: MESSAGES[why], fields: { url: MESSAGES[why] } })

export async function create(ctx: Ctx, { body }: Received<typeof createWebhook>): Promise<Answer<typeof createWebhook>> {
  await spendChange(ctx)
  const url = await requireReachable(ctx, body.url)
  const user_id = signedIn(ctx).id
  return inTransaction(ctx, async (work) => {
    await queries.lockOwner(work.db, user_id)
    if ((await queries.countWebhooks(work.db, user_id)) >= WEBHOOKS_MAX) throw refuse(refusals, 'too_many_webhooks')
    const row = await queries.insertWebhook(work.db, { user_id, url, events: body.events, created_at: work.now })
    return { ...present(row), secret: await issueSecret(work, row.id) }
  })
}

export async function list(ctx: Ctx): Promise<Answer<typeof listWebhooks>> {
  return { items: (await queries.findWebhooks(ctx.db, signedIn(ctx).id)).map(present) }
}

async function requireOwn(ctx: Ctx, id: string): Promise<queries.WebhookRow> {
  const row = await queries.findWebhook(ctx.db, own(ctx, id))
  if (!row) throw refuse(refusals, 'webhook_not_found')
  return row
}

export const read = async (ctx: Ctx, id: string): Promise<Webhook> => present(await requireOwn(ctx, id))

async function lockOwn(work: Ctx<Tx>, id: string): Promise<queries.WebhookRow> {
  const row = await queries.lockOwnWebhook(work.db, own(work, id))
  if (!row) throw refuse(refusals, 'webhook_not_found')
  return row
}

export async function change(ctx: Ctx, { params, body }: Received<typeof changeWebhook>): Promise<Webhook> {
  await spendChange(ctx)
  // Another person's webhook does not exist, whatever the address.
  await requireOwn(ctx, params.id)
  const url = body.url === undefined ? undefined : await requireReachable(ctx, body.url)
  return inTransaction(ctx, async (work) => {
    const before = await lockOwn(work, params.id)
    const { events = before.events, is_active = before.is_active } = body
    const failures = body.is_active ? 0 : before.failures
    const row = await queries.updateWebhook(work.db, before.id, { url: url ?? before.url, events, is_active, failures })
    if (is_active && !before.is_active) await goOn(work, row)
    return present(row)
  })
}

/** Sends what waited while the webhook was off. */
async function goOn({ db, now, ports }: Ctx<Tx>, { id, user_id }: queries.WebhookRow): Promise<void> {
  await queries.wakeDeliveries(db, id, now)
  for (let index = 0; index < PER_PERSON; index += 1) await ports.jobs.send(db, DELIVER, { user_id })
}

export async function remove(ctx: Ctx, id: string): Promise<null> {
  await spendChange(ctx)
  if (!(await queries.deleteWebhook(ctx.db, own(ctx, id)))) throw refuse(refusals, 'webhook_not_found')
  return null
}

export async function rotate(ctx: Ctx, id: string): Promise<{ secret: string }> {
  await spendChange(ctx)
  return inTransaction(ctx, async (work) => {
    const { id: webhook_id } = await lockOwn(work, id)
    return { secret: await replaceSecret(work, webhook_id) }
  })
}

const presentDelivery = ({ id, type, status, attempts, response_status, failure, ...at }: queries.DeliveryRow): Delivery => ({
  ...{ id, type, status, attempts, response_status, failure },
  created_at: at.created_at.toISOString(),
  attempted_at: at.attempted_at?.toISOString() ?? null,
  next_attempt_at: at.next_attempt_at?.toISOString() ?? null
})

export async function deliveries(ctx: Ctx, { params, query }: Received<typeof listDeliveries>): Promise<Answer<typeof listDeliveries>> {
  const { id } = await requireOwn(ctx, params.id)
  const rows = await queries.findDeliveries(ctx.db, id, query)
  return { items: rows.map(presentDelivery), total: await queries.countDeliveries(ctx.db, id), ...query }
}

export async function again(ctx: Ctx, { params }: Received<typeof sendAgain>): Promise<Delivery> {
  await spend(ctx, { key: `developers.send-again.${signedIn(ctx).id}`, ...SENT_AGAIN })
  return inTransaction(ctx, async (work) => {
    const webhook = await lockOwn(work, params.id)
    const row = await queries.updateAsked(work.db, { id: params.delivery_id, webhook_id: webhook.id, now: work.now })
    if (!row) throw refuse(refusals, 'delivery_not_found')
    await work.ports.jobs.send(work.db, DELIVER, { user_id: webhook.user_id })
    return presentDelivery(row)
  })
}

/** Deletes a deleted person's webhooks, with their secrets and deliveries. */
export const eraseWebhooks = ({ db }: Ctx<Tx>, { id }: { id: string }): Promise<void> => queries.deleteWebhooksOf(db, id)
