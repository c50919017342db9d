import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { flatCopy, givenDrawings, type SearchAnswer, searchWith, shapes } from '#tests/support/givens/picture-search.ts'
import { emptyAsset, sendUpload } from '#tests/support/givens/submissions.ts'
import { rowsRead } from '#tests/support/rows-read.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { printsLike } from './picture-search.queries.ts'
import { printsOfPicture } from './sent-picture-tasks.ts'

/** The first search starts the processes that read pictures. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let world: World
let admin: string
beforeAll(async () => {
  world = await freshWorld()
  admin = (await world.person('admin')).token
})
afterAll(() => world.end())

const DAY_MS = 86_400_000
let today = new Date('2026-03-01T12:00:00Z')
/** Each search of visitors counts; a new day begins the count anew. */
function nextDay(): void {
  today = new Date(today.getTime() + DAY_MS)
  world.at(today.toISOString())
}

const idsIn = ({ body }: SearchAnswer) => ({
  same: body.same.map(({ id }) => id),
  near: body.near.map(({ id }) => id),
  similar: body.similar.map(({ id }) => id)
})

test('equal bytes are the same, another size looks nearly the same, and each asset is in one list only', async () => {
  nextDay()
  const drawing = shapes(1)
  const [id] = await givenDrawings(world, [drawing, shapes(2), shapes(3)])
  const equal = await searchWith(world, drawing, { name: 'drawing.svg' })
  expect(equal.status).toBe(200)
  expect(equal.headers['cache-control']).toBe('no-store')
  expect(idsIn(equal).same).toEqual([id])
  expect(equal.body.same[0]).toMatchObject({ id, score: 1, title: 'A red fox', files: [{ format: 'svg' }] })
  const copy = await searchWith(world, await flatCopy(drawing))
  expect(idsIn(copy)).toMatchObject({ same: [], near: [id] })
  expect(copy.body.near[0]!.score).toBeGreaterThan(0.85)
  expect(copy.body.near[0]!.score).toBeLessThan(1)
  for (const { body } of [equal, copy]) {
    const all = [...body.same, ...body.near, ...body.similar].map(({ id }) => id)
    expect(new Set(all).size).toBe(all.length)
  }
})

