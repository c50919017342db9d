import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteUser } from '#accounts/users.contract.ts'
import { linesOf } from '#ledger/server/index.ts'
import { refundSteps } from '#tests/support/givens/refunds.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { listAllPayments } from '../../admin.contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
beforeEach(() => market.sandbox.faults.clear())
afterAll(() => market.end())
const { bought, detailOf, refundBy } = refundSteps(() => market)

describe('the list of payments', () => {
  const listed = async (query: object) => (await market.as('admin'))(listAllPayments, { query: { page_size: 100, ...query } })
  const idsOf = async (query: object) => (await listed(query)).items.map(({ id }) => id)

  test('can be searched by name, email, title and ids, and filtered by state, purpose and day', async () => {
    market.at('2026-04-10T12:00:00Z')
    const asset = await assetOnSale(market, { title: 'A 100% teal heron' })
    const { payment_id, provider_order_id } = await boughtLicense(market, asset.id, { client: 'Grace Hopper' })
    const other = await bought('zoe')
    for (const q of [
      'grace hop',
      'grace-hopper-client@',
      '100% TEAL',
      payment_id.slice(0, 13),
      payment_id.toUpperCase(),
      provider_order_id
    ])
      expect(await idsOf({ q }), q).toEqual([payment_id])
    expect(await idsOf({ q: '10_% teal' })).toEqual([])
    expect(await idsOf({ start: '2026-04-10', end: '2026-04-11' })).toEqual(expect.arrayContaining([payment_id, other.payment_id]))
    expect(await idsOf({ start: '2026-04-11' })).toEqual([])
    expect(await idsOf({ end: '2026-04-10' })).not.toContain(payment_id)
    await refundBy(payment_id)
    expect(await idsOf({ state: 'refunded', q: 'heron' })).toEqual([payment_id])
    expect(await idsOf({ state: 'captured', q: 'heron' })).toEqual([])
    expect(await idsOf({ purpose: 'license', q: 'heron' })).toEqual([payment_id])
    expect(await idsOf({ purpose: 'subscription', q: 'heron' })).toEqual([])
    const first = await listed({ page_size: 1 })
    expect(first).toMatchObject({ total: (await listed({})).total, items: [{ created_at: '2026-04-10T12:00:00.000Z' }] })
  })

  test('a deleted account appears as Deleted user, without an email', async () => {
    const { payment_id } = await bought('Heidi Gone')
    await market.webhooksDone()
    const { id, email } = await market.person('client', 'Heidi Gone')
    await (await market.as('admin'))(deleteUser, { params: { id } })
    expect(await detailOf(payment_id)).toMatchObject({ client_name: 'Deleted user', client_email: null })
    for (const q of [email, 'deleted.invalid']) expect(await idsOf({ q })).not.toContain(payment_id)
    await refundBy(payment_id)
    const before = (await market.mails()).length
    await market.webhooksDone()
    expect((await market.mails()).slice(before).filter(({ to }) => to.includes('deleted'))).toEqual([])
  })

  test('a payment shows its sealed ledger entries, which sum to zero', async () => {
    const { payment_id } = await bought()
    await refundBy(payment_id)
    const { entries, sums } = await detailOf(payment_id)
    expect(entries.map(({ kind, seal }) => [kind, seal?.hash.length])).toEqual([
      ['sale', 64],
      ['refund', 64]
    ])
    expect(entries[0]!.lines.map(({ account_name }) => account_name)).toEqual(['Cash', 'PayPal fees', 'Income'])
    expect(sums.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0)
    const lines = await linesOf(market.db, { kind: 'sale', page_size: 1000 })
    expect(lines.filter(({ reference }) => reference === payment_id)).toHaveLength(3)
  })
})
