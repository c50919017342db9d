import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserOn } from '#tests/support/cookie-jar.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { createUser } from '../index.ts'

// Counts password hashes, which take nearly all of the response time.
vi.mock('better-auth/crypto', async (load) => {
  const cheap = await import('#tests/support/cheap-hash.ts')
  const counted = { hashPassword: vi.fn(cheap.hashPassword), verifyPassword: vi.fn(cheap.verifyPassword) }
  return { ...(await load<typeof import('better-auth/crypto')>()), ...counted }
})

let world: World
let moment = Date.parse('2027-03-01T12:00:00Z')
let made = 0

beforeAll(async () => {
  world = await freshWorld()
  // The dummy hash for unknown accounts is created once.
  await browserOn(world).post('/auth/login', { email: 'first@example.com', password: 'the-first-one' })
})
afterAll(() => world.end())
beforeEach(() => {
  moment += 30 * 86_400_000
  world.at(new Date(moment).toISOString())
})

const KINDS = ['unknown', 'unverified', 'verified', 'deactivated', 'seeded, unverified'] as const
const PASSWORD = 'the-owners-own'

/** Returns an address of each kind, with no activity in the last minute. */
async function addresses(): Promise<Record<(typeof KINDS)[number], string>> {
  made += 1
  const [unknown, unverified, verified, deactivated, seeded] = KINDS.map((kind) => `${kind.replace(/\W+/g, '-')}-${made}@example.com`) as [
    string,
    string,
    string,
    string,
    string
  ]
  const account = { name: 'Someone', role: 'client', password: PASSWORD } as const
  for (const email of [verified, deactivated]) await createUser(world.db, { ...account, email, email_verified: true })
  await createUser(world.db, { ...account, email: seeded, email_verified: false })
  await world.db.updateTable('accounts.user').set({ is_active: false }).where('email', '=', deactivated).execute()
  await browserOn(world).post('/auth/register', { name: 'Someone', email: unverified, password: PASSWORD })
  await world.work()
  world.at(new Date(world.now().getTime() + 60_000).toISOString())
  return { unknown, unverified, verified, deactivated, 'seeded, unverified': seeded }
}

/** Returns what a caller can observe, and the number of password hashes. */
async function answerTo(path: string, payload: { email: string }) {
  vi.mocked(hashPassword).mockClear()
  vi.mocked(verifyPassword).mockClear()
  const { status, body, headers } = await browserOn(world).post(path, payload)
  const { date: _date, 'content-length': _length, 'x-request-id': _id, ...others } = headers
  const cookies = [headers['set-cookie'] ?? []].flat().map((cookie) => cookie.replace(/=[\w-]{43};/, '=…;'))
  const hashes = vi.mocked(hashPassword).mock.calls.length + vi.mocked(verifyPassword).mock.calls.length
  return { status, body: body.replaceAll(payload.email, '…'), headers: { ...others, 'set-cookie': cookies }, hashes }
}

test.each([
  ['/auth/register', { name: 'Stranger', password: 'a-strangers-one' }, 201, 2],
  ['/auth/login', { password: 'a-wrong-one' }, 422, 2],
  ['/auth/resend-verification', {}, 202, 0],
  ['/auth/verify-email', { code: '0000000' }, 422, 1],
  ['/recovery/forgot-password', {}, 202, 0],
  ['/recovery/forgot-username', {}, 202, 0]
])('POST %s gives every address the same answer, after the same work', async (path, payload, status, hashes) => {
  const known = await addresses()
  const nobody = await answerTo(path, { ...payload, email: 'nobody-at-all@example.com' })
  expect([nobody.status, nobody.hashes]).toEqual([status, hashes])
  for (const kind of KINDS) expect({ kind, ...(await answerTo(path, { ...payload, email: known[kind] })) }).toEqual({ kind, ...nobody })
  // The same holds within the cooldown: either every address has to wait, or none does.
  const again: string[] = []
  for (const kind of KINDS) {
    const { status, body, headers } = await answerTo(path, { ...payload, email: known[kind] })
    again.push(JSON.stringify([status, body, headers['retry-after']]))
  }
  expect(new Set(again).size).toBe(1)
})

test('signing in with a password just registered for any address returns 409: only the code is missing', async () => {
  const known = await addresses()
  for (const kind of KINDS) {
    const person = { name: 'Stranger', email: known[kind], password: 'a-strangers-one' }
    await browserOn(world).post('/auth/register', person)
    const { status, body, hashes } = await answerTo('/auth/login', person)
    expect({ kind, status, code: JSON.parse(body).code, hashes }).toEqual({ kind, status: 409, code: 'email_not_verified', hashes: 2 })
  }
})

describe('rate limits set Retry-After', () => {
  const used = (key: string, times: number) =>
    sql`insert into platform.use_count (key, window_start, used) values (${`accounts.${key}/3600`}, ${world.now()}, ${times})`.execute(
      world.db
    )

  test.each([
    ['/auth/register', 'registration.ip.127.0.0.1', 100],
    ['/auth/login', 'sign-in.ip.127.0.0.1', 100],
    ['/auth/login', 'sign-in.email.limited@example.com', 20],
    ['/auth/verify-email', 'code.ip.127.0.0.1', 100],
    ['/auth/verify-email', 'code.email.limited@example.com', 20],
    ['/auth/resend-verification', 'resend.ip.127.0.0.1', 100],
    ['/auth/resend-verification', 'resend.email.limited@example.com', 20],
    ['/recovery/forgot-password', 'reset.email.limited@example.com', 20],
    ['/recovery/forgot-username', 'reminder.email.limited@example.com', 20]
  ])('POST %s after limit %s was used %d times', async (path, key, times) => {
    const payload = { name: 'Someone', email: 'limited@example.com', password: `for-${path}`, code: '0000000' }
    await used(key, times - 1)
    expect((await browserOn(world).post(path, payload)).status).not.toBe(429)
    const { status, code, headers } = await browserOn(world).post(path, payload)
    expect([status, code, headers['retry-after']]).toEqual([429, 'too_many', '3600'])
  })
})
