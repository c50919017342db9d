import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dataFile, dataFiles } from '#tests/support/data.ts'
import { drawing, givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getAsset } from '../../contract.ts'
import { importAssets } from '../import.service.ts'
import { makePreviews, type Preview } from './preview-tasks.ts'
import { prepareFiles } from './previews.service.ts'

const given = (folder: string, pattern: string) => dataFiles(`images/${folder}/${pattern}`).map((path) => basename(path))
const read = (folder: string, name: string) => readFileSync(dataFile(`images/${folder}/${name}`))

const named = (previews: Preview[], width: number, marked: boolean) =>
  previews.find((one) => one.width === width && one.marked === marked)!.bytes
const photo = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c04020' } })

test('previews are WEBP in up to three widths, and a small picture is not enlarged', async () => {
  const big = await makePreviews(await photo(2000, 1000).png().toBuffer(), 'png')
  expect(big).toMatchObject({ width: 2000, height: 1000, dominant_color: expect.stringMatching(/^#[0-9a-f]{6}$/) })
  for (const { width, bytes } of big.previews)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width, height: width / 2 })
  const small = await makePreviews(await photo(100, 80).jpeg().toBuffer(), 'jpg')
  for (const { bytes } of small.previews) expect(await sharp(bytes).metadata()).toMatchObject({ width: 100, height: 80 })
})

test('a tiny drawing is sharp at every width: its edges stay one pixel wide', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24"><rect x="12" width="12" height="24"/></svg>'
  const { width, height, previews } = await makePreviews(Buffer.from(svg), 'svg')
  expect([width, height]).toEqual([24, 24])
  const { data, info } = await sharp(named(previews, 1200, false))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([info.width, info.height]).toEqual([1200, 1200])
  const alphaAt = (x: number) => data[(600 * info.width + x) * 4 + 3]!
  expect([alphaAt(597), alphaAt(602)]).toEqual([0, 255])
})

const grayscale = (bytes: Buffer) => sharp(bytes).flatten({ background: '#f6f4ef' }).greyscale().raw().toBuffer({ resolveWithObject: true })

/** Returns, for each quarter of the picture, the share of pixels that the watermark visibly changes. */
async function markedShares(previews: Preview[], width: number): Promise<number[]> {
  const [clear, marked] = await Promise.all([grayscale(named(previews, width, false)), grayscale(named(previews, width, true))])
  const { channels, height } = clear.info
  const quarters = [0, 0, 0, 0]
  for (let at = 0; at < clear.data.length; at += channels) {
    const pixel = at / channels
    const quarter = (pixel % width < width / 2 ? 0 : 1) + (pixel / width < height / 2 ? 0 : 2)
    if (Math.abs(clear.data[at]! - marked.data[at]!) > 12) quarters[quarter]! += 1
  }
  return quarters.map((count) => count / (width * height))
}

