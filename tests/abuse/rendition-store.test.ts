import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkOut, linkLicenseFile } from '#licensing/contract.ts'
import { USUAL_RENDITION_LIMITS } from '#licensing/server/index.ts'
import { keepRendition } from '#licensing/server/renditions/rendition-store.service.ts'
import { cachedRendition, keyOf, type RenditionRequest } from '#licensing/server/renditions/renditions.service.ts'
import { connect } from '#platform/database/connect.ts'
import { type Ctx, openDisk, takeDailyBytes } from '#platform/server/index.ts'
import { readSettings } from '#processes/settings/read-settings.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { assetOnSale } from '#tests/support/givens/sales.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const GB = 1024 ** 3
const BLOCK = 4096
const LIMIT = { key: 'test', most: 10_000, seconds: 86_400 }

let world: World
let disk: { free: number; total: number }
let day = 0
beforeAll(async () => {
  world = await freshWorld()
  const readSpace = async () => ({ bsize: BLOCK, blocks: Math.floor(disk.total / BLOCK), bavail: Math.floor(disk.free / BLOCK) })
  world.ports.disk = openDisk(['/'], readSpace)
})
beforeEach(async () => {
  // Each test has a day of its own, with four hours left, and an empty store.
  day += 1
  world.at(new Date(Date.UTC(2026, 3, day, 20)).toISOString())
  disk = { free: 500 * GB, total: 1000 * GB }
  Object.assign(world.ports.renditions, USUAL_RENDITION_LIMITS)
  await world.db.deleteFrom('licensing.rendition').execute()
})
afterAll(() => world.end())

const stored = () => world.db.selectFrom('licensing.rendition').select(['key', 'bytes']).orderBy('key').execute()
const storedBytes = async () => (await stored()).reduce((sum, { bytes }) => sum + bytes, 0)
const temporary = () => readdirSync(world.settings.temp_dir).filter((name) => name.startsWith('rendition-'))

/** Another process: the same store, with a database pool of its own. */
async function otherProcess(): Promise<Ctx & AsyncDisposable> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(world.db)
  const url = new URL(process.env['EASEL_TEST_PG'] ?? '')
  url.pathname = `/${rows[0]?.name}`
  const db = connect(url.href, 8)
  return { ...world.ctx(), db, pool: db, [Symbol.asyncDispose]: () => db.destroy() }
}

async function master(): Promise<Omit<RenditionRequest, 'width'>> {
  const { file_id } = await givenAsset(world)
  const file = await world.db.selectFrom('catalogue.asset_file').selectAll().where('id', '=', file_id).executeTakeFirstOrThrow()
  return { master: { ...file, key: file.original_key }, format: 'png', height: 15, is_copy: false }
}

/** A client's own license for an asset that costs nothing, and the loading of its sizes. */
async function licensed(name: string) {
  const asset = await assetOnSale(world, {}, '0')
  const api = await world.as('client', name)
  const { license_id = '' } = await api(checkOut, { body: { asset_id: asset.id, license_type: 'personal' } })
  return async (width: number) => {
    const { download_url } = await api(linkLicenseFile, { params: { id: license_id }, query: { format: 'png', width } })
    return world.app.inject(download_url)
  }
}

test('above the daily budget, the sizes in the list are delivered without being stored, and others are refused until tomorrow', async () => {
  const load = await licensed('Ann')
  expect((await load(301)).statusCode).toBe(200)
  world.ports.renditions.person_daily_bytes = 1024 + (await storedBytes())
  const before = await stored()
  const refused = await load(302)
  expect([refused.statusCode, refused.headers['retry-after'], refused.json().code]).toEqual([429, '14400', 'rendition_budget_used_up'])
  expect(refused.json().error).toContain('4 hours')
  const popular = await load(512)
  expect([popular.statusCode, popular.headers['content-type']]).toEqual([200, 'image/png'])
  expect(await stored()).toEqual(before)
  await expect.poll(temporary).toEqual([])
  expect((await (await licensed('Ben'))(302)).statusCode, 'another person').toBe(200)
  day += 1
  world.at(new Date(Date.UTC(2026, 3, day, 1)).toISOString())
  expect((await load(303)).statusCode).toBe(200)
})

test('who waits for a rendering of someone whose budget is used up gets their own', async () => {
  const wanted = { ...(await master()), width: 304 }
  world.ports.renditions.person_daily_bytes = 100 * 1024
  await takeDailyBytes(world.ctx(), { key: 'rendition-kb/Eve', bytes: 100 * 1024, most: 100 * 1024 })
  const [eve, waiting] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const held = {
    ...world.ports.disk,
    isLow: async () => {
      eve.resolve()
      await waiting.promise
      return false
    }
  }
  const ctx = world.ctx()
  const refused = cachedRendition({ ...ctx, ports: { ...ctx.ports, disk: held } }, wanted, LIMIT, 'Eve')
  await eve.promise
  const [, made] = await Promise.all([
    expect(refused).rejects.toMatchObject({ code: 'rendition_budget_used_up' }),
    cachedRendition(ctx, wanted, LIMIT, 'Finn'),
    wait(100).then(() => waiting.resolve())
  ])
  expect(await world.files.size(made.key)).toBe(made.bytes)
})

/** Stores files of 10 KB for people of two processes at the same time. */
async function storeTogether(count: number, personOf: (index: number) => string) {
  await using other = await otherProcess()
  const works = Array.from({ length: count }, (_, index) =>
    keepRendition(index % 2 ? other : world.ctx(), {
      key: `renditions/1/aa/${day}-${index}.png`,
      bytes: Buffer.alloc(10_240, index),
      content_type: 'image/png',
      person: personOf(index),
      is_popular: false
    })
  )
  const done = await Promise.allSettled(works)
  return done.map((one) => (one.status === 'rejected' ? one.reason.status : one.value.discard ? 'temporary' : 'stored'))
}

