import { refund } from '#payments/server/refunds/refund.service.ts'
import type { Actor } from '#platform/server/index.ts'
import { PLAN_IDS } from '#subscriptions/rules.ts'
import { change } from '#subscriptions/server/billing/changes/change.service.ts'
import { quote } from '#subscriptions/server/billing/changes/quote.service.ts'
import { checkOut, confirm } from '#subscriptions/server/billing/checkout.service.ts'
import { cancel, resume } from '#subscriptions/server/billing/renewal.service.ts'
import { lifeOf, live } from './crashes.ts'
import type { Dice } from './dice.ts'
import type { Shop } from './shop.ts'
import { moveTo, type Terms } from './terms.ts'
import { surprise } from './work.ts'

type Started = { sub_id: string; provider_subscription_id: string }

/** A client who subscribes, with a coupon or without, may return from PayPal, changes the plan, cancels and subscribes again. */
export type Subscribing = { client: Actor; dice: Dice; terms: Terms; started: Started[]; log: string[]; surprises: string[] }
type Act = () => Promise<void>

export const subscribingOf = (terms: Terms, who: Pick<Subscribing, 'client' | 'dice'>): Subscribing => ({
  ...who,
  terms,
  started: [],
  log: [],
  surprises: []
})

/** Runs what the client, PayPal and the admin do at the same time. */
export async function monthOf(shop: Shop, subscribing: Subscribing): Promise<void> {
  const acts = Array.from({ length: 1 + subscribing.dice.below(3) }, () => choose(shop, subscribing))
  await Promise.all(acts.map((act) => act()))
}

function choose(shop: Shop, subscribing: Subscribing): Act {
  const { dice, started } = subscribing
  const last = started.at(-1)
  if (!last || (started.length < 3 && dice.chance(0.1))) return subscribe(shop, subscribing)
  if (dice.chance(0.08)) return ours(subscribing, 'billing', () => moveTo(shop, subscribing.client, dice))
  const remote = shop.sandbox.documents('subscription').find(({ id }) => id === last.provider_subscription_id)
  if (remote?.status === 'APPROVAL_PENDING')
    return dice.chance(0.7) ? atPayPal(shop, subscribing, `${last.provider_subscription_id}/approve`) : confirmed(shop, subscribing, last)
  if (dice.chance(0.3)) return confirmed(shop, subscribing, last)
  if (dice.chance(0.5)) return otherPlan(shop, subscribing, last)
  if (dice.chance(0.5)) return renewal(shop, subscribing)
  if (dice.chance(0.2)) return giveBack(shop, subscribing)
  if (dice.chance(0.2)) return atPayPal(shop, subscribing, `${last.provider_subscription_id}/cancel`)
  return subscribe(shop, subscribing)
}

const renewal = (shop: Shop, subscribing: Subscribing): Act =>
  subscribing.dice.chance(0.6)
    ? ours(subscribing, 'cancel', () => cancel(shop.ctx(subscribing.client)))
    : ours(subscribing, 'resume', () => resume(shop.ctx(subscribing.client)))

/** Runs work in a simulated process of the product, which may be killed. */
function ours(subscribing: Subscribing, what: string, work: () => Promise<unknown>): Act {
  const life = lifeOf(subscribing.dice.apart(subscribing.log.length))
  const at = subscribing.log.push(what) - 1
  return async () => {
    const end = await live(life, work)
    subscribing.log[at] += `: ${end.how === 'failed' ? end.error.message : end.how}`
    subscribing.surprises.push(...surprise(what, end))
  }
}

function atPayPal(shop: Shop, { log }: Subscribing, path: string): Act {
  const at = log.push(`PayPal: ${path.split('/')[1]}`) - 1
  return async () => {
    log[at] += (await shop.drive(`/subscriptions/${path}`)) ? ': done' : ': refused'
  }
}

function subscribe(shop: Shop, subscribing: Subscribing): Act {
  const { dice, terms } = subscribing
  const plan_id = dice.one(PLAN_IDS)
  const coupon = dice.chance(0.5) ? dice.one(terms.plans) : null
  return ours(subscribing, 'subscribe', async () => {
    const { sub_id, provider_subscription_id } = await checkOut(shop.ctx(subscribing.client), {
      body: { plan_id, renewal_consent: true, coupon }
    } as never)
    subscribing.started.push({ sub_id, provider_subscription_id })
  })
}

function confirmed(shop: Shop, subscribing: Subscribing, { sub_id }: Started): Act {
  const tries = Array.from({ length: 1 + subscribing.dice.below(2) }, () =>
    ours(subscribing, 'confirm', () => confirm(shop.ctx(subscribing.client), sub_id))
  )
  return async () => void (await Promise.all(tries.map((one) => one())))
}

/** Quotes another plan and changes to it, sometimes twice with the same quote. The change is approved at PayPal, late, or never. */
function otherPlan(shop: Shop, subscribing: Subscribing, { provider_subscription_id }: Started): Act {
  const { client, dice } = subscribing
  const plan_id = dice.one(PLAN_IDS)
  const times = 1 + dice.below(2)
  let toApprove = provider_subscription_id
  const asked = ours(subscribing, 'change', async () => {
    const { quote_id } = await quote(shop.ctx(client), { body: { plan_id } } as never)
    const body = { plan_id, quote_id, renewal_consent: true }
    const tries = await Promise.allSettled(Array.from({ length: times }, () => change(shop.ctx(client), { body } as never)))
    const changed = tries.find((one) => one.status === 'fulfilled')?.value
    if (!changed) throw tries.find((one) => one.status === 'rejected')?.reason
    if (!changed.provider_subscription_id) return
    toApprove = changed.provider_subscription_id
    subscribing.started.push({ sub_id: changed.sub_id, provider_subscription_id: toApprove })
  })
  if (dice.chance(0.4)) return asked
  return async () => {
    await asked()
    await atPayPal(shop, subscribing, `${toApprove}/approve`)()
  }
}

/** Refunds by an admin once the payment is booked, or at PayPal, possibly before the product knows the payment. */
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

function giveBackAtPayPal(shop: Shop, { dice, started, log }: Subscribing): Act {
  const { sub_id } = started.at(-1)!
  const how = dice.chance(0.3) ? 'reverse' : 'refund'
  const at = log.push(`PayPal: ${how}`) - 1
  return async () => {
    const sale = shop.sandbox.documents('sale').findLast(({ custom_id, status }) => custom_id === sub_id && status !== 'DECLINED')
    log[at] += sale !== undefined && (await shop.drive(`/captures/${sale.id}/${how}`)) ? ': done' : ': refused'
  }
}

/** PayPal charges the subscriptions that are due; some charges fail. */
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
