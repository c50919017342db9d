import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PreparedHandOver, prepareOrderHandOver, readPreparedHandOver } from '#licensing/hand-over.contract.ts'
import { HAND_OVER_DAYS, HANDED_OVER_PER_HOUR, PREPARED_BYTES_PER_DAY, PREPARED_PER_DAY } from '#licensing/hand-over.rules.ts'
import { handOverRetention } from '#licensing/server/index.ts'
import { acceptTransfer, offerTransfer } from '#licensing/transfer.contract.ts'
import { openDisk } from '#platform/server/index.ts'
import { givenCollection } from '#tests/support/givens/hearts.ts'
import { nowAs } from '#tests/support/givens/plans.ts'
import { assetOnSale, boughtLicense, freshMarket, type Market } from '#tests/support/givens/sales.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'
import { prepareCollectionHandOver, readCollection } from '../contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
})
afterAll(() => market.end())

const as = (name: string) => nowAs(market, 'client', name)
const HOUR_MS = 3_600_000

/** A client with licenses for two works in a collection. */
async function licensed(client: string) {
  const works = [(await assetOnSale(market, { title: 'Blue fox' })).id, (await assetOnSale(market, { title: 'Red fox' })).id]
  const licenses: string[] = []
  for (const work of works) licenses.push((await boughtLicense(market, work, { client, type: 'commercial' })).license_id)
  const { id } = await givenCollection(market, client, works, 'Launch')
  return { id, licenses }
}

const ask = async (client: string, id: string, body: { format?: 'png'; width?: number } = {}) =>
  (await as(client))(prepareCollectionHandOver, { params: { id }, body })
const read = async (client: string, id: string): Promise<PreparedHandOver> => (await as(client))(readPreparedHandOver, { params: { id } })

async function download(client: string, id: string, headers: Record<string, string> = {}) {
  const { token } = await market.person('client', client)
  return market.app.inject({ url: `/api/hand-overs/${id}/file`, headers: { authorization: `Bearer ${token}`, ...headers } })
}

const mailsTo = async (client: string) => {
  const { email } = await market.person('client', client)
  return (await market.mails()).filter(({ to, subject }) => to === email && subject.startsWith('Your ZIP is ready'))
}

test('a ZIP is prepared by a job, mailed with a link to its page, and downloaded also in parts', async () => {
  const { id } = await licensed('Ann')
  const asked = await ask('Ann', id, { format: 'png', width: 64 })
  expect(asked).toMatchObject({ state: 'preparing', name: 'Launch', license_count: 2, done_count: 0, bytes: null, ends_at: null })
  expect((await (await as('Ann'))(readCollection, { params: { id } })).hand_over).toMatchObject({
    license_count: 2,
    is_large: false,
    prepared: { id: asked.id, state: 'preparing' }
  })
  expect((await download('Ann', asked.id)).statusCode).toBe(409)
  await market.work()
  expect(await read('Ann', asked.id)).toMatchObject({ state: 'ready', done_count: 2, bytes: expect.any(Number), width: 64 })
  const answer = await download('Ann', asked.id)
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'cache-control': 'private, no-store' })
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="?Launch\.zip"?/)
  const names = [...zipEntries(answer.rawPayload).keys()]
  expect(names).toEqual(
    expect.arrayContaining([
      '001 Blue fox.png',
      '002 Red fox.png',
      'manifest.csv',
      'license-terms.txt',
      expect.stringMatching(/certificate/)
    ])
  )
  const part = await download('Ann', asked.id, { range: 'bytes=100-199' })
  expect([part.statusCode, part.rawPayload.equals(answer.rawPayload.subarray(100, 200))]).toEqual([206, true])
  const [mail, ...others] = await mailsTo('Ann')
  expect([others.length, mail?.text.includes(`/hand-overs/${asked.id}`), mail?.text.includes('Licenses')]).toEqual([0, true, true])
})

