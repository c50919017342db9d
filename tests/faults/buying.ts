import { correct } from '#invoicing/server/documents/correct.service.ts'
import { findCurrentInvoice } from '#invoicing/server/documents/documents.queries.ts'
import { MAX_ITEMS } from '#licensing/orders.rules.ts'
import { LICENSE_TYPES, type LicenseType } from '#licensing/rules.ts'
import { checkOutLicense } from '#licensing/server/checkout/checkout.service.ts'
import { create as createOrder } from '#licensing/server/orders/orders.service.ts'
import { capture } from '#payments/server/capture/capture.service.ts'
import { refund } from '#payments/server/refunds/refund.service.ts'
import { cancel } from '#payments/server/service.ts'
import type { Actor } from '#platform/server/index.ts'
import { type Life, lifeOf, live } from './crashes.ts'
import type { Dice } from './dice.ts'
import type { Shop } from './shop.ts'
import { moveTo, type Terms } from './terms.ts'
import { surprise } from './work.ts'

type Step = 'opened' | 'approved' | 'captured'
/** `order_id` is PayPal's. */
type Order = { payment_id: string; order_id: string; step: Step; line_ids: string[] }
type Thing = { asset_id: string; license_type: LicenseType }

/**
 * A client who buys one or two licenses, or several together in orders that overlap, and repeats calls as clients do: twice, concurrently, and again
 * after an error. Some are taxed, and move.
 */
export type Buying = {
  client: Actor
  dice: Dice
  terms: Terms
  things: Thing[]
  /** How likely a checkout is an order of several things. */
  orders_chance: number
  orders: Order[]
  log: string[]
  surprises: string[]
}

export function buyingOf({ assets }: Shop, terms: Terms, { client, dice }: Pick<Buying, 'client' | 'dice'>): Buying {
  const thing = () => ({ asset_id: dice.one(assets as [string, ...string[]]), license_type: dice.one(LICENSE_TYPES) })
  const none = { client, dice, terms, orders: [], log: [], surprises: [] }
  if (!dice.chance(0.4)) return { ...none, things: dice.chance(0.2) ? [thing(), thing()] : [thing()], orders_chance: 0 }
  if (dice.chance(0.9)) return { ...none, things: Array.from({ length: 2 + dice.below(4) }, thing), orders_chance: 0.7 }
  const all = assets.flatMap((asset_id) => LICENSE_TYPES.map((license_type) => ({ asset_id, license_type })))
  return { ...none, things: dice.shuffled(all).slice(0, dice.chance(0.25) ? MAX_ITEMS : 6 + dice.below(60)), orders_chance: 0.9 }
}

/** Runs what the client, PayPal and the admin do at the same time. */
export async function moment(shop: Shop, buying: Buying): Promise<void> {
  const count = 1 + buying.dice.below(3)
  const acts = Array.from({ length: count }, () => choose(shop, buying))
  await Promise.all(acts.map((act) => act()))
}

type Act = () => Promise<void>

function choose(shop: Shop, buying: Buying): Act {
  const { dice, orders } = buying
  const of = (step: Step) => orders.filter((order) => order.step === step)
  const [opened, approved, captured] = [of('opened'), of('approved'), of('captured')]
  if (orders.length === 0 || (orders.length < 4 && dice.chance(0.15))) return checkOut(shop, buying)
  if (dice.chance(0.05)) return giveUp(shop, buying, dice.one(orders as [Order]))
  if (dice.chance(0.08)) return move(shop, buying)
  if (captured.length > 0 && dice.chance(0.45)) return afterwards(shop, buying, dice.one(captured as [Order]))
  if (opened.length > 0 && dice.chance(0.6)) return agree(shop, buying, dice.one(opened as [Order]))
  if (approved.length > 0) return pay(shop, buying, dice.one(approved as [Order]))
  return pay(shop, buying, dice.one(orders as [Order]))
}

/** Runs work in a simulated process of the product, which may be killed. */
function ours(buying: Buying, what: string, work: (life: Life) => Promise<unknown>): Act {
  const life = lifeOf(buying.dice.apart(buying.log.length))
  const at = buying.log.push(what) - 1
  return async () => {
    const end = await live(life, () => work(life))
    buying.log[at] += `: ${end.how === 'failed' ? end.error.message : end.how}`
    buying.surprises.push(...surprise(what, end))
  }
}

