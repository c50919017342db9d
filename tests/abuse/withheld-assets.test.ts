import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { auditLog } from '#accounts/audit.contract.ts'
import { setRole } from '#accounts/users.contract.ts'
import { getAsset, listAssets, listSitemap, similarAssets } from '#catalogue/contract.ts'
import { suggestSearches } from '#catalogue/search.contract.ts'
import { checkOut, linkLicenseFile, listLicenses, readPricing, requestFreeFile } from '#licensing/contract.ts'
import { capturePayment, readPayment } from '#payments/contract.ts'
import { listenToPageChanges } from '#processes/http/public/page-changes.ts'
import { myAssets } from '#submissions/contract.ts'
import { adminAssets, releaseAsset, setFree, withholdAsset } from '#submissions/review.contract.ts'
import { type GivenAsset, givenAsset } from '#tests/support/givens/catalogue.ts'
import { givenPlan } from '#tests/support/givens/plans.ts'
import { assetOnSale, begunCheckout, boughtLicense, captureBy, freshMarket, type Market } from '#tests/support/givens/sales.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const GONE = { status: 410, body: { code: 'asset_withheld', error: 'This asset is no longer available.' } }
const REASON = 'The artist copied it.'

const withhold = async (id: string, reason = REASON) => (await market.as('admin'))(withholdAsset, { params: { id }, body: { reason } })
const release = async (id: string) => (await market.as('admin'))(releaseAsset, { params: { id }, body: { reason: 'It is original.' } })
const at = (id: string) => ({ params: { id } })
const status = async (call: Promise<unknown>): Promise<number> => call.then(() => 200).catch((error: { status: number }) => error.status)

const get = async (url: string, token?: string) =>
  (await market.app.inject({ url, headers: token ? { authorization: `Bearer ${token}` } : {} })).statusCode

/** Where a visitor finds the asset. */
async function placesOf({ id, title }: { id: string; title: string }): Promise<Record<string, boolean>> {
  const { api } = market
  const has = (items: readonly { id: string }[]) => items.some((item) => item.id === id)
  const [word = ''] = title.split(' ')
  const suggestions = [
    ...(await api(suggestSearches, { query: { q: word.slice(0, 4) } })).items,
    ...(await api(suggestSearches, { query: { q: title } })).items
  ]
  const other = (await market.db.selectFrom('catalogue.asset').select('id').where('title', '=', `${title} two`).executeTakeFirst())?.id
  return {
    list: has(await api(listAssets, { query: { page_size: 100 } })),
    by_title: has(await api(listAssets, { query: { sort: 'title', page_size: 100 } })),
    category: has(await api(listAssets, { query: { category: 'icon', page_size: 100 } })),
    format: has(await api(listAssets, { query: { format: 'svg', page_size: 100 } })),
    search: has(await api(listAssets, { query: { search: title } })),
    sitemap: has(await api(listSitemap, { query: { page_size: 1000 } })),
    similar: other !== undefined && has(await api(similarAssets, at(other))),
    suggested: suggestions.some(({ text }) => text === title.toLowerCase() || text === word.toLowerCase())
  }
}

const onSale = (asset: GivenAsset) => assetOnSale(market, { category: 'icon', tags: ['bird'], ...asset })

test('a withheld asset leaves every list in one transaction, and a released one comes back', async () => {
  const asset = await onSale({ title: 'Quetzalbird nest' })
  await onSale({ title: 'Quetzalbird nest two', tags: ['bird', 'nest'] })
  await sql`select catalogue.count_words()`.execute(market.db)
  const everywhere = await placesOf(asset)
  expect(Object.entries(everywhere).filter(([, found]) => !found)).toEqual([])
  const { total } = await market.api.withTotal(listAssets, { query: { category: 'icon' } })
  await withhold(asset.id)
  // The other asset has the same words, so they stay suggestions.
  const { suggested: _, ...places } = await placesOf(asset)
  expect(Object.entries(places).filter(([, found]) => found)).toEqual([])
  expect((await market.api.withTotal(listAssets, { query: { category: 'icon' } })).total).toBe(total - 1)
  await release(asset.id)
  expect(await placesOf(asset)).toEqual(everywhere)
})

