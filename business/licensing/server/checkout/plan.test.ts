import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inTransaction } from '#platform/server/index.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { checkOut, linkLicenseFile, listLicenses, readLicense, verifyCertificate } from '../../contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const START = new Date('2026-03-01T00:00:00Z')
const END = new Date('2026-03-21T00:00:00Z')

/** Creates an open plan with an owner and members. */
async function givenPlan(owner: string, { members = [] as string[], limit = 50 } = {}): Promise<string> {
  const { id: owner_id } = await market.person('client', owner)
  const plan = {
    owner_id,
    source: 'admin',
    plan_type: 'monthly',
    plan_id: 'team_monthly',
    plan_name: 'Team',
    price_cents: 0,
    seats: 5,
    downloads_limit: limit,
    state: 'active',
    started_at: START,
    period_started_at: START,
    period_ends_at: END,
    access_ends_at: END,
    created_at: START
  }
  const { id } = await market.db
    .insertInto('subscriptions.subscription')
    .values(plan as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const member of members) {
    const { email } = await market.person('client', member)
    await market.db.insertInto('subscriptions.seat').values({ subscription_id: id, email, invited_at: START }).execute()
  }
  return id
}

const get = async (client: string, asset_id: string) =>
  (await market.as('client', client))(checkOut, { body: { asset_id, license_type: 'subscription' } })
const libraryOf = async (client: string) => (await (await market.as('client', client))(listLicenses, { query: {} })).items
const spent = async (subscription_id: string) =>
  (await market.db.selectFrom('subscriptions.download').selectAll().where('subscription_id', '=', subscription_id).execute()).length
const statusOf = async (url: string) => (await market.app.inject(url)).statusCode
const takeSeat = async (subscription_id: string, member: string) => {
  const { email } = await market.person('client', member)
  await market.db.deleteFrom('subscriptions.seat').where('subscription_id', '=', subscription_id).where('email', '=', email).execute()
}
const endPlan = (id: string) =>
  inTransaction(market.ctx(), async (ctx) => {
    const ended = { state: 'ended', ended_at: market.now(), end_reason: 'period_over' } as const
    await ctx.db.updateTable('subscriptions.subscription').set(ended).where('id', '=', id).execute()
    await ctx.ports.plan_licenses.close(ctx, id)
  })
const reopen = (id: string) =>
  inTransaction(market.ctx(), async (ctx) => {
    await ctx.db
      .updateTable('subscriptions.subscription')
      .set({ state: 'active', ended_at: null, end_reason: null })
      .where('id', '=', id)
      .execute()
    await ctx.ports.plan_licenses.open(ctx, id)
  })