test('nobody else sees or downloads it, and without a license there is none', async () => {
  const { id } = await licensed('Bob')
  const { id: zip } = await ask('Bob', id)
  await market.work()
  await expect(read('Cleo', zip)).rejects.toMatchObject({ status: 404 })
  expect((await download('Cleo', zip)).statusCode).toBe(404)
  expect((await market.app.inject({ url: `/api/hand-overs/${zip}/file` })).statusCode).toBe(401)
  await expect(ask('Cleo', id)).rejects.toMatchObject({ status: 404 })
  const empty = await givenCollection(market, 'Cleo', [(await assetOnSale(market)).id])
  await expect(ask('Cleo', empty.id)).rejects.toMatchObject({ status: 409, body: { code: 'nothing_licensed' } })
})

test('asking eight times at once prepares one, and another format has to wait', async () => {
  const { id } = await licensed('Dan')
  const asked = await Promise.all(Array.from({ length: 8 }, () => ask('Dan', id)))
  expect(new Set(asked.map((one) => one.id)).size).toBe(1)
  await expect(ask('Dan', id, { format: 'png' })).rejects.toMatchObject({ status: 409, body: { code: 'other_choice_waits' } })
  await market.work()
  expect(await mailsTo('Dan')).toHaveLength(1)
  expect(await ask('Dan', id)).toMatchObject({ id: asked[0]?.id, state: 'ready' })
  expect(await mailsTo('Dan')).toHaveLength(1)
  expect((await ask('Dan', id, { format: 'png' })).id).not.toBe(asked[0]?.id)
  expect(await used('licensing.prepare.', 'Dan')).toBe(2)
  await setUsed('licensing.prepare.', 'Dan', PREPARED_PER_DAY)
  await expect(ask('Dan', id, { width: 64 })).rejects.toMatchObject({ status: 429 })
  await market.work()
})

/** The counter of a person whose key begins like this. */
const counterOf = async (key: string, client: string) => sql`key like ${`${key}${(await market.person('client', client)).id}%`}`
async function used(key: string, client: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`select used from platform.use_count where ${await counterOf(key, client)}`.execute(market.db)
  return rows[0]?.used ?? 0
}
const setUsed = async (key: string, client: string, count: number) =>
  sql`update platform.use_count set used = ${count}::integer where ${await counterOf(key, client)}`.execute(market.db)

test('asks that do nothing do not count', async () => {
  const empty = await givenCollection(market, 'Lea', [(await assetOnSale(market)).id])
  await expect(ask('Lea', empty.id)).rejects.toMatchObject({ status: 409 })
  expect(await used('licensing.prepare.', 'Lea')).toBe(0)
})

test('a day has a budget of bytes, an hour one of licenses, and the disk must have room; a refusal counts nothing', async () => {
  const { id } = await licensed('Kai')
  await ask('Kai', id)
  await market.work()
  const bytes = await used('hand-over-kb/', 'Kai')
  expect([bytes > 0, await used('licensing.handed-over.', 'Kai')]).toEqual([true, 2])
  await setUsed('licensing.handed-over.', 'Kai', HANDED_OVER_PER_HOUR - 1)
  await expect(ask('Kai', id, { width: 64 })).rejects.toMatchObject({ status: 429, body: { code: 'too_many' } })
  const { token } = await market.person('client', 'Kai')
  const streamed = { url: `/api/collections/${id}/hand-over`, headers: { authorization: `Bearer ${token}` } }
  expect((await market.app.inject(streamed)).statusCode).toBe(429)
  expect([await used('hand-over-kb/', 'Kai'), await used('licensing.handed-over.', 'Kai')]).toEqual([bytes, HANDED_OVER_PER_HOUR - 1])
  await setUsed('licensing.handed-over.', 'Kai', 0)
  await setUsed('hand-over-kb/', 'Kai', PREPARED_BYTES_PER_DAY / 1024)
  await expect(ask('Kai', id, { width: 64 })).rejects.toMatchObject({ status: 429, body: { code: 'too_many_bytes' } })
  await setUsed('hand-over-kb/', 'Kai', 0)
  const { disk } = market.ports
  market.ports.disk = openDisk(['.'], async () => ({ bsize: 4096, blocks: 2 ** 28, bavail: 2 ** 10 }))
  await expect(ask('Kai', id, { width: 64 })).rejects.toMatchObject({ status: 507 })
  market.ports.disk = disk
  expect(await used('hand-over-kb/', 'Kai')).toBe(0)
  expect(await ask('Kai', id, { width: 64 })).toMatchObject({ state: 'preparing' })
  await market.work()
})