test('words that only a withheld asset contains are no longer suggested', async () => {
  const asset = await onSale({ title: 'Xylophonist', tags: ['zitherette'] })
  await sql`select catalogue.count_words()`.execute(market.db)
  const texts = async (q: string) => (await market.api(suggestSearches, { query: { q } })).items.map(({ text }) => text)
  expect([await texts('xylo'), await texts('zith')]).toEqual([['xylophonist'], ['zitherette']])
  await withhold(asset.id)
  expect([await texts('xylo'), await texts('zith')]).toEqual([[], []])
  await release(asset.id)
  expect([await texts('xylo'), await texts('zith')]).toEqual([['xylophonist'], ['zitherette']])
})

test('the page and the previews are 410 to everyone but the owner, the licensees, and admins', async () => {
  const asset = await onSale({ title: 'Owl', artist: 'Olga' })
  await boughtLicense(market, asset.id, { client: 'licensee' })
  const { files } = await market.api(getAsset, at(asset.id))
  const preview = files[0]!.preview_urls![640]
  expect(await get(preview)).toBe(200)
  await withhold(asset.id)
  await expect(market.api(getAsset, at(asset.id))).rejects.toMatchObject(GONE)
  for (const [role, name, allowed] of [
    ['client', 'stranger', false],
    ['employee', 'another artist', false],
    ['client', 'licensee', true],
    ['employee', 'Olga', true],
    ['admin', 'admin', true]
  ] as const) {
    const { token } = await market.person(role, name)
    const seen = [await status((await market.as(role, name))(getAsset, at(asset.id))), await get(preview, token)]
    expect({ role, name, seen }).toEqual({ role, name, seen: allowed ? [200, 200] : [410, 410] })
  }
  const answer = await market.app.inject(preview)
  expect([answer.statusCode, answer.json().code, answer.headers['cache-control']]).toEqual([410, 'asset_withheld', 'no-store'])
  const { token } = await market.person('client', 'licensee')
  const own = await market.app.inject({ url: preview, headers: { authorization: `Bearer ${token}` } })
  expect(own.headers['cache-control']).toMatch(/^private/)
  await release(asset.id)
  expect(await get(preview)).toBe(200)
})

test('only admins read the reason; the artist sees that the asset is withheld', async () => {
  const asset = await onSale({ title: 'Heron', artist: 'Hanna' })
  const admin = await market.person('admin')
  const withheld = { withheld_at: '2026-03-01T12:00:00.000Z', withheld_by: { id: admin.id, name: admin.name }, withheld_reason: REASON }
  expect(await withhold(asset.id)).toMatchObject({ id: asset.id, status: 'approved', ...withheld })
  expect(await (await market.as('admin'))(getAsset, at(asset.id))).toMatchObject(withheld)
  expect(await (await market.as('admin'))(adminAssets, { query: { withheld: 'yes', q: 'Heron' } })).toMatchObject([
    { id: asset.id, ...withheld }
  ])
  expect(await (await market.as('admin'))(adminAssets, { query: { withheld: 'no', q: 'Heron' } })).toEqual([])
  const artist = await market.as('employee', 'Hanna')
  const [mine] = await artist(myAssets, { query: {} })
  expect(mine).toMatchObject({ id: asset.id, status: 'approved', withheld_at: withheld.withheld_at })
  for (const seen of [mine, await artist(getAsset, at(asset.id))]) expect(JSON.stringify(seen)).not.toContain(REASON)
  expect(await release(asset.id)).toMatchObject({ withheld_at: null, withheld_by: null, withheld_reason: null })
})

test('nobody can buy, license by plan, or get a withheld asset for free', async () => {
  const asset = await onSale({ title: 'Wren', is_free: true })
  const client = await market.as('client', 'buyer')
  await givenPlan(market, 'planner')
  const planner = await market.as('client', 'planner')
  const free = await market.api(requestFreeFile, { body: { asset_id: asset.id, email: 'free@example.com' } })
  expect(await get(free.download_url)).toBe(200)
  await withhold(asset.id)
  expect(await status(market.api(readPricing, at(asset.id)))).toBe(410)
  expect(await status(client(checkOut, { body: { asset_id: asset.id } }))).toBe(410)
  expect(await status(planner(checkOut, { body: { asset_id: asset.id, license_type: 'subscription' } }))).toBe(410)
  expect(await status(market.api(requestFreeFile, { body: { asset_id: asset.id, email: 'free@example.com' } }))).toBe(410)
  expect(await get(free.download_url)).toBe(410)
  expect(await market.api(similarAssets, at(asset.id)).catch((error: { status: number }) => error.status)).toBe(410)
})

