import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/contract/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { answerHttp } from './answer.ts'
import { Json, knownJson, neverChanges } from './known-json.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const color = z.object({ name: z.string(), shades: z.array(z.string()) })
const response = z.array(color)
const teal = () => neverChanges({ name: 'teal', shades: ['dark'], secret: 'never' })

test('the JSON of values that never change has the fields of the contract, and comes from memory', () => {
  const value = teal()
  expect(knownJson({ response: color }, value)?.text).toBe('{"name":"teal","shades":["dark"]}')
  expect(knownJson({ response }, [value, value])?.text).toBe('[{"name":"teal","shades":["dark"]},{"name":"teal","shades":["dark"]}]')
  // Another contract names other fields.
  expect(knownJson({ response: z.object({ name: z.string() }) }, value)?.text).toBe('{"name":"teal"}')
})

test('values that may change, empty lists, and lists with one that may change are left to others', () => {
  for (const value of [undefined, null, 'teal', [], { name: 'teal', shades: [] }, [teal(), { name: 'teal', shades: [] }]])
    expect(knownJson({ response }, value)).toBeUndefined()
})

test('a value that never changes cannot be changed at any depth', () => {
  const value = teal()
  expect(() => value.shades.push('light')).toThrow(TypeError)
  expect(() => Object.assign(value, { name: 'red' })).toThrow(TypeError)
})

test('a call with an Idempotency-Key gets the same answer again', async () => {
  const e = endpoint({ method: 'POST', path: '/colors', access: 'anyone', idempotent: true, summary: 'For this test.', response: color })
  const { checks_answers: _, ...settings } = world.settings
  const ctx = world.ctx()
  const call = (sent: { idempotency_key?: string }) =>
    answerHttp(e, async () => teal(), { ...ctx, ports: { ...ctx.ports, settings } }, sent)
  expect(await call({})).toBeInstanceOf(Json)
  const first = await call({ idempotency_key: 'one' })
  expect(first).toEqual({ name: 'teal', shades: ['dark'] })
  expect(await call({ idempotency_key: 'one' })).toEqual(first)
})
