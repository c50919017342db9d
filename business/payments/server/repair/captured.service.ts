import { setTimeout } from 'node:timers/promises'
import { type Ctx, PermanentFailure } from '#platform/server/index.ts'
import { findOrder } from '../capture/reconcile.service.ts'
import { PayPalRefusal, PayPalUnreachable } from '../paypal/adapter.ts'
import { captureOf } from '../paypal/refunds.ts'
import { captureIdOf, type Payment } from '../ports.ts'
import { takeAllBack } from '../refunds/reconcile-refunds.service.ts'
import { settleRefund } from '../refunds/record-refund.service.ts'
import { findRefundsOf } from '../refunds/refund.queries.ts'
import { claimDue, updateNextCheck } from './captured.queries.ts'
import { failureReason } from './failure-reason.ts'

const HOUR_MS = 3600_000
const DAY_MS = 24 * HOUR_MS
/** For 180 days, PayPal refunds a payment and its buyer may open a dispute. An order can be approved a few days after it was created. */
const CHECKED_FOR_MS = 185 * DAY_MS
const CHECK_AGAIN_MS = 20 * HOUR_MS
/** Longer than a run can take. A payment that could not be checked is taken again when its claim ends. */
const CLAIM_MS = HOUR_MS
const MAX_RUN_MS = 5 * 60_000
/** Every ten minutes: at least 40,000 payments a day. */
const MAX_PER_RUN = 300
const LANES = 2
/** Each lane asks at most every 600 ms: about three calls a second together. */
const PACE_MS = 600

/**
 * Asks PayPal about captured license payments, each once a day, and books refunds and reversals of which no event has told us. A payment that
 * fails does not stop the others. It is asked about again in an hour, or the next day if PayPal itself refused. While PayPal cannot be reached, that
 * is all; other errors fail the job for good, because another attempt would take other payments. Returns the number of payments taken.
 */
export async function reconcileCaptured(
  ctx: Ctx,
  { pace_ms = PACE_MS, stopping }: { pace_ms?: number; stopping?: AbortSignal } = {}
): Promise<number> {
  const claimed = await claim(ctx)
  const failures = new Map<string, Error>()
  let failed = 0
  const waiting = claimed.values()
  const end = performance.now() + MAX_RUN_MS
  const lane = async () => {
    for (const payment of waiting) {
      if (performance.now() > end || stopping?.aborted) return
      const pace = setTimeout(pace_ms)
      await check(ctx, payment).catch((cause: unknown) => {
        failed += 1
        const reason = failureReason(cause)
        if (!failures.has(reason)) failures.set(reason, new Error(`Payment ${payment.id} could not be checked.`, { cause }))
      })
      await pace
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  if (failed > 0) reportFailures(ctx, [...failures.values()], `${failed} of ${claimed.length} payments could not be checked at PayPal.`)
  return claimed.length
}

function reportFailures({ log }: Ctx, failures: Error[], text: string): void {
  const others = failures.filter(({ cause }) => !(cause instanceof PayPalUnreachable))
  if (others.length > 0) throw new PermanentFailure(text, { cause: new AggregateError(others, 'Each reason once.') })
  log.warn({ err: failures[0] }, text)
}

async function claim({ db, now }: Ctx): Promise<Payment[]> {
  const at = (ms: number) => new Date(now.getTime() + ms)
  const range = { created_after: at(-CHECKED_FOR_MS), captured_before: at(-CHECK_AGAIN_MS) }
  return claimDue(db, { now, ...range, claimed_until: at(CLAIM_MS), limit: MAX_PER_RUN })
}

async function check(ctx: Ctx, payment: Payment): Promise<void> {
  const nextDay = () => updateNextCheck(ctx.db, payment.id, new Date(ctx.now.getTime() + CHECK_AGAIN_MS))
  try {
    await applyRefunds(ctx, payment)
  } catch (error) {
    if (error instanceof PayPalRefusal && error.status !== TOO_MANY) await nextDay()
    throw error
  }
  await nextDay()
}

const TOO_MANY = 429
const ALL_BACK = new Set(['REFUNDED', 'REVERSED'])

/** Applies what PayPal says now, in the way in which its events are applied: what is booked already is not booked again. */
async function applyRefunds(ctx: Ctx, payment: Payment): Promise<void> {
  const capture_id = captureIdOf(payment)
  const order = await findOrder(ctx, payment)
  const { captures = [], refunds = [] } = order?.purchase_units[0]?.payments ?? {}
  const own = refunds.filter((refund) => (captureOf(refund) ?? capture_id) === capture_id)
  for (const refund of own) await settleRefund(ctx, payment.id, refund)
  const { status } = captures.find(({ id }) => id === capture_id) ?? (await ctx.ports.paypal.getCapture(capture_id))
  if (ALL_BACK.has(status)) await takeAllBack(ctx, capture_id)
  else if (status === 'PARTIALLY_REFUNDED' && own.length === 0) await requireKnownRefund(ctx, payment)
}

/** PayPal names an unknown refund only in the order, and it does not list orders forever. */
async function requireKnownRefund({ db }: Ctx, { id }: Payment): Promise<void> {
  const known = await findRefundsOf(db, id)
  if (!known.some(({ state }) => state === 'completed'))
    throw new Error(`PayPal refunded a part of payment ${id} and does not name the refund.`)
}
