import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GivenAsset, givenAsset } from '#tests/support/givens/catalogue.ts'
import { rowsRead } from '#tests/support/rows-read.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getAsset } from '../../contract.ts'
import type { FileFormat } from '../../rules.ts'
import { analyzeImage, makePreviews } from '../previews/preview-tasks.ts'
import { ANALYSIS_VERSION } from './analysis-version.ts'
import { nearDuplicates, updateImageAnalysis } from './image-analysis.queries.ts'
import { analyzeFiles, nearDuplicatesOf } from './image-analysis.service.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const svg = (inside: string, { width = 400, height = 400 } = {}) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="${width}" height="${height}">${inside}</svg>`)
const house = svg('<path d="M60 200 200 60l140 140v140H60z" fill="#c81e1e"/><path d="M170 240h60v100h-60z" fill="#2563eb"/>')
const boat = svg('<path d="M40 260h320l-60 90H100z" fill="#7c4a1e"/><path d="M200 40v200H70z" fill="#16a34a"/>')

/** Returns the same drawing in different bytes, as if saved by another program. */
const withOtherBytes = (bytes: Buffer) => Buffer.concat([bytes, Buffer.from(`<!--${Math.random()}-->`)])
const given = async (bytes: Buffer, format: FileFormat = 'svg', asked: GivenAsset = {}) =>
  (await givenAsset(world, { status: 'pending', ...asked, file: { format, bytes: format === 'svg' ? withOtherBytes(bytes) : bytes } })).id
const analyzeAll = () => analyzeFiles(world.ctx())
const fileOf = (asset_id: string) =>
  world.db.selectFrom('catalogue.asset_file').select(['id', 'original_key']).where('asset_id', '=', asset_id).executeTakeFirstOrThrow()
const nearOf = async (id: string) => (await nearDuplicatesOf(world.db, [id])).get(id) ?? []
const bitsBetween = (one: bigint | null, other: bigint | null): number =>
  BigInt.asUintN(64, one! ^ other!)
    .toString(2)
    .replaceAll('0', '').length

test('the analysis returns the color families, largest share first, and a placeholder small enough for a page', async () => {
  const { colors, blur, dominant_color } = await analyzeImage(house, 'svg')
  expect(colors).toEqual(['red', 'blue'])
  expect(dominant_color).toBe('#c81e1e')
  expect(blur).toMatch(/^data:image\/webp;base64,/)
  expect(blur.length).toBeLessThan(400)
  const small = await sharp(Buffer.from(blur.split(',')[1]!, 'base64')).metadata()
  expect([small.format, small.width]).toEqual(['webp', 16])
})

test('invisible areas have no color', async () => {
  expect(
    (await analyzeImage(svg('<rect width="400" height="400" fill="#f00" fill-opacity="0"/><circle r="90" fill="#111"/>'), 'svg')).colors
  ).toEqual(['black'])
})

test('the hash changes little when a picture is scaled, compressed and flattened, and differs from other pictures', async () => {
  const { perceptual_hash } = await makePreviews(house, 'svg')
  const small = await sharp(house).resize(90).flatten({ background: '#fff' }).jpeg({ quality: 50 }).toBuffer()
  expect(bitsBetween(perceptual_hash, (await analyzeImage(small, 'jpg')).perceptual_hash)).toBeLessThanOrEqual(6)
  expect(bitsBetween(perceptual_hash, (await analyzeImage(boat, 'svg')).perceptual_hash)).toBeGreaterThan(12)
})

test('blank pictures have no hash; white drawings on a transparent background have one', async () => {
  expect((await analyzeImage(svg('<rect width="400" height="400" fill="#00b4d8"/>'), 'svg')).perceptual_hash).toBeNull()
  expect((await analyzeImage(svg('<path d="M0 0h9" fill="none"/>'), 'svg')).perceptual_hash).toBeNull()
  expect((await analyzeImage(svg('<circle cx="90" cy="90" r="60" fill="#fff"/>'), 'svg')).perceptual_hash).not.toBeNull()
})

test('the job analyzes each new file once, even an unreadable one, and sets the asset’s colors', async () => {
  const id = await given(house, 'svg', { status: 'approved' })
  const broken = await given(boat)
  await world.files.put((await fileOf(broken)).original_key, Buffer.from('<svg'), 'image/svg+xml')
  await analyzeAll()
  const { colors, files } = await (await world.as('admin'))(getAsset, { params: { id } })
  expect([colors, files[0]?.blur?.slice(0, 16)]).toEqual([['red', 'blue'], 'data:image/webp;'])
  const left = await world.db.selectFrom('catalogue.asset_file').select('id').where('analysis_version', '=', 0).execute()
  expect(left).toEqual([])
  expect(await nearOf(broken)).toEqual([])
  const printed = await world.db
    .selectFrom('catalogue.picture_print as stored')
    .innerJoin('catalogue.asset_file as file', 'file.id', 'stored.file_id')
    .select('file.asset_id')
    .where('file.asset_id', 'in', [id, broken])
    .execute()
  expect(printed).toEqual([{ asset_id: id }])
})