test('licensees keep their license, certificate, and downloads', async () => {
  const asset = await onSale({ title: 'Robin' })
  const bought = await boughtLicense(market, asset.id, { client: 'keeper' })
  await givenPlan(market, 'subscriber')
  const subscriber = await market.as('client', 'subscriber')
  const by_plan = await subscriber(checkOut, { body: { asset_id: asset.id, license_type: 'subscription' } })
  await withhold(asset.id)
  const keeper = await market.as('client', 'keeper')
  const { token } = await market.person('client', 'keeper')
  expect((await keeper(listLicenses, { query: {} })).items).toMatchObject([{ id: bought.license_id, status: 'active' }])
  const { download_url } = await keeper(linkLicenseFile, { params: { id: bought.license_id }, query: { format: 'png' } })
  expect([await get(download_url), await get(bought.download_url)]).toEqual([200, 200])
  expect(await get(`/api/licenses/${bought.license_id}/certificate`, token)).toBe(200)
  expect(await get(by_plan.download_url!)).toBe(200)
  expect(await status(subscriber(checkOut, { body: { asset_id: asset.id, license_type: 'subscription' } }))).toBe(200)
})

test('a payment that is captured after the asset was withheld grants nothing and is refunded at once', async () => {
  const asset = await onSale({ title: 'Finch' })
  const started = await begunCheckout(market, asset.id, { client: 'late' })
  await market.approve(started.provider_order_id)
  await withhold(asset.id)
  await expect(captureBy(market, started.payment_id, 'late')).rejects.toMatchObject({ status: 410, body: { code: 'asset_withheld' } })
  await market.webhooksDone()
  const late = await market.as('client', 'late')
  expect(await late(readPayment, { params: { payment_id: started.payment_id } })).toMatchObject({ status: 'refunded', license_id: null })
  expect((await late(listLicenses, { query: {} })).items).toEqual([])
  expect(await status(late(capturePayment, { params: { payment_id: started.payment_id }, body: {} }))).toBe(409)
  const mail = (await market.mails()).find(({ subject }) => subject === 'Your refund of $10.00')
  expect(mail!.text).toContain('did not buy anything')
})

test('withholding while captures run leaves each payment either with a license or refunded', async () => {
  const asset = await onSale({ title: 'Magpie' })
  const buyers = ['racer 1', 'racer 2', 'racer 3', 'racer 4']
  const started = await Promise.all(buyers.map((client) => begunCheckout(market, asset.id, { client })))
  for (const { provider_order_id } of started) await market.approve(provider_order_id)
  const captures = started.map(({ payment_id }, index) => status(captureBy(market, payment_id, buyers[index]!)))
  const [, ...answers] = await Promise.all([withhold(asset.id), ...captures])
  await market.webhooksDone()
  for (const [index, answer] of answers.entries()) {
    const buyer = await market.as('client', buyers[index]!)
    const payment = await buyer(readPayment, { params: { payment_id: started[index]!.payment_id } })
    const held = (await buyer(listLicenses, { query: { status: 'active' } })).items.length
    const expected = answer === 200 ? { status: 'captured', held: 1 } : { status: 'refunded', held: 0 }
    expect({ status: payment.status, held }).toEqual(expected)
  }
})

test('a capture that waits for the withholding is not granted', async () => {
  const asset = await onSale({ title: 'Jay' })
  const started = await begunCheckout(market, asset.id, { client: 'waiting' })
  await market.approve(started.provider_order_id)
  const capture = await market.db.transaction().execute(async (tx) => {
    const { id } = await market.person('admin')
    await tx
      .updateTable('catalogue.asset')
      .set({ withheld_at: market.now(), withheld_by: id, withheld_reason: REASON })
      .where('id', '=', asset.id)
      .execute()
    const waiting = status(captureBy(market, started.payment_id, 'waiting'))
    await new Promise((resolve) => setTimeout(resolve, 400))
    return { waiting }
  })
  expect(await capture.waiting).toBe(410)
})

test('free downloads that race with the withholding never outlive it', async () => {
  const asset = await onSale({ title: 'Stork', is_free: true })
  const ask = (index: number) =>
    market.api(requestFreeFile, { body: { asset_id: asset.id, email: `racer${index}@example.com` } }).catch(() => undefined)
  const [, ...answers] = await Promise.all([withhold(asset.id), ...Array.from({ length: 6 }, (_, index) => ask(index))])
  for (const answer of answers) if (answer) expect(await get(answer.download_url)).toBe(410)
  expect(await status(ask(9).then((answer) => answer ?? Promise.reject({ status: 410 })))).toBe(410)
})

