import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '#platform/database/connect.ts'
import { type Buying, buyingOf, moment } from './faults/buying.ts'
import { couponDisagreements } from './faults/coupons-held-to.ts'
import { lifeOf } from './faults/crashes.ts'
import { type Dice, diceOf } from './faults/dice.ts'
import { documentDisagreements, numberProblems, xmlProblems } from './faults/documents-held-to.ts'
import { couponsUsedTooOften, disagreements, ledgerAgainstPayPal } from './faults/held-to.ts'
import { planDisagreements } from './faults/plans-held-to.ts'
import { SABOTAGES, saidAfter } from './faults/sabotage.ts'
import { openShop, type Sent, type Shop } from './faults/shop.ts'
import { charge, monthOf, type Subscribing, subscribingOf } from './faults/subscribing.ts'
import { changeTerms, moveTo, openTerms, type Terms } from './faults/terms.ts'
import { deliver, lookAround, runJobs } from './faults/work.ts'

// Waiting for another capture means waiting for its process, which in this test finishes immediately or is dead.
vi.mock('node:timers/promises', async (original) => {
  const real = await original<typeof import('node:timers/promises')>()
  return { ...real, setTimeout: (ms: number, ...rest: [unknown?, object?]) => real.setTimeout(Math.min(ms, 2), ...rest) }
})

const SEED = Number(process.env['FAULT_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const RUNS = Number(process.env['FAULT_RUNS'] ?? 400)
const CONCURRENT = 50
const MOMENTS = 4
const SUBSCRIBERS = Math.ceil(RUNS / 8)
const MONTHS = 2

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ clients: RUNS + SUBSCRIBERS })
})
afterAll(() => shop.end())

test(
  'after random schedules of faults and crashes, all payments, orders, licenses, coupons and ledger entries agree',
  async () => {
    console.info(`FAULT_SEED=${SEED} FAULT_RUNS=${RUNS}`)
    const happened = new Map<string, number>()
    for (let first = 0; first < RUNS; first += CONCURRENT) {
      const dice = diceOf(SEED).apart(first)
      const terms = await openTerms(shop, `L${first}`)
      const buyings = shop.people
        .slice(first, first + CONCURRENT)
        .map((client, at) => buyingOf(shop, terms, { client, dice: diceOf(SEED).apart(first + at) }))
      const surprises = await play(buyings, terms, dice)
      for (const what of buyings.flatMap(({ log }) => log)) happened.set(what, 1 + (happened.get(what) ?? 0))
      // The captured payments of this schedule were checked. The next schedules only check their own.
      await shop.db
        .updateTable('payments.payment')
        .set({ next_check_at: new Date('2100-01-01') })
        .execute()
      const clients = buyings.map(({ client }) => client.id)
      const problems = [...(await disagreements(shop, clients)), ...(await bookProblems(shop.db, clients))]
      const all = [
        ...surprises,
        ...buyings.flatMap((one) => one.surprises),
        ...problems.map((problem) => `${problem}\n${storyOf(buyings, problem)}`)
      ]
      expect(all, `FAULT_SEED=${SEED}, schedules ${first} to ${first + CONCURRENT - 1}`).toEqual([])
    }
    console.info(
      [...happened]
        .map(([what, times]) => `${times} × ${what}`)
        .toSorted()
        .join('\n')
    )
  },
  1000 * 60 * 60
)

test(
  'after random schedules of subscriptions, every payment is booked once and every plan is open as long as it was paid',
  async () => {
    const happened = new Map<string, number>()
    shop.at('2026-07-01T12:00:00Z')
    for (let first = 0; first < SUBSCRIBERS; first += CONCURRENT) {
      const dice = diceOf(SEED).apart(first + RUNS)
      const people = shop.people.slice(RUNS + first, RUNS + first + CONCURRENT)
      const terms = await openTerms(shop, `P${first}`)
      const all = people.map((client, at) => subscribingOf(terms, { client, dice: diceOf(SEED).apart(RUNS + first + at) }))
      const surprises = await playMonths(all, terms, dice)
      for (const what of all.flatMap(({ log }) => log)) happened.set(what, 1 + (happened.get(what) ?? 0))
      const clients = people.map(({ id }) => id)
      const problems = [...(await planDisagreements(shop, clients)), ...(await bookProblems(shop.db, clients))]
      const found = [
        ...surprises,
        ...all.flatMap((one) => one.surprises),
        ...problems.map((problem) => `${problem}\n${storyOf(all, problem)}`)
      ]
      expect(found, `FAULT_SEED=${SEED}, subscribers ${first} to ${first + CONCURRENT - 1}`).toEqual([])
    }
    console.info(
      [...happened]
        .map(([what, times]) => `${times} × ${what}`)
        .toSorted()
        .join('\n')
    )
  },
  1000 * 60 * 60
)