describe('a download by the plan', () => {
  test('grants a commercial license to the plan’s owner for free, even if the asset has no price', async () => {
    const plan = await givenPlan('Holder', { members: ['Helper'] })
    const asset = await givenAsset(market, { category: 'logo', title: 'Unpriced fox' })
    const { license_id, download_url, payment_id } = await get('Helper', asset.id)
    expect(payment_id).toBeUndefined()
    expect(await statusOf(download_url!)).toBe(200)
    const license = await (await market.as('client', 'Helper'))(readLicense, { params: { id: license_id! } })
    expect(license).toMatchObject({
      license_type: 'commercial',
      price: 0,
      licensee: 'Holder',
      from_plan: true,
      got_by: null,
      payment_id: null
    })
    expect(await spent(plan)).toBe(1)
  })

  test('is one license and one counted download for concurrent requests of the team', async () => {
    const plan = await givenPlan('Fast owner', { members: ['Fast member'] })
    const asset = await givenAsset(market)
    const answers = await Promise.all(Array.from({ length: 50 }, (_, place) => get(place % 2 ? 'Fast owner' : 'Fast member', asset.id)))
    expect(new Set(answers.map(({ license_id }) => license_id)).size).toBe(1)
    expect(await spent(plan)).toBe(1)
  })

  test('is refused at the limit without a charge, and the plan’s existing licenses stay available', async () => {
    const plan = await givenPlan('Limited', { limit: 1 })
    const [one, two] = [await givenAsset(market), await givenAsset(market)]
    const tries = await Promise.allSettled([one, two].map(({ id }) => get('Limited', id)))
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const held = (await libraryOf('Limited'))[0]!
    const other = held.asset_id === one.id ? two : one
    await expect(get('Limited', other.id)).rejects.toMatchObject({ status: 409, body: { code: 'plan_limit_reached' } })
    expect(await libraryOf('Limited')).toHaveLength(1)
    expect(await spent(plan)).toBe(1)
    const again = await get('Limited', held.asset_id)
    expect(again.license_id).toBe(held.id)
    market.at('2026-03-15T12:00:00Z')
    expect((await get('Limited', held.asset_id)).license_id).toBe(held.id)
    expect(await spent(plan)).toBe(1)
    market.at('2026-03-01T12:00:00Z')
  })

  test('requires a plan, and an asset that is for sale and has files', async () => {
    await givenPlan('Chooser')
    const pending = await givenAsset(market, { status: 'pending' })
    const empty = await givenAsset(market, { file: null })
    const asset = await givenAsset(market)
    await expect(get('Chooser', pending.id)).rejects.toMatchObject({ status: 404 })
    await expect(get('Chooser', randomUUID())).rejects.toMatchObject({ status: 404 })
    await expect(get('Chooser', empty.id)).rejects.toMatchObject({ body: { code: 'no_files' } })
    await expect(get('Without Plan', asset.id)).rejects.toMatchObject({ status: 402, body: { code: 'no_plan' } })
  })

  test('by via_subscription covers personal and commercial licenses; the extended license is bought', async () => {
    await givenPlan('Both ways')
    const asset = await assetOnSale(market)
    const client = await market.as('client', 'Both ways')
    const buy = (license_type: 'personal' | 'commercial' | 'extended') =>
      client(checkOut, { body: { asset_id: asset.id, license_type, via_subscription: true } })
    expect((await buy('personal')).license_id).toBe((await buy('commercial')).license_id)
    expect(await buy('extended')).toMatchObject({ payment_id: expect.any(String), checkout_url: expect.stringContaining('amount=60.00') })
  })

  test('can exist in addition to the same license bought permanently', async () => {
    await givenPlan('Twofold')
    const asset = await assetOnSale(market)
    await get('Twofold', asset.id)
    const { license_id } = await boughtLicense(market, asset.id, { client: 'Twofold', type: 'commercial' })
    const library = await libraryOf('Twofold')
    expect(library).toHaveLength(2)
    expect(library.find(({ id }) => id === license_id)).toMatchObject({ from_plan: false, price: 25 })
  })
})

