import { setTimeout as wait } from 'node:timers/promises'
import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TITLE_MAX } from '#catalogue/rules.ts'
import { type ImportRow, importAssets } from '#catalogue/server/index.ts'
import { connect } from '#platform/database/connect.ts'
import { DatabaseAway } from '#platform/database/database-away.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import type { Artwork } from './artwork/artwork.ts'
import { importArtwork, importRow } from './import-artwork.ts'

let world: World
let owner_id: string
beforeAll(async () => {
  world = await freshWorld()
  owner_id = (await world.person('employee')).id
})
afterAll(() => world.end())

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="512" height="256" viewBox="0 0 2 1"><path d="M0 0h2v1H0z"/></svg>'

/** Two names for the same drawing are two artworks. */
const artwork = (number: number): Artwork => ({
  source_key: `given:${number}`,
  title: `Square ${number}`,
  description: 'A square.',
  category: 'icon',
  tags: ['square'],
  svg: SVG,
  license: { title: 'MIT', spdx: 'MIT', url: 'https://example.test/mit' },
  author: { name: 'A. Uthor' },
  source: '@given/set'
})

async function* artworks(from: number, to: number): AsyncGenerator<Artwork> {
  for (let number = from; number <= to; number++) yield artwork(number)
}

/** An artwork as a row of the import, with something else about it. */
const rowOf = (number: number, changed: Partial<ImportRow>): ImportRow => ({
  ...importRow(artwork(number), owner_id, new Date()),
  ...changed
})

const silent = { at: () => {}, end: () => {} }
const load = (from: number, to: number, signal?: AbortSignal) =>
  importArtwork({
    db: world.db,
    files: world.ports.files,
    owner_id,
    works: artworks(from, to),
    total: to,
    progress: silent,
    ...(signal && { signal })
  })

const rows = () => world.db.selectFrom('catalogue.asset').selectAll().where('source', '=', '@given/set').orderBy('approved_at').execute()

test('a stopped import continues where it stopped, and a second run adds no duplicates', async () => {
  expect((await load(1, 700)).file_ids).toHaveLength(700)
  expect(await load(1, 1200)).toMatchObject({ seen: 1200, file_ids: { length: 500 } })
  expect((await load(1, 1200)).file_ids).toHaveLength(0)
  expect(await rows()).toHaveLength(1200)
})

test('two imports at the same time add each work once', async () => {
  const both = await Promise.all([load(2001, 3000), load(2001, 3000)])
  expect(both.flatMap(({ file_ids }) => file_ids)).toHaveLength(1000)
  expect((await rows()).filter(({ title }) => Number(title.slice(7)) > 2000)).toHaveLength(1000)
})

test('the last work read is the newest, and none is newer than now', async () => {
  await load(4001, 4600)
  const late = (await rows()).filter(({ title }) => Number(title.slice(7)) > 4000)
  expect(late.map(({ title }) => title)).toEqual(Array.from({ length: 600 }, (_, index) => `Square ${4001 + index}`))
  expect(late.at(-1)!.approved_at!.getTime()).toBeLessThanOrEqual(Date.now())
})

test('a batch reads the other assets once at most, although the import began with none', async () => {
  const fresh = await freshWorld()
  // One connection, because each plans the statements for itself.
  const db = connect(fresh.url, 1)
  const owner = (await fresh.person('employee')).id
  const batch = async (number: number) => {
    const given = Array.from({ length: 50 }, (_, index) => rowOf(number * 50 + index, { owner_id: owner }))
    expect(await importAssets(db, fresh.ports.files, given)).toMatchObject({ added: 50 })
    await sql`select pg_stat_force_next_flush()`.execute(db)
    const { rows } = await sql<{ read: number }>`
      select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as read from pg_stat_user_tables
      where schemaname = 'catalogue' and relname in ('asset', 'asset_file')`.execute(db)
    return rows[0]?.read ?? 0
  }
  try {
    let before = 0
    for (let number = 0; number < 15; number += 1) before = await batch(number)
    expect((await batch(15)) - before).toBeLessThan(16 * 50 + 50 * 8)
  } finally {
    await db.destroy()
    await fresh.end()
  }
})

test('license, author, source, and bytes are stored', async () => {
  await load(5001, 5001)
  const asset = (await rows()).find(({ source_key }) => source_key === 'given:5001')!
  expect(asset).toMatchObject({
    status: 'approved',
    license_title: 'MIT',
    license_spdx: 'MIT',
    license_url: 'https://example.test/mit',
    author_name: 'A. Uthor',
    source: '@given/set'
  })
  const file = await world.db.selectFrom('catalogue.asset_file').selectAll().where('asset_id', '=', asset.id).executeTakeFirstOrThrow()
  expect(file).toMatchObject({ format: 'svg', width: 512, height: 256, status: 'ready', bytes: SVG.length })
  expect((await world.ports.files.bytes(file.original_key)).toString()).toBe(SVG)
})

test('a stopped import stops reading', async () => {
  const stop = new AbortController()
  stop.abort()
  expect(await load(6001, 6010, stop.signal)).toEqual({ seen: 0, file_ids: [] })
})

