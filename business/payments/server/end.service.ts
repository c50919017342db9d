import { type Ctx, inTransaction } from '#platform/server/index.ts'
import type { Payment } from './ports.ts'
import * as queries from './queries.ts'

type Failure = 'declined' | 'held_already' | 'no_order' | 'other_amount'

/** Ends an unfinished payment without money, and returns what its checkout had reserved. Does nothing if the payment is finished. */
export async function fail(ctx: Ctx, payment: Payment, failure: Failure, more: { provider_capture_id?: string } = {}): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const failed = { state: 'failed', failure, failed_at: ctx.now, pending: false, ...more } as const
    if (await queries.updateOpenPayment(inside.db, payment.id, failed)) await release(inside, payment)
  })
}

/** Gives up an unfinished payment, unless it is being captured. Returns whether it did. */
export async function abandon(ctx: Ctx, payment: Payment): Promise<boolean> {
  return inTransaction(ctx, async (inside) => {
    const is_abandoned = await queries.updateAbandoned(inside.db, payment.id, inside.now)
    if (is_abandoned) await release(inside, payment)
    return is_abandoned
  })
}

async function release(inside: Parameters<Ctx['ports']['purposes']['license']['release']>[0], payment: Payment): Promise<void> {
  if (payment.purpose === 'license') await inside.ports.purposes.license.release(inside, payment)
}
