import type { Subscription } from '#sandbox/paypal/documents.ts'
import type { Dice } from '#tests/faults/dice.ts'
import { atPayPal, repeat } from './people.ts'
import type { Rig } from './rig.ts'

const HOUR_MS = 3_600_000
/** How often PayPal cannot charge a plan that is due. It does not try again. */
const DECLINED = 0.2

/** Moves the clocks. PayPal charges each plan within an hour after its period ends. */
export async function passDays(rig: Rig, ms: number, dice: Dice): Promise<void> {
  const end = rig.now().getTime() + ms
  for (let due = nextDue(rig, end); due.length > 0; due = nextDue(rig, end)) {
    const at = Math.max(...due.map(dueAt)) + HOUR_MS
    await rig.pass(Math.max(0, at - rig.now().getTime()))
    for (const one of due) await charge(rig, one, dice)
  }
  await rig.pass(Math.max(0, end - rig.now().getTime()))
}

const dueAt = ({ next_billing_time = '' }: Subscription): number => Date.parse(next_billing_time)

/** Returns the plans that are due first, and those within an hour. */
function nextDue(rig: Rig, end: number): Subscription[] {
  const due = rig.sandbox
    .documents('subscription')
    .filter((one) => one.status === 'ACTIVE' && one.failed_payments_count === 0 && dueAt(one) <= end - HOUR_MS)
  const first = Math.min(...due.map(dueAt))
  return due.filter((one) => dueAt(one) <= first + HOUR_MS / 2)
}

/** The answer may get lost, so PayPal's own store says whether the plan still has to be charged. */
async function charge(rig: Rig, { id, next_billing_time }: Subscription, dice: Dice): Promise<void> {
  const how = dice.chance(DECLINED) ? 'fail-renewal' : 'renew'
  const isDone = () => {
    const now = rig.store.find('subscription', id)
    return now?.status !== 'ACTIVE' || now.next_billing_time !== next_billing_time || now.failed_payments_count > 0
  }
  await repeat(async () => isDone() || (await atPayPal(rig, `/subscriptions/${id}/${how}`)), isDone)
}

/** The subscribers of earlier schedules cancel at PayPal, so that only the plans of this one are charged. */
export async function endRenewals(rig: Rig): Promise<void> {
  for (const { id, status } of rig.sandbox.documents('subscription'))
    if (status === 'ACTIVE') await atPayPal(rig, `/subscriptions/${id}/cancel`)
}