describe("a team's library", () => {
  test('is the same for every team member, names who licensed what, and is closed to others', async () => {
    await givenPlan('Team owner', { members: ['Ann Member', 'Bob Member'] })
    const asset = await givenAsset(market)
    const { license_id } = await get('Ann Member', asset.id)
    expect(await libraryOf('Bob Member')).toMatchObject([{ id: license_id, got_by: 'Ann Member', licensee: 'Team owner' }])
    expect(await libraryOf('Team owner')).toMatchObject([{ id: license_id, got_by: 'Ann Member' }])
    expect(await libraryOf('Ann Member')).toMatchObject([{ id: license_id, got_by: null }])
    expect(await libraryOf('Team stranger')).toEqual([])
    const stranger = await market.as('client', 'Team stranger')
    await expect(stranger(linkLicenseFile, { params: { id: license_id! }, query: {} })).rejects.toMatchObject({ status: 404 })
  })

  test('is closed to a removed member from the next call on, except for what they downloaded', async () => {
    const plan = await givenPlan('Firm owner', { members: ['Leaver', 'Stayer'] })
    const [own, other] = [await givenAsset(market), await givenAsset(market)]
    const { license_id, download_url } = await get('Leaver', own.id)
    const { license_id: other_id, download_url: stays } = await get('Stayer', other.id)
    const leaver = await market.as('client', 'Leaver')
    const { download_url: from_library } = await leaver(linkLicenseFile, { params: { id: other_id! }, query: {} })
    await takeSeat(plan, 'Leaver')
    expect(await Promise.all([download_url!, from_library, stays!].map(statusOf))).toEqual([200, 409, 200])
    expect(await leaver(readLicense, { params: { id: license_id! } })).toMatchObject({ status: 'active' })
    const at = { params: { id: other_id! } }
    await expect(leaver(readLicense, at)).rejects.toMatchObject({ status: 404 })
    await expect(leaver(linkLicenseFile, { ...at, query: {} })).rejects.toMatchObject({ status: 404 })
    await expect(get('Leaver', own.id)).rejects.toMatchObject({ status: 402 })
    expect(await libraryOf('Leaver')).toMatchObject([{ id: license_id }])
    const { token } = await market.person('client', 'Leaver')
    const certificate = (id?: string | null) =>
      market.app.inject({ url: `/api/licenses/${id}/certificate`, headers: { authorization: `Bearer ${token}` } })
    expect([(await certificate(license_id)).statusCode, (await certificate(other_id)).statusCode]).toEqual([200, 404])
    // The user in a link cannot be changed.
    const { id } = await market.person('client', 'Stayer')
    expect(await statusOf(from_library.replace(/user=[^&]+/, `user=${id}`))).toBe(404)
  })

  test('expires with the plan, keeps the owner’s certificates, and returns with the plan', async () => {
    const plan = await givenPlan('Ender', { members: ['Mate'] })
    const asset = await givenAsset(market)
    const { license_id, download_url } = await get('Mate', asset.id)
    const [{ certificate_number } = { certificate_number: '' }] = await libraryOf('Ender')
    const verified = () => market.api(verifyCertificate, { params: { certificate_number } })
    expect(await verified()).toMatchObject({ valid: true, from_plan: true })
    await endPlan(plan)
    expect(await statusOf(download_url!)).toBe(409)
    expect(await libraryOf('Ender')).toMatchObject([{ id: license_id, status: 'expired', license_file_url: null }])
    expect(await libraryOf('Mate')).toMatchObject([{ id: license_id, status: 'expired', license_file_url: null }])
    expect(await verified()).toMatchObject({ valid: false, status: 'expired' })
    const { token } = await market.person('client', 'Ender')
    const headers = { authorization: `Bearer ${token}` }
    expect((await market.app.inject({ url: `/api/licenses/${license_id}/certificate`, headers })).statusCode).toBe(200)
    await reopen(plan)
    expect(await libraryOf('Mate')).toMatchObject([{ id: license_id, status: 'active', ended_at: null }])
    expect((await get('Mate', asset.id)).license_id).toBe(license_id)
  })

  test('closes on time, even before a job has stored the end', async () => {
    await givenPlan('Lapsed')
    const asset = await givenAsset(market)
    const { license_id } = await get('Lapsed', asset.id)
    market.at('2026-03-22T12:00:00Z')
    const client = await market.as('client', 'Lapsed')
    const at = { params: { id: license_id! } }
    expect(await client(readLicense, at)).toMatchObject({ status: 'expired' })
    await expect(client(linkLicenseFile, { ...at, query: {} })).rejects.toMatchObject({ body: { code: 'license_not_active' } })
    market.at('2026-03-01T12:00:00Z')
  })

  test('is filtered by the displayed status, even before a job has stored it', async () => {
    await givenPlan('Filtering')
    await get('Filtering', (await givenAsset(market)).id)
    await boughtLicense(market, (await assetOnSale(market)).id, { client: 'Filtering' })
    const client = await market.as('client', 'Filtering')
    const shown = async () => {
      const lists = await Promise.all(
        (['active', 'expired', 'revoked'] as const).map((status) => client(listLicenses, { query: { status } }))
      )
      return lists.map(({ items, total }) => [total, ...items.map(({ status, from_plan }) => `${status}${from_plan ? ' by plan' : ''}`)])
    }
    expect((await shown()).map(([total]) => total)).toEqual([2, 0, 0])
    market.at('2026-03-22T12:00:00Z')
    expect(await shown()).toEqual([[1, 'active'], [1, 'expired by plan'], [0]])
    market.at('2026-03-01T12:00:00Z')
  })
})