test('two admins who withhold at the same time succeed once, and so do two who release', async () => {
  const asset = await onSale({ title: 'Crane' })
  const admins = await Promise.all(['one', 'two', 'three'].map((name) => market.as('admin', name)))
  const sent = { params: { id: asset.id }, body: { reason: REASON } }
  expect((await Promise.all(admins.map((admin) => status(admin(withholdAsset, sent))))).toSorted()).toEqual([200, 409, 409])
  expect((await Promise.all(admins.map((admin) => status(admin(releaseAsset, sent))))).toSorted()).toEqual([200, 409, 409])
})

test.each([
  ['without a reason', { status: 'approved' }, { reason: ' ' }, [422, 422]],
  ['that is pending', { status: 'pending' }, { reason: REASON }, [409, 409]],
  ['that is rejected', { status: 'rejected' }, { reason: REASON }, [409, 409]]
] as const)('an asset %s cannot be withheld or released', async (_name, given, body, expected) => {
  const asset = await givenAsset(market, given)
  const admin = await market.as('admin')
  const sent = { params: { id: asset.id }, body }
  expect([await status(admin(withholdAsset, sent)), await status(admin(releaseAsset, sent))]).toEqual(expected)
})

test('an unknown asset is 404, and only admins can withhold', async () => {
  const sent = { params: { id: '00000000-0000-4000-8000-000000000000' }, body: { reason: REASON } }
  expect(await status((await market.as('admin'))(withholdAsset, sent))).toBe(404)
  expect(await status((await market.as('employee'))(withholdAsset, sent))).toBe(403)
  expect(await status(market.api(releaseAsset, sent))).toBe(401)
})

test('an admin who is the artist cannot put the own work back on sale', async () => {
  const { id } = await onSale({ title: 'Heron', artist: 'promoted' })
  await withhold(id)
  const artist = await market.person('employee', 'promoted')
  const api = await market.as('employee', 'promoted')
  await (await market.as('admin'))(setRole, { params: { id: artist.id }, body: { role: 'admin' } })
  const releasing = api(releaseAsset, { params: { id }, body: { reason: 'It is mine.' } })
  await expect(releasing).rejects.toMatchObject({ status: 409, body: { code: 'own_work' } })
  expect((await release(id)).withheld_at).toBeNull()
})

test('both are in the audit log with their reasons', async () => {
  const asset = await onSale({ title: 'Egret' })
  await withhold(asset.id)
  await release(asset.id)
  const { items } = await (await market.as('admin'))(auditLog, { query: {} })
  expect(items.filter(({ subject }) => subject.id === asset.id)).toMatchObject([
    { action: 'asset.released', details: { title: 'Egret', reason: 'It is original.' } },
    { action: 'asset.withheld', details: { title: 'Egret', reason: REASON } }
  ])
})

test('every process forgets its cached pages within two seconds', async () => {
  const asset = await onSale({ title: 'Ibis' })
  const processes = [0, 1].map(() => {
    let cleared = 0
    const changes = listenToPageChanges({
      listener: market.ports.listener,
      now: market.now,
      nextFreeChange: async () => null,
      onChange: () => {
        cleared += 1
      }
    })
    return { changes, cleared: () => cleared }
  })
  const allListen = () => processes.every(({ changes }) => changes.generation() !== undefined)
  await vi.waitFor(() => expect(allListen()).toBe(true), { timeout: 10_000 })
  for (const change of [() => withhold(asset.id), () => release(asset.id)]) {
    const before = processes.map(({ cleared }) => cleared())
    const allCleared = () => processes.every(({ cleared }, index) => cleared() > before[index]!)
    await change()
    await vi.waitFor(() => expect(allCleared()).toBe(true), { timeout: 2000 })
  }
  await Promise.all(processes.map(({ changes }) => changes.close()))
})

test('edits of a withheld asset do not bring it back', async () => {
  const asset = await onSale({ title: 'Bittern' })
  await withhold(asset.id)
  await (await market.as('admin'))(setFree, { params: { id: asset.id }, body: { is_free: true } })
  await sql`update catalogue.asset set title = 'Bittern again', colors = '{red}' where id = ${asset.id}`.execute(market.db)
  const found = async (query: object) =>
    (await market.api(listAssets, { query: { page_size: 100, ...query } })).some(({ id }) => id === asset.id)
  expect([await found({ search: 'bittern' }), await found({ color: 'red' }), await found({ free: 'free-now' })]).toEqual([
    false,
    false,
    false
  ])
})
