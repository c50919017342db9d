import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawing, type GivenAsset, givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getAsset } from '../../contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })
const addressOf = async (id: string): Promise<string> => (await world.api(getAsset, { params: { id } })).link_picture!.url

/** Returns the color in the middle of a part of the picture. */
async function colorAt(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const { data } = await sharp(bytes).extract({ left, top, width: 4, height: 4 }).raw().toBuffer({ resolveWithObject: true })
  return [...data.subarray(0, 3)]
}

/** Returns whether ink is drawn in a part of the picture. */
async function hasInk(bytes: Buffer, area: { left: number; top: number; width: number; height: number }): Promise<boolean> {
  const { channels } = await sharp(await sharp(bytes).extract(area).toBuffer()).stats()
  return (channels[0]?.min ?? 255) < 80
}
const TITLE = { left: 800, top: 60, width: 380, height: 320 }
const WORDMARK = { left: 800, top: 520, width: 380, height: 70 }

async function draw(asked: GivenAsset): Promise<Buffer> {
  const { id } = await givenAsset(world, asked)
  const answer = await get(await addressOf(id))
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

test('the picture for links has the size that social networks ask for, the artwork, the title, and the wordmark', async () => {
  const { id } = await givenAsset(world, { title: 'A fox', file: drawing('#c04020') })
  const url = await addressOf(id)
  const answer = await get(url)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cross-origin-resource-policy']]).toEqual([
    200,
    'image/jpeg',
    'cross-origin'
  ])
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect(answer.rawPayload.length).toBeLessThan(300_000)
  const [red = 0, green = 0, blue = 0] = await colorAt(answer.rawPayload, 120, 300)
  expect(red).toBeGreaterThan(green + blue)
  expect([await hasInk(answer.rawPayload, TITLE), await hasInk(answer.rawPayload, WORDMARK)]).toEqual([true, true])
  expect((await get(url, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
})

test('words are drawn in our own font, also by a decoder, which runs in another folder', async () => {
  const { data, info } = await sharp(await draw({ title: 'Hiiiiill', file: drawing('#3050c0') }))
    .extract({ left: 800, top: 60, width: 380, height: 60 })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const inked = [...data.keys()].filter((at) => data[at]! < 100).map((at) => at % info.width)
  // In pixels. In the usual fonts of a machine, these letters are wider.
  expect(Math.abs(Math.max(...inked) - Math.min(...inked) - 118)).toBeLessThan(5)
})

test('light artwork lies on a dark mat', async () => {
  const light = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 90 90"><circle cx="45" cy="45" r="40" fill="#fffffe"/></svg>'
  const { id, file_id } = await givenAsset(world, { category: 'icon', file: { format: 'svg', bytes: Buffer.from(light) } })
  await sql`update catalogue.asset_file set dominant_color = '#fffffe' where id = ${file_id}`.execute(world.db)
  const [red = 255] = await colorAt((await get(await addressOf(id))).rawPayload, 20, 20)
  expect(red).toBeLessThan(60)
})

test.each([
  ['a very long title', 'Wonderful '.repeat(16).slice(0, 160)],
  ['a title without spaces', 'W'.repeat(160)],
  ['a title with markup', '<b>&amp; "quotes" </span>'],
  ['a title that the fonts cannot show', '火箭発射'],
  ['no title', '']
])('%s is drawn', async (_, title) => {
  const bytes = await draw({ title, file: drawing('#20a060') })
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 630 })
  // Nothing reaches the wordmark or the edges.
  expect(await hasInk(bytes, { left: 800, top: 485, width: 400, height: 40 })).toBe(false)
  expect(await hasInk(bytes, { left: 1160, top: 20, width: 40, height: 600 })).toBe(false)
})

test('an address from before a change of the title leads to the picture of today', async () => {
  const { id } = await givenAsset(world, { title: 'Before' })
  const before = await addressOf(id)
  await sql`update catalogue.asset set title = 'After' where id = ${id}`.execute(world.db)
  const answer = await get(before)
  expect([answer.statusCode, answer.headers.location]).toEqual([302, await addressOf(id)])
})

test('only assets on sale have one', async () => {
  const shown = await givenAsset(world, { title: 'Shown' })
  const address = await addressOf(shown.id)
  const pending = await givenAsset(world, { status: 'pending' })
  const name = address.split('/').at(-1)
  for (const id of [pending.id, randomUUID(), 'nonsense']) expect((await get(`/link-pictures/${id}/${name}`)).statusCode, id).toBe(404)
  expect((await get(address)).statusCode).toBe(200)
  await sql`update catalogue.asset set withheld_at = now(), withheld_reason = 'a claim', withheld_by = owner_id where id = ${shown.id}`.execute(
    world.db
  )
  expect((await get(address)).statusCode).toBe(410)
})

test('an asset without a picture has none', async () => {
  const { id } = await givenAsset(world, { file: null })
  expect((await world.api(getAsset, { params: { id } })).link_picture).toBeNull()
  expect((await get(`/link-pictures/${id}/0123456789abcdef.jpg`)).statusCode).toBe(404)
})