test.each(['#ffffff', '#000000', '#00b4d8', 'none'])('the watermark is visible in every quarter of a picture on %s', async (fill) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="${fill}"/></svg>`
  const { previews } = await makePreviews(Buffer.from(svg), 'svg')
  for (const width of [640, 1200]) expect(Math.min(...(await markedShares(previews, width)))).toBeGreaterThan(0.005)
})

test('the dominant color is that of the visible pixels', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"><circle cx="45" cy="45" r="20" fill="#c81e1e"/></svg>'
  const { dominant_color } = await makePreviews(Buffer.from(svg), 'svg')
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(dominant_color.slice(at, at + 2), 16))
  expect([Math.abs(red - 200) < 12, Math.abs(green - 30) < 12, Math.abs(blue - 30) < 12]).toEqual([true, true, true])
})

test('a file that is not a picture, or not in the stated format, is refused', async () => {
  const refused = { name: 'Refusal', code: 'not_a_picture' }
  await expect(makePreviews(Buffer.from('no picture at all'), 'png')).rejects.toMatchObject(refused)
  await expect(makePreviews(await photo(9, 9).png().toBuffer(), 'jpg')).rejects.toMatchObject(refused)
  await expect(makePreviews(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"'), 'svg')).rejects.toMatchObject(refused)
  await expect(makePreviews((await photo(900, 900).jpeg().toBuffer()).subarray(0, 1500), 'jpg')).rejects.toMatchObject(refused)
})

test('a decompression bomb is refused by its dimensions without being drawn', async () => {
  const bomb = await sharp({ create: { width: 20_000, height: 12_000, channels: 3, background: '#fff' }, limitInputPixels: false })
    .png()
    .toBuffer()
  await expect(makePreviews(bomb, 'png')).rejects.toMatchObject({ code: 'too_many_pixels' })
}, 60_000)

const portrait = given('exif-orientation', 'Portrait_*.jpg')
const landscape = given('exif-orientation', 'Landscape_*.jpg')
test('a photo is shown upright with any EXIF orientation, and its size is that of the upright picture', async () => {
  for (const name of [...portrait, ...landscape]) {
    const { width, height, previews } = await makePreviews(read('exif-orientation', name), 'jpg')
    const shown = await sharp(named(previews, 320, false)).metadata()
    expect([name, width > height, shown.width > shown.height, shown.orientation]).toEqual([
      name,
      name.startsWith('Landscape'),
      name.startsWith('Landscape'),
      undefined
    ])
  }
}, 60_000)

const suite = given('pngsuite', '*.png')
test.each(suite)('PngSuite %s is previewed if valid and refused otherwise', async (name) => {
  const work = makePreviews(read('pngsuite', name), 'png')
  if (basename(name).startsWith('x')) await expect(work).rejects.toMatchObject({ code: 'not_a_picture' })
  else expect((await work).previews).toHaveLength(5)
})

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers })
const urlsOf = async (id: string) => (await (await world.as('admin'))(getAsset, { params: { id } })).files[0]!.preview_urls!
const bearer = async (role: 'admin' | 'employee' | 'client', name?: string) => ({
  authorization: `Bearer ${(await world.person(role, name)).token}`
})
const clear = (url: string) => url.replace('-marked', '')

test('a preview has its content type, is cached permanently, and answers 304 to a matching ETag', async () => {
  const { id } = await givenAsset(world)
  const urls = await urlsOf(id)
  const answer = await get(urls[320])
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ width: 320, height: 240 })
  expect((await get(urls[320], { 'if-none-match': String(answer.headers['etag']) })).statusCode).toBe(304)
  expect((await get(urls[320])).rawPayload).toEqual(answer.rawPayload)
})

test('from 640 px up, an asset that is not free is shown only with the watermark', async () => {
  const { id } = await givenAsset(world)
  const urls = await urlsOf(id)
  for (const width of [640, 1200] as const) {
    expect(urls[width]).toContain('-marked')
    expect((await get(urls[width])).statusCode).toBe(200)
    expect((await get(clear(urls[width]))).statusCode).toBe(404)
    expect((await get(clear(urls[width]), await bearer('client'))).statusCode).toBe(404)
    expect((await get(clear(urls[width]), await bearer('admin'))).headers['cache-control']).toContain('private')
  }
})

test('during a free window, the picture without the watermark is available', async () => {
  world.at('2026-03-01T12:00:00Z')
  const { id } = await givenAsset(world, {
    free_starts_at: new Date('2026-03-02T00:00:00Z'),
    free_ends_at: new Date('2026-03-03T00:00:00Z')
  })
  const url = clear((await urlsOf(id))[640])
  expect((await get(url)).statusCode).toBe(404)
  world.at('2026-03-02T12:00:00Z')
  expect((await urlsOf(id))[640]).toBe(url)
  const answer = await get(url)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, max-age=600'])
  world.at('2026-03-04T00:00:00Z')
  expect((await get(url)).statusCode).toBe(404)
})

test('before approval, only the owner and admins see previews', async () => {
  const { id } = await givenAsset(world, { status: 'pending', artist: 'Mona' })
  const { 320: url } = await urlsOf(id)
  expect((await get(url)).statusCode).toBe(404)
  expect((await get(url, await bearer('employee', 'Other'))).statusCode).toBe(404)
  for (const headers of [await bearer('employee', 'Mona'), await bearer('admin')]) {
    const answer = await get(url, headers)
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'private, max-age=600'])
  }
})

test('originals have no URL', async () => {
  const { id, file_id } = await givenAsset(world, { is_free: true })
  const urls = await urlsOf(id)
  const places = [
    `/originals/${file_id.slice(0, 2)}/${file_id}.svg`,
    `/uploads/${file_id}.svg`,
    `/files/${file_id}.svg`,
    urls[320].replace('320.webp', 'original.svg'),
    urls[320].replace('320.webp', '..%2F..%2F..%2Foriginals%2Fx.svg'),
    urls[320].replace(/\/[0-9a-f]{16}\//, '/0000000000000000/'),
    urls[320].replace('320', '2000')
  ]
  for (const place of places) expect([place, (await get(place)).statusCode]).toEqual([place, 404])
})

test('concurrent requests share one drawing, and an aborted request does not affect the others', async () => {
  const { id } = await givenAsset(world)
  const urls = await urlsOf(id)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.address() as { port: number }
  const leaving = AbortSignal.timeout(5)
  await Promise.allSettled(Array.from({ length: 5 }, () => fetch(`http://127.0.0.1:${port}${urls[1200]}`, { signal: leaving })))
  const answers = await Promise.all(Array.from({ length: 4 }, () => fetch(`http://127.0.0.1:${port}${urls[1200]}`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  for (const answer of answers) expect((await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width).toBe(1200)
})

test('imported drawings are added once, are credited, and get previews when they are prepared', async () => {
  const owner = await world.person('employee', 'Mona')
  const row = (key: string) => ({
    source_key: `set:${key}`,
    owner_id: owner.id,
    title: `Imported ${key}`,
    description: '',
    category: 'icon' as const,
    tags: ['imported'],
    svg: drawing().bytes.toString(),
    width: 24,
    height: 24,
    license_title: 'CC BY-SA 4.0',
    license_spdx: 'CC-BY-SA-4.0',
    author_name: 'Ada Painter',
    source: '@set/icons',
    approved_at: world.now()
  })
  const [one, two] = [row('one'), row('two')]
  const first = await importAssets(world.db, world.files, [one, { ...two, svg: one.svg }])
  expect(first.added).toBe(2)
  expect(await importAssets(world.db, world.files, [one, two])).toEqual({ added: 0, file_ids: [] })
  await prepareFiles(world.db, world.files, first.file_ids)
  const list = (await world.app.inject('/api/assets/?search=imported')).json() as { id: string; dominant_color: string }[]
  expect(list).toHaveLength(2)
  const asset = await world.api(getAsset, { params: { id: list[0]!.id } })
  expect(asset).toMatchObject({ employee_name: 'Ada Painter', dominant_color: expect.stringMatching(/^#/) })
  expect(asset.credit).toMatchObject({
    license_title: 'CC BY-SA 4.0',
    asks: 'share_alike',
    author_name: 'Ada Painter',
    source: '@set/icons'
  })
})