function checkOut(shop: Shop, buying: Buying): Act {
  const { dice, things, terms } = buying
  const coupon = dice.chance(0.5) ? dice.one(terms.licenses) : null
  const several = dice.chance(buying.orders_chance)
  const count = dice.chance(0.5) ? things.length : 2 + dice.below(things.length - 1)
  const [thing, ...others] = several ? dice.shuffled(things).slice(0, count) : [dice.one(things as [Thing])]
  const size = count === MAX_ITEMS ? '200' : count > 9 ? '10 to 199' : '2 to 9'
  return ours(buying, several ? `order of ${size}` : 'checkout', async (life) => {
    const ctx = shop.ctx(buying.client)
    const body = { terms_accepted: true, coupon }
    const answer = several
      ? await createOrder({ ...ctx, outgoing: { headers: [] } }, { body: { ...body, items: [thing!, ...others] } } as never)
      : await checkOutLicense(ctx, { body: { ...body, ...thing, via_subscription: false } } as never)
    const { payment_id, provider_order_id, lines = [] } = answer as Started
    const line_ids = lines.map(({ line_id }) => line_id)
    if (payment_id && provider_order_id && !life.dead)
      buying.orders.push({ payment_id, order_id: provider_order_id, step: 'opened', line_ids })
  })
}

type Started = { payment_id?: string; provider_order_id?: string; lines?: { line_id: string }[] }

/** What happens to an order that was paid. */
const afterwards = (shop: Shop, buying: Buying, order: Order): Act =>
  buying.dice.chance(0.25) ? correction(shop, buying, order) : giveBack(shop, buying, order)

const move = (shop: Shop, buying: Buying): Act => ours(buying, 'billing', () => moveTo(shop, buying.client, buying.dice))

/** The client asks for other billing details on the invoice, perhaps while it is refunded. */
function correction(shop: Shop, buying: Buying, { payment_id }: Order): Act {
  return ours(buying, 'correction', async () => {
    const invoice = await findCurrentInvoice(shop.db, payment_id)
    const details = { company: 'Other Inc.', address_line1: '2 Main Street', address_line2: null, city: 'Town', postal_code: null }
    if (invoice) await correct(shop.ctx(buying.client), invoice.number, { ...details, state: null, country: 'FR', tax_number: null })
  })
}

/** The client gives up before the payment is captured, or tries to. */
function giveUp(shop: Shop, buying: Buying, { payment_id }: Order): Act {
  return ours(buying, 'cancel', () => cancel(shop.ctx(buying.client), { params: { payment_id } } as never))
}

/** At PayPal, the payer approves or the bank declines; the capture may become pending or be declined. */
function agree(shop: Shop, buying: Buying, order: Order): Act {
  const { dice } = buying
  const answer = dice.chance(0.1) ? 'decline' : 'approve'
  const path = `/v2/checkout/orders/${order.order_id}/capture`
  if (dice.chance(0.12)) shop.sandbox.faults.add({ match: { path }, effect: { kind: 'pending' } })
  else if (dice.chance(0.05)) shop.sandbox.faults.add({ match: { path }, effect: { kind: 'decline' } })
  const at = buying.log.push(`PayPal: ${answer}`) - 1
  return async () => {
    const isDone = await shop.drive(`/orders/${order.order_id}/${answer}`)
    buying.log[at] += isDone ? ': done' : ': refused'
    if (isDone && order.step === 'opened') order.step = 'approved'
  }
}

/** The page returns from PayPal or is reloaded: one to three captures at the same time. */
function pay(shop: Shop, buying: Buying, order: Order): Act {
  const tries = Array.from({ length: 1 + buying.dice.below(3) }, () =>
    ours(buying, 'capture', async () => {
      const { status } = await capture(shop.ctx(buying.client), { params: { payment_id: order.payment_id }, body: {} } as never)
      if (status === 'captured') order.step = 'captured'
    })
  )
  return async () => void (await Promise.all(tries.map((one) => one())))
}

/** Refunds by one admin, by two at the same time, or at PayPal. */
function giveBack(shop: Shop, buying: Buying, order: Order): Act {
  if (buying.dice.chance(0.3)) return giveBackAtPayPal(shop, buying, order)
  const { dice } = buying
  const tries = Array.from({ length: 1 + dice.below(2) }, () => {
    const some = order.line_ids.length > 1 && dice.chance(0.6)
    const line_ids = some ? dice.shuffled(order.line_ids).slice(0, 1 + dice.below(order.line_ids.length)) : undefined
    const sent = { params: { id: order.payment_id }, body: { reason: 'As asked', line_ids } }
    return ours(buying, some ? 'refund of lines' : 'refund', () => refund(shop.ctx(shop.admin), sent as never))
  })
  return async () => void (await Promise.all(tries.map((one) => one())))
}

function giveBackAtPayPal(shop: Shop, buying: Buying, { payment_id }: Order): Act {
  const how = buying.dice.chance(0.3) ? 'reverse' : 'refund'
  const part = how === 'refund' && buying.dice.chance(0.4) ? 0.01 * (1 + buying.dice.below(900)) : undefined
  const at = buying.log.push(`PayPal: ${how}${part ? ' of a part' : ''}`) - 1
  return async () => {
    const capture = shop.sandbox.documents('capture').find(({ custom_id, refused }) => custom_id === payment_id && !refused)
    const body = part && { amount: { currency_code: 'USD', value: part.toFixed(2) } }
    const isDone = capture !== undefined && (await shop.drive(`/captures/${capture.id}/${how}`, body || undefined))
    buying.log[at] += isDone ? ': done' : ': refused'
  }
}
