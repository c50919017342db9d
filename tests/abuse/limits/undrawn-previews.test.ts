import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { getAsset } from '#catalogue/contract.ts'
import { spendDrawing } from '#catalogue/server/previews/drawing-limit.ts'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
// The limit gives nothing back while its clock stands still.
beforeEach(() => void vi.spyOn(performance, 'now').mockReturnValue(performance.now()))
afterEach(() => vi.restoreAllMocks())

async function previewsOf() {
  const { id } = await givenAsset(world)
  return (await (await world.as('admin'))(getAsset, { params: { id } })).files[0]!.preview_urls!
}
const open = (url: string, remoteAddress: string) => world.app.inject({ url, remoteAddress })

/** Spends everything that a network address may have drawn, and returns how many previews that was. */
function spendAll(ip: string, type: 'webp' | 'avif' = 'webp'): number {
  for (let drawn = 0; drawn < 10_000; drawn += 1) {
    try {
      spendDrawing({ ip }, { type })
    } catch {
      return drawn
    }
  }
  throw new Error('There is no limit.')
}

test('a network address that makes too many previews be drawn gets 429, and previews that are drawn stay free', async () => {
  const urls = await previewsOf()
  const greedy = '203.0.113.50'
  expect((await open(urls[320], greedy)).statusCode).toBe(200)
  expect(spendAll(greedy)).toBeGreaterThanOrEqual(500)
  for (let time = 0; time < 30; time += 1) expect((await open(urls[320], greedy)).statusCode).toBe(200)
  const refused = await open(urls[640], greedy)
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    { error: 'Too many pictures were requested from your network. Please wait a moment and try again.', code: 'too_many' }
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect([refused.headers['cache-control'], refused.headers['etag']]).toEqual(['no-store', undefined])
  expect((await open(urls[640], '203.0.113.51')).statusCode).toBe(200)
})

test('an AVIF counts as several previews, and the networks of one IPv6 site are limited together', () => {
  expect(spendAll('203.0.113.70', 'avif')).toBeLessThan(spendAll('203.0.113.71') / 3)
  const networks = Array.from({ length: 20 }, (_, index) => `2001:db8:5:${index}::1`)
  const counts = networks.map((ip) => spendAll(ip))
  expect(counts.at(-1)).toBeLessThan(counts[0]! / 10)
})

test('no cache stores the error of a preview that cannot be read', async () => {
  const { 320: url } = await previewsOf()
  await open(url, '203.0.113.80')
  vi.spyOn(world.files, 'bytes').mockRejectedValue(new Error('The file store is away.'))
  const failed = await open(url, '203.0.113.80')
  expect([failed.statusCode, failed.headers['cache-control'], failed.headers['etag']]).toEqual([500, 'no-store', undefined])
})
