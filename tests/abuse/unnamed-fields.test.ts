import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/contract/index.ts'
import { strip } from '#platform/server/http/strip.ts'
import { answer } from '#platform/server/index.ts'
import { fittingValue } from '#tests/support/fuzz/schema-values.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const SECRET = 'never-to-be-answered'

/** Adds a field that no contract names to every object. */
function withSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSecrets)
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, inner]) => [name, withSecrets(inner)])
  return { ...Object.fromEntries(fields), unnamed_secret: SECRET, password_hash: { salted: SECRET } }
}

/** Whether a schema names no fields somewhere: any value is what it promises. */
const isOpen = (schema: object): boolean => /"[\w$]+":\{\}/.test(JSON.stringify({ schema }))

const outcomeOf = (work: () => unknown): string => {
  try {
    return JSON.stringify(work()) ?? ''
  } catch {
    return 'refused'
  }
}

test('no answer of any endpoint contains what its contract does not name, in production as in tests', () => {
  let compared = 0
  for (const { endpoint: e, handler } of world.app.mounted.values()) {
    const { $schema: _version, ...described } = z.toJSONSchema(e.response, { io: 'output', unrepresentable: 'any' })
    if (!handler || e.status === 204 || e.kind === 'file' || isOpen(described)) continue
    for (const value of fc.sample(fittingValue(described), { numRuns: 20, seed: 11 })) {
      const leaking = withSecrets(value)
      const stripped = outcomeOf(() => strip(e.response, leaking))
      expect(stripped, `${e.method} ${e.path}`).not.toContain(SECRET)
      const checked = outcomeOf(() => e.response.parse(leaking))
      if (checked === 'refused') continue
      expect(stripped, `${e.method} ${e.path}`).toBe(checked)
      compared += 1
    }
  }
  expect(compared).toBeGreaterThan(300)
})

const profile = endpoint({
  method: 'GET',
  path: '/profile',
  access: 'anyone',
  summary: 'For this test.',
  response: z.object({ name: z.string(), address: z.object({ city: z.string() }).nullable(), tags: z.array(z.string()) })
})

/** Answers as a server of the built product does. */
async function inProduction(result: unknown): Promise<unknown> {
  const { checks_answers: _, ...settings } = world.settings
  const ports = { ...world.ports, settings }
  const ctx = { ports, actor: null } as unknown as Parameters<typeof answer>[2]
  return answer(profile, async () => result as never, ctx, {})
}

test('in production, a row with more columns is answered without them', async () => {
  const row = { name: 'Ada', address: { city: 'Paris', door_code: SECRET }, tags: ['a'], password_hash: SECRET }
  expect(await inProduction(row)).toEqual({ name: 'Ada', address: { city: 'Paris' }, tags: ['a'] })
})

test.each([
  ['an object instead of a text', { name: { first: 'Ada', secret: SECRET }, address: null, tags: [] }],
  ['an object instead of an item', { name: 'Ada', address: null, tags: [{ secret: SECRET }] }],
  ['a list instead of an object', { name: 'Ada', address: [SECRET], tags: [] }],
  ['a missing field', { address: null, tags: [] }],
  ['nothing', undefined]
])('in production, %s is an error and not an answer', async (_name, result) => {
  await expect(inProduction(result)).rejects.toThrow(z.ZodError)
})
