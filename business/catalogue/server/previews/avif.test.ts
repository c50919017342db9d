import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GivenAsset, givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { getAsset } from '../../contract.ts'
import { makeAvifs } from './avif.service.ts'
import { prepareFiles } from './previews.service.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

let drawn = 0

/** Smooth noise, which an encoder treats like a photo. */
async function photo(): Promise<Buffer> {
  drawn += 1
  const [width, height] = [1300, 900]
  const data = Buffer.alloc(width * height * 3)
  for (let at = 0; at < data.length; at += 1) {
    const [x, y] = [Math.floor(at / 3) % width, Math.floor(at / 3 / width)]
    data[at] = 128 + 60 * Math.sin(x / 37 + drawn) * Math.cos(y / 23 + (at % 3)) + 30 * Math.sin((x * y) / 3000)
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}

async function prepared(asked: GivenAsset = {}): Promise<string> {
  const { id, file_id } = await givenAsset(world, { file: { format: 'jpg', bytes: await photo() }, ...asked })
  await prepareFiles(world.db, world.files, [file_id])
  await makeAvifs(world.ctx(), [file_id])
  return id
}

/** Drawn once for the tests that only look at it. */
let sold: Promise<string> | undefined
const soldPhoto = (): Promise<string> => {
  sold ??= prepared()
  return sold
}

const PLAIN = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#00b4d8"/></svg>'

const fileOf = async (id: string) => (await (await world.as('admin'))(getAsset, { params: { id } })).files[0]!
const get = (url: string) => world.app.inject({ url })
type Urls = Partial<Record<320 | 640 | 1200, string | undefined>>
const addresses = (urls: Urls): [width: number, url: string][] =>
  ([320, 640, 1200] as const).flatMap((width) => (urls[width] ? [[width, urls[width]]] : []))

test('a photo has AVIF URLs where they are at least 10% smaller, cached permanently', async () => {
  const { avif_urls, preview_urls } = await fileOf(await soldPhoto())
  expect(Object.keys(avif_urls).length).toBeGreaterThan(0)
  for (const [width, url] of addresses(avif_urls)) {
    const [avif, webp] = await Promise.all([get(url), get(preview_urls![width as 320])])
    expect([avif.statusCode, avif.headers['content-type']]).toEqual([200, 'image/avif'])
    expect(avif.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(avif.rawPayload.length).toBeLessThanOrEqual(webp.rawPayload.length * 0.9)
    expect((await sharp(avif.rawPayload).metadata()).width).toBe(width)
  }
})

test('from 640 px up, the AVIF of an asset that is not free is shown only with the watermark', async () => {
  const { avif_urls } = await fileOf(await soldPhoto())
  const marked = addresses(avif_urls).filter(([width]) => width >= 640)
  expect(marked.length).toBeGreaterThan(0)
  for (const [, url] of marked) {
    expect(url).toContain('-marked.avif')
    expect((await get(url.replace('-marked', ''))).statusCode).toBe(404)
  }
})

test('the watermark of the AVIF covers the whole picture', async () => {
  const { avif_urls } = await fileOf(await prepared({ is_free: true }))
  const pixels = async (url: string) =>
    sharp((await get(url)).rawPayload)
      .greyscale()
      .raw()
      .toBuffer()
  const [clear, marked] = await Promise.all([pixels(avif_urls[640]!), pixels(avif_urls[640]!.replace('.avif', '-marked.avif'))])
  const differing = clear.filter((value, at) => Math.abs(value - marked[at]!) > 12).length
  expect(differing / clear.length).toBeGreaterThan(0.02)
})

test('a plain picture has no AVIF, and a made-up URL for one is a 404', async () => {
  const { id, file_id } = await givenAsset(world, { file: { format: 'svg', bytes: Buffer.from(PLAIN) } })
  await prepareFiles(world.db, world.files, [file_id])
  await makeAvifs(world.ctx(), [file_id])
  const { avif_urls, preview_urls } = await fileOf(id)
  expect(avif_urls[320]).toBeUndefined()
  expect((await get(preview_urls![320].replace('.webp', '.avif'))).statusCode).toBe(404)
})

test('previews contain no EXIF, profile or comment of the original', async () => {
  const secret = await sharp(await photo())
    .withExif({ IFD0: { Copyright: 'Mona Secret', Artist: 'Mona' } })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer()
  const { preview_urls, avif_urls } = await fileOf(await prepared({ file: { format: 'jpg', bytes: secret } }))
  for (const [, url] of [...addresses(preview_urls!), ...addresses(avif_urls)]) {
    const { rawPayload } = await get(url)
    expect(rawPayload.includes('Secret')).toBe(false)
    expect((await sharp(rawPayload).metadata()).exif).toBeUndefined()
  }
})
