import type { Payment } from '#payments/server/index.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { isOpen } from '../../rules.ts'
import { end, lock } from '../life.service.ts'
import * as periods from '../periods.queries.ts'
import { findSubscription, lockSubscription } from '../queries.ts'
import type { Subscription } from '../tables.ts'
import { findReplacing } from './changes/change.queries.ts'
import { addEvent } from './history.service.ts'

/**
 * Marks the refunded payment's period. If that is the current period, the plan ends immediately, and so does a plan that got credit for it. A payment
 * that opened no period ends nothing.
 */
export async function revoke(ctx: Ctx<Tx>, payment: Payment): Promise<void> {
  const period = await periods.findPeriodPaidBy(ctx.db, payment.id)
  const subscription = period && (await findSubscription(ctx.db, period.subscription_id))
  if (!period || !subscription || period.refunded_at) return
  const locked = await lock(ctx, subscription)
  await periods.updatePeriod(ctx.db, period.id, { refunded_at: ctx.now })
  await addEvent(ctx, {
    subscription_id: locked.id,
    kind: 'refunded',
    description: `Payment ${period.receipt_number} refunded`,
    amount_cents: negative(payment.amount_cents),
    period_id: period.id
  })
  const last = await periods.findLastPeriod(ctx.db, locked.id)
  if (last?.id === period.id) await endPaid(ctx, locked)
}

/** Ends a plan whose current period is not paid any more. If another plan replaced it, that one's current period had credit for it. */
async function endPaid(ctx: Ctx<Tx>, locked: Subscription): Promise<void> {
  if (isOpen(locked.state)) return void (await end(ctx, locked, 'refunded'))
  const found = await findReplacing(ctx.db, locked.id)
  const credited = found && (await periods.findLastPeriod(ctx.db, found.id))
  if (!found || !credited || credited.credit_cents === 0) return
  // The owner's lock is held.
  await endPaid(ctx, (await lockSubscription(ctx.db, found.id)) ?? found)
}

const negative = (amount: Cents): Cents => toCents(-amount)