describe.skipIf(RUNS < 400)('what breaks the books is noticed', () => {
  test.each(SABOTAGES)('%s', async (_what, statement, said) => {
    const clients = shop.people.map(({ id }) => id)
    const check = async (db: Db) => [
      ...(await disagreements({ ...shop, db }, clients)),
      ...(await planDisagreements({ ...shop, db }, clients)),
      ...(await bookProblems(db, clients))
    ]
    expect((await saidAfter(shop.db, statement, check)).join('\n')).toMatch(said)
  })
})

/** What every group of schedules is held to, whatever was bought: documents, numbers, coupons, and the whole ledger. */
async function bookProblems(db: Db, clients: string[]): Promise<string[]> {
  const { ledger, paypal } = await ledgerAgainstPayPal({ ...shop, db })
  const [ours, theirs] = [JSON.stringify(ledger), JSON.stringify(paypal)]
  return [
    ...(ours === theirs ? [] : [`the ledger has ${ours}, and PayPal ${theirs}`]),
    ...(await documentDisagreements(db, clients)),
    ...(await numberProblems(db)),
    ...(await xmlProblems(db, clients)),
    ...(await couponDisagreements(db, clients)),
    ...(await couponsUsedTooOften({ db }))
  ]
}

async function playMonths(all: Subscribing[], terms: Terms, dice: Dice): Promise<string[]> {
  const surprises: string[] = []
  let webhooks: Sent[] = []
  const clients = new Set(all.map(({ client }) => client.id))
  await Promise.all(all.map(({ client, dice: own }) => own.chance(0.5) && moveTo(shop, client, own)))
  for (let at = 0; at < MONTHS * 3; at += 1) {
    const [left, jobs, around, changed] = await Promise.all([
      deliverAll(webhooks, dice),
      runJobs(shop, dice),
      dice.chance(0.4) ? lookAround(shop, dice.apart(at)) : [],
      changeTerms(shop, terms, dice.apart(1000 + at)),
      ...all.map((one) => monthOf(shop, one))
    ])
    surprises.push(...left.surprises, ...jobs.surprises, ...around, ...changed)
    webhooks = [...left.webhooks, ...(await shop.post.collect())]
    const days = dice.one([1, 2, 12, 30])
    if (days > 2) webhooks = await deliverCertain(webhooks, { dice, surprises })
    shop.pass(60 * 24 * days)
    await charge(shop, dice, clients)
    if (at === 2 && dice.chance(0.4)) webhooks = await quietYear(webhooks, { dice, clients, all, surprises })
  }
  return [...surprises, ...(await settle(webhooks, dice))]
}

type Quiet = { dice: Dice; clients: Set<string>; all: Subscribing[]; surprises: string[] }

/** Nobody does anything for a year, and PayPal charges what is due: yearly plans renew. No approval page stays open that long. */
async function quietYear(late: Sent[], { dice, clients, all, surprises }: Quiet): Promise<Sent[]> {
  let webhooks = late
  const open = shop.sandbox.documents('subscription').filter(({ status }) => status === 'APPROVAL_PENDING')
  const gone = new Set(open.map(({ id }) => id))
  for (const one of all) one.started = one.started.filter(({ provider_subscription_id }) => !gone.has(provider_subscription_id))
  for (let month = 0; month < 12; month += 1) {
    webhooks = await deliverCertain(webhooks, { dice, surprises })
    shop.pass(60 * 24 * 31)
    await charge(shop, dice, clients)
    const left = await deliverAll([...webhooks, ...(await shop.post.collect())], dice)
    const jobs = await runJobs(shop, dice)
    surprises.push(...left.surprises, ...jobs.surprises, ...(await lookAround(shop, dice)))
    webhooks = left.webhooks
  }
  return webhooks
}

const storyOf = (stories: Pick<Buying, 'client' | 'log'>[], problem: string): string =>
  stories.find(({ client }) => problem.includes(client.id))?.log.join('\n') ?? ''

