import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Posting, post } from '#ledger/server/index.ts'
import { toCents } from '#platform/contract/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { incomeByDay } from './index.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const book = (kind: string, at: string, lines: Posting['lines']) =>
  world.db
    .transaction()
    .execute((tx) => post(tx, { kind, reference: randomUUID(), occurred_at: new Date(at), description: 'Blue fox', lines }))

test('the income of a day in California is positive, and refunds are deducted on their own day', async () => {
  const sale = [
    { account: 'cash' as const, amount_cents: toCents(900) },
    { account: 'income' as const, amount_cents: toCents(-900) }
  ]
  const refund = [
    { account: 'cash' as const, amount_cents: toCents(-200) },
    { account: 'refunds' as const, amount_cents: toCents(200) }
  ]
  await book('sale', '2026-03-02T07:59:00Z', sale)
  await book('sale', '2026-03-02T20:00:00Z', sale)
  await book('refund', '2026-03-02T21:00:00Z', refund)
  await book('refund', '2026-03-04T08:00:00Z', refund)
  await book('sale', '2026-03-05T08:00:00Z', sale)
  const days = await incomeByDay(world.db, { start: '2026-03-01', end: '2026-03-05' })
  expect(days.toSorted((one, other) => one.day.localeCompare(other.day))).toEqual([
    { day: '2026-03-01', income_cents: 900, refunds_cents: 0 },
    { day: '2026-03-02', income_cents: 700, refunds_cents: 200 },
    { day: '2026-03-04', income_cents: -200, refunds_cents: 200 }
  ])
})
