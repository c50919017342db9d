import { createHash, randomBytes } from 'node:crypto'
import { type Ctx, inTransaction, type Tx } from '#platform/server/index.ts'
import { NOTICE_DAYS } from '../../../rules.ts'
import { daysAfter, lock } from '../../life.service.ts'
import { mailRenewalNotice } from '../../mailing.service.ts'
import * as queries from '../../queries.ts'
import type { Subscription } from '../../tables.ts'
import { nextCharge } from '../due.service.ts'
import * as notices from './notice.queries.ts'

/** Only the hash of a link's token is stored. */
export const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Announces the renewal of a locked plan by mail, once for each period: a yearly one, from 30 days before PayPal charges. */
export async function noticeRenewal(ctx: Ctx<Tx>, subscription_id: string): Promise<void> {
  const plan = await queries.findSubscription(ctx.db, subscription_id)
  const charged_at = plan && chargedAt(plan)
  if (!plan?.period_started_at || !charged_at || charged_at <= ctx.now || charged_at > daysAfter(ctx.now, NOTICE_DAYS)) return
  const token = randomBytes(32).toString('base64url')
  const { id, period_started_at } = plan
  const isNew = await notices.insertNotice(ctx.db, { token_hash: hashOf(token), subscription_id: id, period_started_at, sent_at: ctx.now })
  if (!isNew) return
  await mailRenewalNotice(ctx, plan, { charged_at, price_cents: await nextCharge(ctx, plan), token })
}

/** Returns when PayPal charges the next year. Undefined if this plan gets no notice. */
function chargedAt({ source, plan_type, state, auto_renew, cancel_due, period_ends_at, extended_days }: Subscription): Date | undefined {
  const isRenewing = source === 'paypal' && plan_type === 'yearly' && state === 'active' && auto_renew && !cancel_due
  return isRenewing && period_ends_at ? daysAfter(period_ends_at, -extended_days) : undefined
}

/** Announces the renewals that became near since the last run. */
export async function noticeDueRenewals(ctx: Ctx, most: number): Promise<void> {
  for (const plan of await notices.findToNotify(ctx.db, { now: ctx.now, until: daysAfter(ctx.now, NOTICE_DAYS), most }))
    await inTransaction(ctx, async (ctx) => noticeRenewal(ctx, (await lock(ctx, plan)).id))
}