test('similar works come best first', async () => {
  nextDay()
  const moved = (by: number) =>
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="200" height="200"><path d="M10 10h180v20H10zM10 170h180v20H10z" fill="#0e7490"/>` +
        `<circle cx="${70 + by}" cy="100" r="42" fill="#f59e0b"/></svg>`
    )
  const ids = await givenDrawings(world, [moved(0), moved(9), moved(20)])
  const { body } = await searchWith(world, await flatCopy(moved(0)))
  const found = [...body.near, ...body.similar].filter(({ id }) => ids.includes(id))
  expect(found.map(({ id }) => id)).toEqual(ids)
  const scores = [...body.near, ...body.similar].map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((one, other) => other - one))
})

test.each(['png', 'jpeg', 'webp', 'avif', 'gif'] as const)('a picture can be a %s', async (format) => {
  nextDay()
  const drawing = shapes(10)
  const known = await searchWith(world, drawing)
  const id = known.body.same[0]?.id ?? (await givenDrawings(world, [drawing]))[0]
  const copy = await sharp(await flatCopy(drawing, 320))
    .toFormat(format)
    .toBuffer()
  expect(idsIn(await searchWith(world, copy)).near).toContain(id)
})

test('an SVG that was cleaned at its upload is found by the bytes before and after', async () => {
  nextDay()
  const sent = Buffer.from(shapes(20).toString().replace('<title>', '<script>1</script><title>'))
  const asset_id = await emptyAsset(world)
  const { token } = await world.person('employee')
  expect((await sendUpload(world, token, { asset_id }, { name: 'a.svg', bytes: sent })).status).toBe(200)
  await world.work()
  const { original_key } = await world.db
    .selectFrom('catalogue.asset_file')
    .select('original_key')
    .where('asset_id', '=', asset_id)
    .executeTakeFirstOrThrow()
  const cleaned = await world.files.bytes(original_key)
  expect(cleaned.equals(sent)).toBe(false)
  for (const bytes of [sent, cleaned]) expect(idsIn(await searchWith(world, bytes, { admin })).same).toEqual([asset_id])
  expect(idsIn(await searchWith(world, await flatCopy(sent), { admin })).near).toEqual([asset_id])
})

test('visitors find works on sale only, and admins find all', async () => {
  nextDay()
  const drawing = (number: number) => Buffer.from(shapes(30).toString().replace('</svg>', `<!--${number}--></svg>`))
  const [sold] = await givenDrawings(world, [drawing(1)])
  const [withheld] = await givenDrawings(world, [drawing(2)])
  const [pending] = await givenDrawings(world, [drawing(3)], { status: 'pending' })
  const [rejected] = await givenDrawings(world, [drawing(4)], { status: 'rejected' })
  await world.db
    .updateTable('catalogue.asset')
    .set({ withheld_at: world.now(), withheld_by: (await world.person('admin')).id, withheld_reason: 'A claim' })
    .where('id', '=', withheld!)
    .execute()
  const copy = await flatCopy(drawing(1))
  expect(idsIn(await searchWith(world, copy)).near).toEqual([sold])
  for (const number of [2, 3, 4]) expect(idsIn(await searchWith(world, drawing(number))).same).toEqual([])
  const { body } = await searchWith(world, copy, { admin })
  expect(body.near.map(({ id }) => id).toSorted()).toEqual([sold, withheld, pending, rejected].toSorted())
  expect(body.near).toContainEqual(expect.objectContaining({ id: pending, status: 'pending', withheld_at: null }))
  expect(body.near).toContainEqual(expect.objectContaining({ id: withheld, status: 'approved', withheld_at: world.now().toISOString() }))
})

test('a blank picture is found by its bytes alone', async () => {
  nextDay()
  const blank = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#123456' } })
    .png()
    .toBuffer()
  const { id } = await givenAsset(world, { file: { format: 'png', bytes: blank } })
  expect(idsIn(await searchWith(world, blank))).toEqual({ same: [id], near: [], similar: [] })
})

test('a deleted file is no longer found', async () => {
  nextDay()
  const drawing = shapes(50)
  const [id] = await givenDrawings(world, [drawing])
  expect(idsIn(await searchWith(world, await flatCopy(drawing))).near).toContain(id)
  await world.db.deleteFrom('catalogue.asset_file').where('asset_id', '=', id!).execute()
  expect(idsIn(await searchWith(world, await flatCopy(drawing))).near).not.toContain(id)
})

test('a search among thousands of pictures compares few of them', async () => {
  const { id } = await givenAsset(world)
  await sql`
    with added as (
      insert into catalogue.asset_file (asset_id, format, filename, content_type, bytes, sha256, width, height, original_key, status, analysis_version, imported, created_at)
      select ${id}, 'svg', 'a.svg', 'image/svg+xml', 1, rpad(md5(n::text), 64, '0'), 400, 400, 'many ' || n, 'ready', 99, true, now() from generate_series(1, 8000) n
      returning id, sha256
    )
    insert into catalogue.picture_print (file_id, bits, print)
    select id, ('x' || substr(sha256, 1, 16))::bit(64)::bigint, decode(repeat('80', 353), 'hex') from added`.execute(world.db)
  await sql`vacuum analyze catalogue.picture_print, catalogue.asset_file`.execute(world.db)
  const copies = await printsOfPicture(await flatCopy(shapes(1)), 'png')
  const statement = printsLike(copies, 'on_sale', 500).compile(world.db)
  expect(await rowsRead(world, [statement], ['picture_print'])).toBeLessThan(400)
})
