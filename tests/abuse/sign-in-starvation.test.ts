import { verifyPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createUser } from '#accounts/server/index.ts'
import { freshWorld, type World } from '../support/world.ts'

// Records which passwords are compared, in which order, and can hold all comparisons.
const held = vi.hoisted(() => ({ order: [] as string[], gate: Promise.resolve() }))
vi.mock('better-auth/crypto', async (load) => {
  const cheap = await import('../support/cheap-hash.ts')
  const verify = async (compared: { hash: string; password: string }) => {
    held.order.push(compared.password)
    await held.gate
    return cheap.verifyPassword(compared)
  }
  return { ...(await load<typeof import('better-auth/crypto')>()), hashPassword: cheap.hashPassword, verifyPassword: vi.fn(verify) }
})

/** Two hashes run at the same time. */
const RUNNING = 2
const SESSIONS_MAX = 50

let world: World
let moment = Date.parse('2026-03-01T12:00:00Z')
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
// Each test runs in its own hour, so that none uses up another's limits.
beforeEach(() => {
  moment += 3_600_000
  world.at(new Date(moment).toISOString())
  held.order.length = 0
  held.gate = Promise.resolve()
})

const post = (url: string, payload: object, remoteAddress = '127.0.0.1') =>
  world.app.inject({ method: 'POST', url: `/api${url}`, payload, remoteAddress })
const logIn = (email: string, password: string, from?: string) => post('/auth/login', { email, password }, from)

/** Stops every comparison until the returned function is called. */
function holdComparisons(): () => void {
  let open = () => {}
  held.gate = new Promise((resolve) => {
    open = resolve
  })
  return open
}

