import { randomUUID } from 'node:crypto'
import { findReachableUser } from '#accounts/server/index.ts'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { webhookOffMail } from '../../mails/webhook-off-mail.tsx'
import { FAILURES_MAX, nextAttempt } from '../../webhooks.rules.ts'
import * as queries from './deliver.queries.ts'
import { DELIVER } from './job-names.ts'
import { type Outcome, post } from './post.ts'
import { deleteEndedSecrets } from './secrets.queries.ts'
import { openSecrets, signedHeaders } from './secrets.service.ts'
import './ports.ts'

/** When an operator has not yet given the key that opens a secret. */
const UNSIGNED_PAUSE_MS = 300_000

/** A claimed delivery: nobody else attempts it meanwhile. */
type Attempt = NonNullable<Awaited<ReturnType<typeof queries.claimDelivery>>> & { user_id: string; claim: string }

/**
 * Job: makes one attempt of one of the person's due deliveries, and sends the job again while others wait. A process that dies after the
 * receiver took the event and before the result is stored leaves its claim behind: the same id is then sent again.
 */
export async function deliverOne(context: () => Ctx, user_id: string): Promise<void> {
  const attempt = await take(context(), user_id)
  if (!attempt) return
  const outcome = await attemptOnce(context(), attempt)
  if (outcome) await record(context(), attempt, outcome)
}

async function take(ctx: Ctx, user_id: string): Promise<Attempt | undefined> {
  const claim = randomUUID()
  return inTransaction(ctx, async ({ db, now }) => {
    await queries.lockClaims(db, user_id)
    const claimed = await queries.claimDelivery(db, { user_id, claim, now })
    return claimed && { ...claimed, user_id, claim }
  })
}

/** Returns undefined if we cannot sign, which is not the receiver's fault and does not count as an attempt. */
async function attemptOnce(ctx: Ctx, { id, claim, webhook_id, url, body }: Attempt): Promise<Outcome | undefined> {
  const signed = await openSecrets(ctx, webhook_id).catch(
    (err: unknown) => void ctx.log.error({ err, webhook_id }, 'a webhook was not signed')
  )
  if (signed) return post(ctx.ports.webhooks, url, { body, headers: headersFor(ctx, signed, { id, body }) })
  await queries.postponeDelivery(ctx.db, { id, claim, until: new Date(ctx.now.getTime() + UNSIGNED_PAUSE_MS) })
  return undefined
}

const headersFor = ({ ports, now }: Ctx, secrets: readonly string[], message: { id: string; body: string }) => ({
  'user-agent': `${ports.settings.brand_name.replace(/[^\w.-]+/g, '-')}-Webhooks`,
  ...signedHeaders(secrets, { ...message, now })
})

async function record(ctx: Ctx, attempt: Attempt, outcome: Outcome): Promise<void> {
  await inTransaction(ctx, async (work) => {
    const webhook = await queries.lockWebhook(work.db, attempt.webhook_id)
    const delivery = webhook && (await queries.findClaimed(work.db, attempt))
    // The webhook was deleted, or the claim had ended and someone else holds it.
    if (!delivery) return
    if (outcome.failure === null) await recordSuccess(work, webhook, delivery, outcome)
    else await recordFailure(work, webhook, delivery, outcome)
  })
  if (await queries.hasMore(ctx.db, attempt.user_id, ctx.now)) await ctx.ports.jobs.send(ctx.db, DELIVER, { user_id: attempt.user_id })
}

type Webhook = NonNullable<Awaited<ReturnType<typeof queries.lockWebhook>>>
type Delivery = NonNullable<Awaited<ReturnType<typeof queries.findClaimed>>>

async function recordSuccess(
  { db, now }: Ctx<Tx>,
  webhook: Webhook,
  { id, attempts }: Delivery,
  { response_status }: Outcome
): Promise<void> {
  const result = { attempts: attempts + 1, tries: 0, response_status, failure: null, next_attempt_at: null, attempted_at: now }
  await queries.updateResult(db, id, { status: 'delivered', ...result })
  if (webhook.failures > 0) await queries.updateWebhookState(db, webhook.id, { failures: 0, is_active: webhook.is_active })
}

async function recordFailure(work: Ctx<Tx>, webhook: Webhook, delivery: Delivery, outcome: Outcome): Promise<void> {
  const { db, now, ports } = work
  const tries = delivery.tries + 1
  const next_attempt_at = nextAttempt(now, tries)
  const result = { ...outcome, attempts: delivery.attempts + 1, tries, next_attempt_at, attempted_at: now }
  await queries.updateResult(db, delivery.id, { status: next_attempt_at ? 'pending' : 'failed', ...result })
  const failures = webhook.failures + 1
  const is_active = webhook.is_active && failures < FAILURES_MAX
  await queries.updateWebhookState(db, webhook.id, { failures, is_active })
  if (webhook.is_active && !is_active) await mailOff(work, webhook)
  if (is_active && next_attempt_at) await ports.jobs.send(db, DELIVER, { user_id: webhook.user_id }, { startAfter: next_attempt_at })
}

async function mailOff({ db, now, ports }: Ctx<Tx>, { id, user_id, url }: Webhook): Promise<void> {
  const owner = await findReachableUser(db, user_id)
  if (owner)
    await ports.mail.send(db, {
      to: owner.email,
      ...(await webhookOffMail({ sender: ports.settings, name: owner.name, id, url, at: now }))
    })
}

const PEOPLE_AT_ONCE = 500

/** Job: wakes deliveries that a job was lost for, after a process died or a person was reactivated, and deletes secrets that have ended. */
export async function sweepDeliveries({ db, now, ports }: Ctx): Promise<void> {
  for (const user_id of await queries.findPeopleWaiting(db, now, PEOPLE_AT_ONCE)) await ports.jobs.send(db, DELIVER, { user_id })
  await deleteEndedSecrets(db, now)
}
