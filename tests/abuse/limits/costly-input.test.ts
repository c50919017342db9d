import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { searchAssets } from '#catalogue/server/search/search.service.ts'
import { hasTooManyValues } from '#platform/server/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

/** Returns how many bytes of a body that has too many values are searched until that is known. */
function bytesLookedAt(payload: string): number {
  const body = Buffer.from(payload)
  const search = vi.spyOn(body, 'indexOf')
  expect(hasTooManyValues(body)).toBe(true)
  return search.mock.calls.reduce((sum, [, from], call) => {
    const found = search.mock.results[call]?.value
    return sum + (found === -1 ? body.length : found + 1) - Number(from ?? 0)
  }, 0)
}

test.each(['[', ',', '{"a":', '[1,2],'])(
  'a body of 2 MB that repeats %j is refused before it is parsed, also from a visitor',
  async (part) => {
    const payload = part.repeat((2 * 1024 * 1024) / part.length - 1)
    const headers = { 'content-type': 'application/json' }
    expect(bytesLookedAt(payload)).toBeLessThanOrEqual(3 * payload.length)
    const answer = await world.app.inject({ method: 'POST', url: '/api/auth/qr-email', headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'The request has too many parts.', code: 'malformed' }])
  }
)

test('a body with one long text is small work and passes', () => {
  expect(hasTooManyValues(Buffer.from(JSON.stringify({ text: 'a, b '.repeat(10_000), dataUrl: 'A'.repeat(1_500_000) })))).toBe(false)
})

test('a search of eight unknown words looks up similar words for three of them at most, twice', async () => {
  let lookups = 0
  const db = world.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('operator(public.<->)')) lookups += 1
      return node
    },
    transformResult: async ({ result }) => result
  })
  const search = 'qwertz asdfgh yxcvbn poiuzt lkjhgf mnbvcx rewqpo trewas'
  const found = await searchAssets({ ...world.ctx(), db }, { filter: {}, slice: { offset: 0, limit: 10 }, search })
  expect(found).toEqual({ total: 0, rows: [] })
  expect(lookups).toBeGreaterThan(0)
  expect(lookups).toBeLessThanOrEqual(6)
})