test('a title that is cut within an emoji is stored without the half of it', async () => {
  const title = `${'a'.repeat(TITLE_MAX - 1)}😀`
  expect(await importAssets(world.db, world.ports.files, [rowOf(7001, { title })])).toMatchObject({ added: 1 })
  const stored = (await rows()).find(({ source_key }) => source_key === 'given:7001')
  expect(stored?.title).toBe(`${'a'.repeat(TITLE_MAX - 1)}\ufffd`)
})

test('marks, line breaks, and tags with commas and quotes arrive as they are', async () => {
  const odd = { title: 'a "b" \\ {c}', description: 'one\ntwo\t€ 😀', tags: ['{x}', '"q"', 'null'] }
  await importAssets(world.db, world.ports.files, [rowOf(7101, odd)])
  expect((await rows()).find(({ source_key }) => source_key === 'given:7101')).toMatchObject(odd)
})

test('a size that is no number fails the batch, which leaves neither rows nor files', async () => {
  const files = async () => (await Array.fromAsync(world.ports.files.list())).length
  const before = await files()
  const batch = [rowOf(7201, {}), rowOf(7202, { width: Number.NaN })]
  await expect(importAssets(world.db, world.ports.files, batch)).rejects.toThrow('width is NaN.')
  expect((await rows()).some(({ source_key }) => source_key === 'given:7201')).toBe(false)
  expect(await files()).toBe(before)
})

test('a file that the database refuses fails the batch, which leaves nothing behind', async () => {
  const left = async () => {
    const { rows: counted } = await sql`
      select (select count(*) from catalogue.asset) as assets, (select count(*) from catalogue.posting) as postings,
        (select sum(approved) from catalogue.category_count) as counted, (select sum(assets) from catalogue.list_segment_count) as listed`.execute(
      world.db
    )
    return { counted, files: (await Array.fromAsync(world.ports.files.list())).length }
  }
  const before = await left()
  await expect(importAssets(world.db, world.ports.files, [rowOf(7301, {}), rowOf(7302, { svg: '' })])).rejects.toThrow('asset_file')
  expect(await left()).toEqual(before)
})

test('if the answer of the database is lost, the assets that it has added keep their files', async () => {
  const cut: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (result.rows.some((row) => !('source_key' in row))) throw new Error('Connection terminated unexpectedly')
      return result
    }
  }
  const db = Object.assign(world.db.withPlugin(cut), { pool: world.db.pool })
  const batch = [rowOf(7401, {}), rowOf(7402, {})]
  await expect(importAssets(db, world.ports.files, batch)).rejects.toThrow('Connection terminated')
  expect(await importAssets(world.db, world.ports.files, batch)).toEqual({ added: 0, file_ids: [] })
  const { rows: stored } = await sql<{ key: string }>`
    select original_key as key from catalogue.asset_file join catalogue.asset on asset.id = asset_id
    where source_key in ('given:7401', 'given:7402')`.execute(world.db)
  expect(stored).toHaveLength(2)
  for (const { key } of stored) expect((await world.ports.files.bytes(key)).toString()).toBe(SVG)
})

test.each(['ENOSPC', 'ECONNRESET'])(
  'a file that cannot be stored (%s) fails the batch, and nothing is written after that',
  async (code) => {
    const { files } = world.ports
    const count = async () => (await Array.fromAsync(files.list())).length
    const before = await count()
    let puts = 0
    const failing: typeof files = {
      ...files,
      put: async (...file) => {
        puts += 1
        if (puts === 3) throw Object.assign(new Error('It cannot be stored.'), { code })
        await wait(20)
        await files.put(...file)
      }
    }
    const batch = Array.from({ length: 200 }, (_, index) => rowOf(7501 + index, {}))
    await expect(importAssets(world.db, failing, batch)).rejects.toThrow('It cannot be stored.')
    expect(puts).toBeLessThan(50)
    await wait(100)
    expect(await count()).toBe(before)
  }
)

test('if no connection to the database can be opened, no file stays', async () => {
  const { files } = world.ports
  const count = async () => (await Array.fromAsync(files.list())).length
  const before = await count()
  let inserts = 0
  const refused: KyselyPlugin = {
    transformQuery: ({ node }) => {
      inserts += 1
      if (inserts > 1) throw new DatabaseAway(new Error('connect ECONNREFUSED'))
      return node
    },
    transformResult: async ({ result }) => result
  }
  const db = Object.assign(world.db.withPlugin(refused), { pool: world.db.pool })
  await expect(importAssets(db, files, [rowOf(7801, {})])).rejects.toThrow('cannot be reached')
  expect(await count()).toBe(before)
})

test('if the files of an import that failed cannot be deleted, the error says how many stay', async () => {
  const { files } = world.ports
  const stuck: typeof files = { ...files, delete: async () => Promise.reject(new Error('The disk is gone.')) }
  await expect(importAssets(world.db, stuck, [rowOf(7901, {}), rowOf(7902, { svg: '' })])).rejects.toMatchObject({
    message: 'An import failed, and 2 of its files stay.',
    errors: [{ message: expect.stringContaining('asset_file') }, { message: 'The disk is gone.' }, { message: 'The disk is gone.' }]
  })
})