test('two processes cannot exceed one person’s budget together', async () => {
  world.ports.renditions.person_daily_bytes = 5 * 10_240
  const done = await storeTogether(20, () => 'one person')
  expect([done.filter((one) => one === 'stored').length, done.filter((one) => one === 429).length]).toEqual([5, 15])
  expect(await storedBytes()).toBe(5 * 10_240)
})

test('two processes cannot exceed the room for all renditions together', async () => {
  world.ports.renditions.store_bytes = 5 * 10_240
  const done = await storeTogether(20, (index) => `person ${index}`)
  expect([done.filter((one) => one === 'stored').length, done.filter((one) => one === 'temporary').length]).toEqual([5, 15])
  expect(await storedBytes()).toBe(5 * 10_240)
  for (const name of temporary()) rmSync(join(world.settings.temp_dir, name))
})

test('what was used least recently makes room, whichever process stores the next; what was used in the last minutes stays', async () => {
  const wanted = await master()
  const request = (width: number): RenditionRequest => ({ ...wanted, width })
  const load = (width: number, ctx = world.ctx()) => cachedRendition(ctx, request(width), LIMIT, `person ${width}`)
  const { bytes } = await load(500)
  for (const width of [501, 502, 503]) await load(width)
  const most = 5 * bytes
  world.ports.renditions.store_bytes = most
  world.at(new Date(Date.UTC(2026, 3, day, 21)).toISOString())
  await load(501)
  await using other = await otherProcess()
  Object.assign(other, { now: world.now() })
  const made = await Promise.all(Array.from({ length: 6 }, (_, index) => load(600 + index, index % 2 ? other : world.ctx())))
  const keys = (await stored()).map(({ key }) => key)
  expect(await storedBytes()).toBeLessThanOrEqual(most)
  expect(keys).toContain(keyOf(request(501)))
  for (const width of [500, 502, 503]) {
    expect(keys).not.toContain(keyOf(request(width)))
    expect(await world.files.size(keyOf(request(width)))).toBeUndefined()
  }
  const passed = made.filter(({ discard }) => discard)
  expect(passed.length, 'what was used in the last minutes does not make room').toBeGreaterThanOrEqual(2)
  expect(temporary()).toHaveLength(passed.length)
  for (const { discard } of made) await discard?.()
  expect(temporary()).toEqual([])
})

test('a rendition that is deleted while someone finds it is made again', async () => {
  const wanted = { ...(await master()), width: 700 }
  await cachedRendition(world.ctx(), wanted, LIMIT, 'Ann')
  world.at(new Date(Date.UTC(2026, 3, day, 22)).toISOString())
  const { promise: deleting, resolve: deleted } = Promise.withResolvers<void>()
  const evicted = world.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('licensing.rendition').where('key', '=', keyOf(wanted)).execute()
    deleted()
    await new Promise((resolve) => setTimeout(resolve, 100))
    await world.files.delete(keyOf(wanted))
  })
  await deleting
  const found = await cachedRendition(world.ctx(), wanted, LIMIT, 'Ann')
  await evicted
  expect(await world.files.size(keyOf(wanted))).toBe(found.bytes)
})

test('on a disk that is nearly full nothing is stored, and on a full one a new size is refused', async () => {
  const load = await licensed('Cleo')
  disk = { free: 10 * GB, total: 1000 * GB }
  const [one, again] = await Promise.all([load(320), load(320)])
  expect([one.statusCode, again.statusCode, one.rawPayload.equals(again.rawPayload)]).toEqual([200, 200, true])
  expect(await stored()).toEqual([])
  // The file is deleted when the answer has ended.
  await expect.poll(temporary).toEqual([])
  disk = { free: GB / 4, total: 1000 * GB }
  const refused = await load(320)
  expect([refused.statusCode, refused.json().code]).toEqual([507, 'storage_full'])
})

test('a file that cannot be stored takes no budget, and keeps the row by which it would be deleted', async () => {
  const wanted = { ...(await master()), width: 800 }
  const { put } = world.files
  world.files.put = async () => Promise.reject(new Error('the disk is gone'))
  await expect(cachedRendition(world.ctx(), wanted, LIMIT, 'Dora')).rejects.toThrow('the disk is gone')
  world.files.put = put
  const { used } = await world.db
    .selectFrom('platform.use_count' as never)
    .select(sql<number>`used`.as('used'))
    .where(sql`key`, '=', 'rendition-kb/Dora')
    .executeTakeFirstOrThrow()
  expect(used).toBe(0)
  expect(await stored()).toHaveLength(1)
  expect((await cachedRendition(world.ctx(), wanted, LIMIT, 'Dora')).bytes).toBeGreaterThan(0)
})

test('the budget and the room are settings', () => {
  const MB = 1024 ** 2
  expect(USUAL_RENDITION_LIMITS).toEqual({ person_daily_bytes: 2048 * MB, store_bytes: 20_000 * MB })
  const { renditions } = readSettings({ RENDITIONS_DAILY_MB: '7', RENDITIONS_MAX_MB: '2000000', DATA_DIR: world.settings.temp_dir })
  expect(renditions).toEqual({ person_daily_bytes: 7 * MB, store_bytes: 2_000_000 * MB })
  expect(() => readSettings({ RENDITIONS_MAX_MB: '0' })).toThrow(/RENDITIONS_MAX_MB/)
})