/** Waits until no further call is about to queue. */
async function settled(): Promise<void> {
  for (let quiet = 0, before = -1; quiet < 5; quiet = held.order.length === before ? quiet + 1 : 0) {
    before = held.order.length
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

const registered = async (name: string, count: number): Promise<string[]> => {
  const emails = Array.from({ length: count }, (_, index) => `${name}-${index}@example.com`)
  await Promise.all(
    emails.map((email, index) => post('/auth/register', { name: 'Eve', email, password: 'attackers-own' }, `198.51.100.${index}`))
  )
  return emails
}

describe('with 100 right passwords of unverified registrations in flight from one address', () => {
  test('a sign-in from another address is hashed after at most a few of them', async () => {
    const emails = await registered('waiting', 5)
    const { email } = await world.person('client', 'in a hurry')
    held.order.length = 0
    const open = holdComparisons()
    const attack = Array.from({ length: 100 }, (_, index) => logIn(emails[index % 5] ?? '', 'attackers-own', '203.0.113.66'))
    await settled()
    const own = logIn(email, world.password, '203.0.113.7')
    await settled()
    expect(held.order).toHaveLength(RUNNING)
    open()
    expect((await own).statusCode).toBe(200)
    expect(held.order.indexOf(world.password)).toBeLessThanOrEqual(2 * RUNNING + 1)
    for (const { statusCode } of await Promise.all(attack)) expect([409, 429]).toContain(statusCode)
  })

  test('another account from the same address waits for at most one attempt of each', async () => {
    const [email = ''] = await registered('colleague', 1)
    const { email: own } = await world.person('client', 'colleague')
    held.order.length = 0
    const open = holdComparisons()
    const attack = Array.from({ length: 20 }, () => logIn(email, 'attackers-own', '203.0.113.66'))
    await settled()
    const colleague = logIn(own, world.password, '203.0.113.66')
    await settled()
    open()
    expect((await colleague).statusCode).toBe(200)
    expect(held.order.indexOf(world.password)).toBeLessThanOrEqual(2 * RUNNING + 1)
    await Promise.all(attack)
  })
})

describe('the right password of an account that is not open', () => {
  test('counts as an attempt when the address is not verified', async () => {
    const [email = ''] = await registered('counted', 1)
    for (let tries = 0; tries < 20; tries += 1) expect((await logIn(email, 'attackers-own')).statusCode).toBe(409)
    const refused = await logIn(email, 'attackers-own')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('counts as an attempt when the account is deactivated', async () => {
    const { id, email } = await world.person('client', 'off')
    await world.db.updateTable('accounts.user').set({ is_active: false }).where('id', '=', id).execute()
    for (let tries = 0; tries < 20; tries += 1)
      expect((await logIn(email, world.password)).json()).toMatchObject({ code: 'account_inactive' })
    expect((await logIn(email, world.password)).statusCode).toBe(429)
  })
})

test('one address cannot have more than 100 passwords waiting: the next is answered 429 with Retry-After, and others go on', async () => {
  const { email: other_email } = await world.person('client', 'unaffected')
  const open = holdComparisons()
  const emails = Array.from({ length: 60 }, (_, index) => `many-${index}@example.com`)
  const waiting = emails.flatMap((email) => [
    logIn(email, 'guessed', '203.0.113.99'),
    post('/auth/register', { name: 'Eve', email, password: 'guessed' }, '203.0.113.99')
  ])
  await settled()
  const other = logIn(other_email, world.password, '203.0.113.8')
  await settled()
  open()
  const answers = await Promise.all(waiting)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(120 - RUNNING - 100)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await other).statusCode).toBe(200)
})

test('an attempt that was refused because too many wait is not counted against the account', async () => {
  const { email } = await world.person('client', 'crowded out')
  const open = holdComparisons()
  const crowd = Array.from({ length: 102 }, (_, index) =>
    post('/auth/register', { name: 'Eve', email: `crowd-${index % 99}@example.com`, password: 'guessed' }, '203.0.113.50')
  ).concat(Array.from({ length: 5 }, (_, index) => logIn(`crowd-${index}@example.com`, 'guessed', '203.0.113.50')))
  await settled()
  const refused = await logIn(email, world.password, '203.0.113.50')
  expect(refused.statusCode).toBe(429)
  open()
  await Promise.all(crowd)
  for (let tries = 0; tries < 20; tries += 1) expect((await logIn(email, 'wrong one', '203.0.113.51')).statusCode).toBe(422)
})

describe('sessions of one account', () => {
  const sessionsOf = async (user_id: string): Promise<number> =>
    (await world.db.selectFrom('accounts.session').select('id').where('user_id', '=', user_id).execute()).length

  test(`are at most ${SESSIONS_MAX}: with one more, the least used one ends`, async () => {
    const { id, email } = await someone('collector')
    const tokens: string[] = []
    for (let count = 0; count < SESSIONS_MAX + 2; count += 1) {
      world.at(new Date(moment + count * 1000).toISOString())
      tokens.push((await logIn(email, 'easel-many')).json<{ token: string }>().token)
    }
    expect(await sessionsOf(id)).toBe(SESSIONS_MAX)
    const check = async (token = '') =>
      (await world.app.inject({ url: '/api/auth/check', headers: { authorization: `Bearer ${token}` } })).statusCode
    expect(await Promise.all([tokens[0], tokens[1], tokens[2], tokens.at(-1)].map(check))).toEqual([401, 401, 200, 200])
  })

  test('stay bounded when many sign-ins run in parallel, and all of those succeed', async () => {
    const { id, email } = await someone('parallel')
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all(Array.from({ length: 18 }, () => logIn(email, 'easel-many')))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(18).fill(200))
    }
    expect(await sessionsOf(id)).toBe(SESSIONS_MAX)
  })

  async function someone(name: string) {
    return createUser(world.db, { name, email: `${name}@example.com`, role: 'client', password: 'easel-many', email_verified: true })
  }
})

test('a sign-in waits once, and costs one comparison when it succeeds and two when it fails', async () => {
  const { email } = await world.person('client', 'cheap')
  vi.mocked(verifyPassword).mockClear()
  expect((await logIn(email, world.password)).statusCode).toBe(200)
  expect(verifyPassword).toHaveBeenCalledTimes(1)
  expect((await logIn(email, 'wrong')).statusCode).toBe(422)
  expect(verifyPassword).toHaveBeenCalledTimes(3)
})
