import type { Payment } from '#payments/server/index.ts'
import { type Cents, toCents } from '#platform/contract/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import { isOpen } from '../../rules.ts'
import { end, lock } from '../life.service.ts'
import * as periods from '../periods.queries.ts'
import { findSubscription } from '../queries.ts'
import { addEvent } from './history.service.ts'

/** Marks the refunded payment's period. If that is the current period, the plan ends immediately. A payment that opened no period ends nothing. */
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
  if (isOpen(locked.state) && last?.id === period.id) await end(ctx, locked, 'refunded')
}

const negative = (amount: Cents): Cents => toCents(-amount)