test('one that can never be prepared has failed at once', async () => {
  const { id, licenses } = await licensed('Mia')
  const asked = await ask('Mia', id)
  const ended = { status: 'revoked', ended_at: market.now() } as const
  await market.db.updateTable('licensing.license').set(ended).where('id', 'in', licenses).execute()
  await expect(market.work()).rejects.toThrow('None of the licenses is active any more.')
  expect(await read('Mia', asked.id)).toMatchObject({ state: 'failed' })
})

test('a license that ends closes the ZIP, and a new one leaves it out', async () => {
  const { id, licenses } = await licensed('Eva')
  const { id: zip } = await ask('Eva', id)
  await market.work()
  expect((await download('Eva', zip)).statusCode).toBe(200)
  await (await as('Eva'))(offerTransfer, { params: { id: licenses[0]! }, body: { email: (await market.person('client', 'Fay')).email } })
  const token = /\/licenses\/transfers\/([\w-]+)/.exec(
    (await market.mails()).findLast(({ subject }) => subject.includes('waiting'))!.text
  )![1]!
  await (await as('Fay'))(acceptTransfer, { params: { token } })
  const refused = await download('Eva', zip)
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([410, 'license_ended'])
  expect(await read('Eva', zip)).toMatchObject({ state: 'closed' })
  const next = await ask('Eva', id)
  await market.work()
  expect(await read('Eva', next.id)).toMatchObject({ state: 'ready', license_count: 1 })
  expect((await download('Eva', next.id)).statusCode).toBe(200)
})

test(`after ${HAND_OVER_DAYS} days the link is over, and the file is deleted`, async () => {
  const start = market.now()
  const { id } = await licensed('Gil')
  const { id: zip } = await ask('Gil', id)
  await market.work()
  const key = `hand-overs/${zip}-1.zip`
  expect(await market.files.size(key)).toBeGreaterThan(0)
  await handOverRetention.hand_overs(market.ctx(), market.now())
  expect((await download('Gil', zip)).statusCode).toBe(200)
  market.at(new Date(start.getTime() + HAND_OVER_DAYS * 24 * HOUR_MS + HOUR_MS).toISOString())
  expect(await read('Gil', zip)).toMatchObject({ state: 'ended' })
  expect((await download('Gil', zip)).statusCode).toBe(410)
  await handOverRetention.hand_overs(market.ctx(), market.now())
  await market.work()
  expect(await market.files.size(key)).toBeUndefined()
  await expect(read('Gil', zip)).rejects.toMatchObject({ status: 404 })
  market.at(start.toISOString())
})

test('a run that is slower than another leaves no file, and one that failed may be asked for again after an hour', async () => {
  const start = market.now()
  const { id } = await licensed('Hal')
  const asked = await ask('Hal', id)
  market.at(new Date(start.getTime() + HOUR_MS).toISOString())
  expect(await read('Hal', asked.id)).toMatchObject({ state: 'failed' })
  expect(await ask('Hal', id)).toMatchObject({ id: asked.id, state: 'preparing' })
  await market.work()
  const stored = await Promise.all([1, 2, 3].map((run) => market.files.size(`hand-overs/${asked.id}-${run}.zip`)))
  expect(stored.filter((size) => size !== undefined)).toHaveLength(1)
  expect((await download('Hal', asked.id)).statusCode).toBe(200)
  expect(await mailsTo('Hal')).toHaveLength(1)
  market.at(start.toISOString())
})

test('an order is prepared like a collection, by its owner only', async () => {
  const { licenses } = await licensed('Ida')
  const line = await market.db
    .selectFrom('licensing.order_line')
    .select('order_id')
    .where('license_id', '=', licenses[0]!)
    .executeTakeFirst()
  const params = { id: line!.order_id }
  await expect((await as('Jon'))(prepareOrderHandOver, { params, body: {} })).rejects.toMatchObject({ status: 404 })
  const asked = await (await as('Ida'))(prepareOrderHandOver, { params, body: {} })
  await market.work()
  expect(await read('Ida', asked.id)).toMatchObject({ state: 'ready', source: 'order', source_id: params.id, license_count: 1 })
})
