import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, networkOf, refuse, spend } from '#platform/server/index.ts'
import type { readRenewalNotice } from '../../../change.contract.ts'
import { refusals } from '../../../contract.ts'
import { isOpen } from '../../../rules.ts'
import { nextTerms } from '../../next-terms.ts'
import * as queries from '../../queries.ts'
import type { Subscription } from '../../tables.ts'
import { nextCharge } from '../due.service.ts'
import { cancelFor } from '../renewal.service.ts'
import { findNotice } from './notice.queries.ts'
import { hashOf } from './notice.service.ts'

/** Returns the plan of a notice's link. The link ends with the period that it announced. */
async function requireAnnounced(ctx: Ctx, token: string): Promise<Subscription> {
  const notice = await findNotice(ctx.db, hashOf(token))
  const plan = notice && (await queries.findSubscription(ctx.db, notice.subscription_id))
  const isSamePeriod = plan?.period_started_at?.getTime() === notice?.period_started_at.getTime()
  if (!plan || !isOpen(plan.state) || !isSamePeriod) throw refuse(refusals, 'notice_not_found')
  return plan
}

/** Returns what the link's page shows. Whoever has the link got the mail, so it names the plan but no person. */
export async function readNotice(ctx: Ctx, token: string): Promise<Answer<typeof readRenewalNotice>> {
  const plan = await requireAnnounced(ctx, token)
  const { auto_renew, period_ends_at } = plan
  const { plan_name } = nextTerms(plan)
  const price_cents = await nextCharge(ctx, plan)
  return { plan_name, auto_renew, expires_at: period_ends_at?.toISOString() ?? null, price_cents }
}

const HOUR = 3600
/** For one network address. */
const TRIES = { most: 60, seconds: HOUR }

/** Cancels the renewal that a mail announced, without signing in. A repeated call changes nothing. */
export async function cancelByNotice(ctx: Ctx, token: string): Promise<void> {
  await spend(ctx, { key: `subscriptions.notice.${networkOf(ctx.caller.ip)}`, ...TRIES })
  await cancelFor(ctx, await requireAnnounced(ctx, token))
}