async function play(buyings: Buying[], terms: Terms, dice: Dice): Promise<string[]> {
  const surprises: string[] = []
  let webhooks: Sent[] = []
  await Promise.all(buyings.map(({ client, dice: own }) => own.chance(0.5) && moveTo(shop, client, own)))
  for (let at = 0; at < MOMENTS; at += 1) {
    const [left, jobs, around, changed] = await Promise.all([
      deliverAll(webhooks, dice),
      runJobs(shop, dice),
      dice.chance(0.4) ? lookAround(shop, dice.apart(at)) : [],
      changeTerms(shop, terms, dice.apart(1000 + at)),
      ...buyings.map((buying) => moment(shop, buying))
    ])
    surprises.push(...left.surprises, ...jobs.surprises, ...around, ...changed)
    webhooks = [...left.webhooks, ...(await shop.post.collect())]
    shop.pass(dice.one([0, 0.5, 3, 20]))
  }
  return [...surprises, ...(await settle(webhooks, dice))]
}

/** The refund of a plan's payment made at PayPal is reported by webhook, and PayPal resends it for days until it is accepted. */
const mustArrive = ({ event: { event_type } }: Sent): boolean => /^PAYMENT\.SALE\.(REFUNDED|REVERSED)$/.test(event_type)

const PATIENCE_MS = 3 * 24 * 3600_000
const isGivenUp = ({ headers }: Sent): boolean =>
  shop.now().getTime() - Date.parse(String(headers['paypal-transmission-time'])) > PATIENCE_MS

/** Delivers PayPal's webhooks in any order: once, twice, late, or never. */
async function deliverAll(webhooks: Sent[], dice: Dice): Promise<{ webhooks: Sent[]; surprises: string[] }> {
  const delivered = await Promise.all(
    dice.shuffled(webhooks).map(async (webhook, at) => {
      const own = dice.apart(at)
      if (isGivenUp(webhook)) return { webhooks: [], surprises: [] }
      if (own.chance(0.2) && !mustArrive(webhook)) return { webhooks: [], surprises: [] }
      if (own.chance(0.2)) return { webhooks: [webhook], surprises: [] }
      const copies = own.chance(0.2) ? [webhook, webhook] : [webhook]
      const answers = await Promise.all(copies.map((copy) => deliver(shop, copy, lifeOf(own))))
      return { webhooks: answers.every(({ taken }) => taken) ? [] : [webhook], surprises: answers.flatMap((one) => one.surprises) }
    })
  )
  return { webhooks: delivered.flatMap((one) => one.webhooks), surprises: delivered.flatMap((one) => one.surprises) }
}

/** PayPal resends for three days, and some process of ours is up by then: what must arrive has arrived before more days pass. */
async function deliverCertain(webhooks: Sent[], { dice, surprises }: Pick<Quiet, 'dice' | 'surprises'>): Promise<Sent[]> {
  const certain = webhooks.filter((webhook) => mustArrive(webhook) && !isGivenUp(webhook))
  const answers = await Promise.all(certain.map((webhook) => deliver(shop, webhook, lifeOf(dice, { fair: true }))))
  surprises.push(...answers.flatMap((one) => one.surprises))
  return webhooks.filter((webhook) => !certain.includes(webhook))
}

/** Lets PayPal decide its pending reviews and every process run without faults while days pass. Some webhooks never arrive. */
async function settle(webhooks: Sent[], dice: Dice): Promise<string[]> {
  shop.sandbox.faults.clear()
  const pending = shop.sandbox.documents('capture').filter(({ status }) => status === 'PENDING')
  for (const { id } of pending) await shop.drive(`/captures/${id}/${dice.chance(0.7) ? 'complete' : 'deny'}`)
  const found = [...webhooks, ...(await shop.post.collect())].filter(
    (webhook) => !isGivenUp(webhook) && (mustArrive(webhook) || dice.chance(0.5))
  )
  const surprises = (await Promise.all(found.map((webhook) => deliver(shop, webhook, lifeOf(dice, { fair: true }))))).flatMap(
    (one) => one.surprises
  )
  for (const minutes of [10, 10, 4 * 24 * 60, 10]) {
    shop.pass(minutes)
    surprises.push(...(await runJobs(shop, dice, { fair: true })).surprises, ...(await lookAround(shop, dice, { fair: true })))
  }
  await runJobs(shop, dice, { fair: true })
  await shop.post.collect()
  return surprises
}