test('near duplicates exclude rejected assets, other aspect ratios and blank pictures', async () => {
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
  await analyzeAll()
  expect(await nearOf(mine)).toEqual([near])
  expect([await nearOf(blank), await nearOf(blankToo)]).toEqual([[], []])
  await sql`update catalogue.asset_file set width = width * 2 where asset_id = ${near}`.execute(world.db)
  expect(await nearOf(mine)).toEqual([])
})

const shuffle = (numbers: readonly number[]): number[] =>
  numbers
    .map((number) => ({ number, order: Math.random() }))
    .toSorted((one, other) => one.order - other.order)
    .map(({ number }) => number)
/** Returns the hash with these bits set. */
const hashOf = (places: readonly number[]): bigint =>
  BigInt.asIntN(
    64,
    places.reduce((bits, place) => bits | (1n << BigInt(place)), 0n)
  )
async function setHash(asset_id: string, perceptual_hash: bigint | null): Promise<void> {
  const { id } = await fileOf(asset_id)
  const analysis = { dominant_color: '#000000', colors: [], picture_colors: [], blur: '', perceptual_hash, print: null }
  // Of the current version: otherwise the job would give these files the hash of their picture back.
  await world.db.transaction().execute((tx) => updateImageAnalysis(tx, [{ id, analysis_version: ANALYSIS_VERSION, analysis }]))
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
])('hashes with %i bits set are near up to a difference of %i bits, at any positions, and not beyond', async (set, most) => {
  const [mine, other, far] = [await given(house), await given(house), await given(house)]
  for (let round = 0; round < 12; round += 1) {
    const places = shuffle(Array.from({ length: 64 }, (_, place) => place))
    await setHash(mine, hashOf(places.slice(0, set)))
    await setHash(other, hashOf(places.slice(0, set + (most - (round % (most + 1))))))
    await setHash(far, hashOf(places.slice(0, set + most + 1)))
    expect(await nearOf(mine)).toEqual([other])
    expect(await nearOf(other)).toContain(mine)
  }
  for (const id of [mine, other, far]) await setHash(id, null)
})

/** Two-tone icons with few strokes. Their hashes have few bits set, so any two of them differ in few bits. */
const TONES = '<rect x="20" y="20" width="360" height="360" rx="70" fill="#c7d2fe"/>'
const twoTone = (strokes: string) => svg(`${TONES}<g fill="none" stroke="#3730a3" stroke-width="24">${strokes}</g>`)
const ICONS = {
  bell: twoTone('<path d="M130 250v-60a70 70 0 0 1 140 0v60l20 20H110zM180 300h40"/>'),
  house: twoTone('<path d="M110 200 200 120l90 80v90H110z"/>'),
  phone: twoTone('<rect x="145" y="100" width="110" height="200" rx="16"/><path d="M185 270h30"/>'),
  clock: twoTone('<circle cx="200" cy="200" r="90"/><path d="M200 140v60l40 30"/>'),
  gift: twoTone('<rect x="110" y="180" width="180" height="110"/><path d="M200 180v110M110 180h180M200 180l-50-50M200 180l50-50"/>')
}

test('different icons in the same two tones are not near duplicates; copies in another size, format or color are', async () => {
  const ids: Record<string, string> = {}
  for (const [name, bytes] of Object.entries(ICONS)) ids[name] = await given(bytes)
  const copies = {
    bell: await given(await sharp(ICONS.bell).resize(180).flatten({ background: '#fff' }).jpeg({ quality: 70 }).toBuffer(), 'jpg'),
    house: await given(Buffer.from(ICONS.house.toString().replaceAll('#3730a3', '#1e3a8a')))
  }
  await analyzeAll()
  expect(await Promise.all(Object.values(ids).map(nearOf))).toEqual([[copies.bell], [copies.house], [], [], []])
})

test('near duplicates among thousands are found by reading few rows', async () => {
  const [id, other] = [await given(house), await given(boat)]
  await analyzeAll()
  await sql`
    insert into catalogue.asset_file (asset_id, format, filename, content_type, bytes, sha256, width, height, original_key, status, perceptual_hash, imported, created_at)
    select ${other}, 'svg', 'a.svg', 'image/svg+xml', 1, rpad(md5(n::text), 64, '0'), 400, 400, n::text, 'ready',
      ('x' || substr(md5(n::text), 1, 16))::bit(64)::bigint, true, now() from generate_series(1, 8000) n`.execute(world.db)
  await sql`vacuum analyze catalogue.asset, catalogue.asset_file`.execute(world.db)
  const statement = nearDuplicates([id], 6).compile(world.db)
  expect(await rowsRead(world, [statement], ['asset_file'])).toBeLessThan(100)
})
