import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GivenAsset, givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getAsset } from '../contract.ts'
import type { FileFormat } from '../rules.ts'
import { nearDuplicates, updateLooks } from './looks.queries.ts'
import { describeFiles, nearDuplicatesOf } from './looks.service.ts'
import { lookAt, makePreviews } from './previews.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const svg = (inside: string, { width = 400, height = 400 } = {}) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="${width}" height="${height}">${inside}</svg>`)
const house = svg('<path d="M60 200 200 60l140 140v140H60z" fill="#c81e1e"/><path d="M170 240h60v100h-60z" fill="#2563eb"/>')
const boat = svg('<path d="M40 260h320l-60 90H100z" fill="#7c4a1e"/><path d="M200 40v200H70z" fill="#16a34a"/>')

/** The same drawing again is other bytes, as from another program. */
const again = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(`<!--${Math.random()}-->`)])
const given = async (bytes: Buffer, format: FileFormat = 'svg', asked: GivenAsset = {}) =>
  (await givenAsset(world, { status: 'pending', ...asked, file: { format, bytes: format === 'svg' ? again(bytes) : bytes } })).id
const lookAtAll = () => describeFiles(world.ctx())
const fileOf = (asset_id: string) =>
  world.db.selectFrom('catalogue.asset_file').select(['id', 'original_key']).where('asset_id', '=', asset_id).executeTakeFirstOrThrow()
const nearOf = async (id: string) => (await nearDuplicatesOf(world.db, [id])).get(id) ?? []
const bitsBetween = (one: bigint | null, other: bigint | null): number =>
  BigInt.asUintN(64, one! ^ other!)
    .toString(2)
    .replaceAll('0', '').length

test('a picture is described by its families of colour, most first, and by a blur that fits into a page', async () => {
  const { colors, blur, dominant_color } = await lookAt(house, 'svg')
  expect(colors).toEqual(['red', 'blue'])
  expect(dominant_color).toBe('#c81e1e')
  expect(blur).toMatch(/^data:image\/webp;base64,/)
  expect(blur.length).toBeLessThan(400)
  const small = await sharp(Buffer.from(blur.split(',')[1]!, 'base64')).metadata()
  expect([small.format, small.width]).toEqual(['webp', 16])
})

test('what is not visible has no colour', async () => {
  expect(
    (await lookAt(svg('<rect width="400" height="400" fill="#f00" fill-opacity="0"/><circle r="90" fill="#111"/>'), 'svg')).colors
  ).toEqual(['black'])
})

test('a picture stays near itself when it is scaled, compressed and stripped of transparency, and is far from others', async () => {
  const { picture_hash } = await makePreviews(house, 'svg')
  const small = await sharp(house).resize(90).flatten({ background: '#fff' }).jpeg({ quality: 50 }).toBuffer()
  expect(bitsBetween(picture_hash, (await lookAt(small, 'jpg')).picture_hash)).toBeLessThanOrEqual(6)
  expect(bitsBetween(picture_hash, (await lookAt(boat, 'svg')).picture_hash)).toBeGreaterThan(12)
})

test('blank pictures look like nothing, light drawings on no ground like themselves', async () => {
  expect((await lookAt(svg('<rect width="400" height="400" fill="#00b4d8"/>'), 'svg')).picture_hash).toBeNull()
  expect((await lookAt(svg('<path d="M0 0h9" fill="none"/>'), 'svg')).picture_hash).toBeNull()
  expect((await lookAt(svg('<circle cx="90" cy="90" r="60" fill="#fff"/>'), 'svg')).picture_hash).not.toBeNull()
})

test('the job looks at files that nobody has looked at, once, and gives the asset its colours', async () => {
  const id = await given(house, 'svg', { status: 'approved' })
  const broken = await given(boat)
  await world.files.put((await fileOf(broken)).original_key, Buffer.from('<svg'), 'image/svg+xml')
  await lookAtAll()
  const { colors, files } = await (await world.as('admin'))(getAsset, { params: { id } })
  expect([colors, files[0]?.blur?.slice(0, 16)]).toEqual([['red', 'blue'], 'data:image/webp;'])
  const left = await world.db.selectFrom('catalogue.asset_file').select('id').where('described', '=', 0).execute()
  expect(left).toEqual([])
  expect(await nearOf(broken)).toEqual([])
})

test('near pictures of other assets are named, nearest first; rejected ones, other shapes and blank ones are not', async () => {
  const mine = await given(svg('<path d="M40 40h200v60H40z" fill="#111"/><circle cx="280" cy="290" r="80" fill="#555"/>'))
  const copy = await sharp(svg('<path d="M40 40h200v60H40z" fill="#111"/><circle cx="280" cy="290" r="80" fill="#555"/>'))
    .flatten({ background: '#fff' })
    .png()
    .toBuffer()
  const near = await given(copy, 'png')
  await given(await sharp(copy).webp().toBuffer(), 'webp', { status: 'rejected' })
  await given(boat)
  const blank = await given(svg('<rect width="400" height="400" fill="#eee"/>'))
  const blankToo = await given(svg('<rect width="400" height="400" fill="#ddd"/>'))
  await lookAtAll()
  expect(await nearOf(mine)).toEqual([near])
  expect([await nearOf(blank), await nearOf(blankToo)]).toEqual([[], []])
  await sql`update catalogue.asset_file set width = width * 2 where asset_id = ${near}`.execute(world.db)
  expect(await nearOf(mine)).toEqual([])
})

