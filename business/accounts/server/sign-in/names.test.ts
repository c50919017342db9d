import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal, receive } from '#platform/server/index.ts'
import { naughtyStrings } from '#tests/support/data.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { register } from '../../contract.ts'
import { findUser, insertUser } from '../queries.ts'

const strings = naughtyStrings()

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const MORE = ['\0', 'a\0b', '\ud800', 'x\udfff', 'a'.repeat(120), 'a'.repeat(121), '😀'.repeat(60), '\u202eevil', 'O’Brien "Bob" <b@x.y>']

test('the list of naughty strings is complete', () => {
  expect(strings.length).toBeGreaterThan(400)
})

test('a name is stored exactly as typed, except for surrounding spaces, or refused with 422', async () => {
  let stored = 0
  for (const [index, name] of [...strings, ...MORE].entries()) {
    const email = `naughty-${index}@example.com`
    try {
      const { body } = receive(register, { body: { name, email, password: 'longenough' } })
      const inserted = await insertUser(world.db, { name: body.name, email, role: 'client', email_verified: true, created_at: world.now() })
      expect((await findUser(world.db, inserted!.id))?.name).toBe(name.trim())
      stored += 1
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      expect(error.status).toBe(422)
    }
  }
  expect(stored).toBeGreaterThan(5)
})

test.each([...strings.filter((_, index) => index % 40 === 0), ...MORE])('registering as %j never causes a 500', async (name) => {
  const email = `http-${Buffer.from(name).toString('hex').slice(0, 40)}-${name.length}@example.com`
  const answer = await world.app.inject({ method: 'POST', url: '/api/auth/register', payload: { name, email, password: 'longenough' } })
  expect([201, 422]).toContain(answer.statusCode)
  if (answer.statusCode === 422) return
  const mail = (await world.mails()).find(({ to }) => to === email)
  expect(mail?.html).not.toContain('<script>alert')
})

test.each(['{', '[]', '"text"', 'null', '12', '{"name":{"$ne":1},"email":["a"],"password":true}'])(
  'the body %s is refused',
  async (payload) => {
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      payload,
      headers: { 'content-type': 'application/json' }
    })
    expect([400, 422]).toContain(answer.statusCode)
    expect(answer.json()).toMatchObject({ error: expect.any(String), code: expect.any(String) })
  }
)
