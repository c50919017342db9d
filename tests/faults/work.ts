import { reconcilePayments } from '#payments/server/capture/reconcile.service.ts'
import { reconcileRefunds } from '#payments/server/refunds/reconcile-refunds.service.ts'
import { reconcileCaptured } from '#payments/server/repair/captured.service.ts'
import { processWaitingEvents } from '#payments/server/repair/waiting-events.service.ts'
import * as webhooks from '#payments/server/webhooks/webhooks.service.ts'
import type { Ctx } from '#platform/server/index.ts'
import { updateRenewalAtPayPal } from '#subscriptions/server/billing/paypal-status.service.ts'
import { lookAfter, tellPayPal } from '#subscriptions/server/billing/sync.service.ts'
import { type End, type Life, lifeOf, live } from './crashes.ts'
import type { Dice } from './dice.ts'
import { findWaiting, isDone, type Queued } from './queue.ts'
import type { Sent, Shop } from './shop.ts'

/** Returns any error that is not a refusal: those are bugs of the product. */
export const surprise = (what: string, end: End): string[] =>
  end.how === 'failed' && end.error.name !== 'Refusal' ? [`${what}: ${end.error.stack ?? end.error}${toldBy(end.error)}`] : []

/** Returns what PostgreSQL adds to an error, for example the processes of a deadlock. */
const toldBy = ({ detail = '', where = '' }: Error & { detail?: string; where?: string }): string =>
  [detail, where].filter(Boolean).join(' ')

/** A job may fail because PayPal is unreachable; it is retried. */
const surpriseOfJob = (what: string, end: End): string[] => (end.how === 'failed' && isUnreachable(end.error) ? [] : surprise(what, end))

/** Some jobs collect the errors of the single payments or events. */
const isUnreachable = (error: unknown): boolean => {
  if (error instanceof AggregateError) return error.errors.every(isUnreachable)
  return error instanceof Error && (error.name === 'PayPalUnreachable' || (error.cause !== undefined && isUnreachable(error.cause)))
}

/** The jobs that move money. Others, such as mails, are only counted. */
const HANDLERS: Record<string, (ctx: Ctx, data: Record<string, string>) => Promise<unknown>> = {
  'payments.process-event': (ctx, { event_id }) => webhooks.process(ctx, event_id!),
  'subscriptions.cancel-at-paypal': (ctx, { subscription_id }) => tellPayPal(ctx, subscription_id!),
  'subscriptions.update-renewal': (ctx, { subscription_id }) => updateRenewalAtPayPal(ctx, subscription_id!)
}

/** Runs every waiting job once. A job that fails or is killed stays in the queue. */
export async function runJobs(shop: Shop, dice: Dice, { fair = false } = {}): Promise<{ ran: number; surprises: string[] }> {
  const waiting = await findWaiting(shop.db)
  const surprises = await Promise.all(waiting.map((job) => runJob(shop, job, lifeOf(dice.apart(job.id), { fair }))))
  return { ran: waiting.length, surprises: surprises.flat() }
}

async function runJob(shop: Shop, job: Queued, life: Life): Promise<string[]> {
  const handler = HANDLERS[job.name]
  if (!handler) {
    await isDone(shop.db, job)
    return []
  }
  const end = await live(life, () => handler(shop.ctx(), job.data))
  if (end.how === 'done') await isDone(shop.db, job)
  return surpriseOfJob(job.name, end)
}

/** Runs the scheduled jobs, which also run at every start. */
export async function lookAround(shop: Shop, dice: Dice, { fair = false } = {}): Promise<string[]> {
  const turns = [
    () => reconcilePayments(shop.ctx(), { all: true }),
    () => reconcileRefunds(shop.ctx()),
    () => lookAfter(shop.ctx(), { all: true }),
    () => processWaitingEvents(shop.ctx()),
    () => reconcileCaptured(shop.ctx(), { pace_ms: 0 })
  ]
  const surprises: string[] = []
  for (const turn of turns) {
    const life = lifeOf(dice, { fair })
    // These jobs take many steps, so the process may be killed later.
    if (Number.isFinite(life.steps)) life.steps = dice.below(600)
    surprises.push(...surpriseOfJob('scheduled job', await live(life, turn)))
  }
  return surprises
}

/** Delivers a webhook; if it is not accepted, PayPal sends it again. */
export async function deliver(shop: Shop, { headers, raw, event }: Sent, life: Life): Promise<{ taken: boolean; surprises: string[] }> {
  const ctx = shop.ctx()
  const end = await live(life, () => webhooks.receive({ ...ctx, caller: { ...ctx.caller, headers } }, { event, raw }))
  const refused = end.how === 'failed' && end.error.name === 'Refusal' ? [`webhook refused: ${end.error.message}`] : []
  return { taken: end.how === 'done', surprises: [...surprise('webhook', end), ...refused] }
}