const shuffled = (numbers: readonly number[]): number[] =>
  numbers
    .map((number) => ({ number, lot: Math.random() }))
    .toSorted((one, other) => one.lot - other.lot)
    .map(({ number }) => number)
/** The hash that has these bits set. */
const hashOf = (places: readonly number[]): bigint =>
  BigInt.asIntN(
    64,
    places.reduce((bits, place) => bits | (1n << BigInt(place)), 0n)
  )
async function looksLike(asset_id: string, picture_hash: bigint | null): Promise<void> {
  const { id } = await fileOf(asset_id)
  const looks = { dominant_color: '#000000', colors: [], blur: '', picture_hash }
  await world.db.transaction().execute((tx) => updateLooks(tx, [{ id, described: 1, looks }]))
}

test.each([
  [32, 6],
  [24, 6],
  [23, 5],
  [20, 5],
  [16, 4],
  [12, 3],
  [8, 2],
  [4, 1],
  [3, 0]
])('of %i bits, pictures that have up to %i more are near, wherever these lie; with one more still they are not', async (set, most) => {
  const [mine, other, far] = [await given(house), await given(house), await given(house)]
  for (let round = 0; round < 12; round += 1) {
    const places = shuffled(Array.from({ length: 64 }, (_, place) => place))
    await looksLike(mine, hashOf(places.slice(0, set)))
    await looksLike(other, hashOf(places.slice(0, set + (most - (round % (most + 1))))))
    await looksLike(far, hashOf(places.slice(0, set + most + 1)))
    expect(await nearOf(mine)).toEqual([other])
    expect(await nearOf(other)).toContain(mine)
  }
  for (const id of [mine, other, far]) await looksLike(id, null)
})

/** Icons in two tones, of few strokes: their hashes have few bits, so that any two of them differ in few. */
const TONES = '<rect x="20" y="20" width="360" height="360" rx="70" fill="#c7d2fe"/>'
const twoTone = (strokes: string) => svg(`${TONES}<g fill="none" stroke="#3730a3" stroke-width="24">${strokes}</g>`)
const ICONS = {
  bell: twoTone('<path d="M130 250v-60a70 70 0 0 1 140 0v60l20 20H110zM180 300h40"/>'),
  house: twoTone('<path d="M110 200 200 120l90 80v90H110z"/>'),
  phone: twoTone('<rect x="145" y="100" width="110" height="200" rx="16"/><path d="M185 270h30"/>'),
  clock: twoTone('<circle cx="200" cy="200" r="90"/><path d="M200 140v60l40 30"/>'),
  gift: twoTone('<rect x="110" y="180" width="180" height="110"/><path d="M200 180v110M110 180h180M200 180l-50-50M200 180l50-50"/>')
}

test('icons of the same two tones are not taken for each other; each is for its copy in another size, format or colour', async () => {
  const ids: Record<string, string> = {}
  for (const [name, bytes] of Object.entries(ICONS)) ids[name] = await given(bytes)
  const copies = {
    bell: await given(await sharp(ICONS.bell).resize(180).flatten({ background: '#fff' }).jpeg({ quality: 70 }).toBuffer(), 'jpg'),
    house: await given(Buffer.from(ICONS.house.toString().replaceAll('#3730a3', '#1e3a8a')))
  }
  await lookAtAll()
  expect(await Promise.all(Object.values(ids).map(nearOf))).toEqual([[copies.bell], [copies.house], [], [], []])
})

test('near pictures among many are read by the indexes of their parts alone', async () => {
  const [id, other] = [await given(house), await given(boat)]
  await lookAtAll()
  await sql`
    insert into catalogue.asset_file (asset_id, format, filename, content_type, bytes, sha256, width, height, original_key, status, picture_hash, imported, created_at)
    select ${other}, 'svg', 'a.svg', 'image/svg+xml', 1, rpad(md5(n::text), 64, '0'), 400, 400, n::text, 'ready',
      ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint, true, now() from generate_series(1, 8000) n`.execute(world.db)
  await sql`vacuum analyze catalogue.asset, catalogue.asset_file`.execute(world.db)
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze) ${nearDuplicates([id], 6)}`.execute(world.db)
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan.match(/Index Only Scan using asset_file_look_\d/g)?.toSorted()).toEqual(
    [0, 1, 2, 3].map((place) => `Index Only Scan using asset_file_look_${place}`)
  )
  expect(plan).not.toContain('Seq Scan on asset_file')
})
