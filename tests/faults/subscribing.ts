import { refund } from '#payments/server/refund.service.ts'
import type { Actor } from '#platform/server/index.ts'
import { PLAN_IDS } from '#subscriptions/rules.ts'
import { checkOut, confirm } from '#subscriptions/server/checkout.service.ts'
import { cancel, change } from '#subscriptions/server/renewal.service.ts'
import { lifeOf, live } from './crashes.ts'
import type { Dice } from './dice.ts'
import type { Shop } from './shop.ts'
import { surprise } from './work.ts'

type Begun = { sub_id: string; provider_subscription_id: string }

/** One client who subscribes, comes back from PayPal or not, changes the plan, cancels, and begins again. */
export type Subscribing = { client: Actor; dice: Dice; begun: Begun[]; told: string[]; surprises: string[] }
type Act = () => Promise<void>

export const subscribingOf = (client: Actor, dice: Dice): Subscribing => ({ client, dice, begun: [], told: [], surprises: [] })

/** What the client, PayPal and the admin do in this moment, all at once. */
export async function monthOf(shop: Shop, subscribing: Subscribing): Promise<void> {
  const acts = Array.from({ length: 1 + subscribing.dice.below(3) }, () => choose(shop, subscribing))
  await Promise.all(acts.map((act) => act()))
}

function choose(shop: Shop, subscribing: Subscribing): Act {
  const { dice, begun } = subscribing
  const last = begun.at(-1)
  if (!last || (begun.length < 3 && dice.chance(0.1))) return subscribe(shop, subscribing)
  const remote = shop.sandbox.documents('subscription').find(({ id }) => id === last.provider_subscription_id)
  if (remote?.status === 'APPROVAL_PENDING')
    return dice.chance(0.7) ? atPayPal(shop, subscribing, `${last.provider_subscription_id}/approve`) : confirmed(shop, subscribing, last)
  if (dice.chance(0.5)) return confirmed(shop, subscribing, last)
  if (dice.chance(0.3)) return ours(subscribing, 'cancel', () => cancel(shop.ctx(subscribing.client)))
  if (dice.chance(0.3)) return otherPlan(shop, subscribing, last)
  if (dice.chance(0.2)) return giveBack(shop, subscribing)
  if (dice.chance(0.2)) return atPayPal(shop, subscribing, `${last.provider_subscription_id}/cancel`)
  return subscribe(shop, subscribing)
}

/** Carried out as a process of ours that may be killed at it. */
function ours(subscribing: Subscribing, what: string, work: () => Promise<unknown>): Act {
  const life = lifeOf(subscribing.dice.apart(subscribing.told.length))
  const at = subscribing.told.push(what) - 1
  return async () => {
    const end = await live(life, work)
    subscribing.told[at] += `: ${end.how === 'failed' ? end.error.message : end.how}`
    subscribing.surprises.push(...surprise(what, end))
  }
}

function atPayPal(shop: Shop, { told }: Subscribing, path: string): Act {
  const at = told.push(`PayPal: ${path.split('/')[1]}`) - 1
  return async () => {
    told[at] += (await shop.drive(`/subscriptions/${path}`)) ? ': done' : ': refused'
  }
}

function subscribe(shop: Shop, subscribing: Subscribing): Act {
  const plan_id = subscribing.dice.one(PLAN_IDS)
  return ours(subscribing, 'subscribe', async () => {
    const { sub_id, provider_subscription_id } = await checkOut(shop.ctx(subscribing.client), {
      body: { plan_id, renewal_consent: true }
    } as never)
    subscribing.begun.push({ sub_id, provider_subscription_id })
  })
}

function confirmed(shop: Shop, subscribing: Subscribing, { sub_id }: Begun): Act {
  const tries = Array.from({ length: 1 + subscribing.dice.below(2) }, () =>
    ours(subscribing, 'confirm', () => confirm(shop.ctx(subscribing.client), sub_id))
  )
  return async () => void (await Promise.all(tries.map((one) => one())))
}

function otherPlan(shop: Shop, subscribing: Subscribing, { provider_subscription_id }: Begun): Act {
  const plan_id = subscribing.dice.one(PLAN_IDS)
  const asked = ours(subscribing, 'change', () => change(shop.ctx(subscribing.client), { body: { plan_id } } as never))
  if (subscribing.dice.chance(0.4)) return asked
  const agreed = atPayPal(shop, subscribing, `${provider_subscription_id}/approve`)
  return async () => {
    await asked()
    await agreed()
  }
}

/** By an admin, once it is booked; or by someone at PayPal, or PayPal itself, perhaps before anybody here has heard of the payment. */
function giveBack(shop: Shop, subscribing: Subscribing): Act {
  if (subscribing.dice.chance(0.4)) return giveBackAtPayPal(shop, subscribing)
  return ours(subscribing, 'refund', async () => {
    const paid = await shop.db
      .selectFrom('payments.payment')
      .select('id')
      .where('client_id', '=', subscribing.client.id)
      .where('state', '=', 'captured')
      .orderBy('captured_at', 'desc')
      .executeTakeFirst()
    if (paid) await refund(shop.ctx(shop.admin), { params: { id: paid.id }, body: { reason: 'As asked' } } as never)
  })
}

function giveBackAtPayPal(shop: Shop, { dice, begun, told }: Subscribing): Act {
  const { sub_id } = begun.at(-1)!
  const how = dice.chance(0.3) ? 'reverse' : 'refund'
  const at = told.push(`PayPal: ${how}`) - 1
  return async () => {
    const sale = shop.sandbox.documents('sale').findLast(({ custom_id, status }) => custom_id === sub_id && status !== 'DECLINED')
    told[at] += sale !== undefined && (await shop.drive(`/captures/${sale.id}/${how}`)) ? ': done' : ': refused'
  }
}

/** PayPal charges whose day has come; some cards are refused, and some of those are charged a few days later. */
export async function charge(shop: Shop, dice: Dice, clients: Set<string>): Promise<void> {
  const names = await shop.db
    .selectFrom('subscriptions.subscription')
    .select('id')
    .where('owner_id', 'in', [...clients])
    .execute()
  const ids = new Set(names.map(({ id }) => id))
  for (const { id, status, custom_id, next_billing_time } of shop.sandbox.documents('subscription')) {
    const isDue = status === 'ACTIVE' && ids.has(custom_id ?? '') && next_billing_time && new Date(next_billing_time) <= shop.now()
    if (isDue) await shop.drive(`/subscriptions/${id}/${dice.chance(0.25) ? 'fail-renewal' : 'renew'}`)
  }
}
