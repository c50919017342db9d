import { verifyPassword } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createUser } from '#accounts/server/index.ts'
import { freshWorld, type World } from '../support/world.ts'

// Counts comparisons, which take nearly all of the response time.
vi.mock('better-auth/crypto', async (load) => {
  const cheap = await import('../support/cheap-hash.ts')
  return { ...(await load<typeof import('better-auth/crypto')>()), ...cheap, verifyPassword: vi.fn(cheap.verifyPassword) }
})

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const post = (url: string, payload: object) => world.app.inject({ method: 'POST', url: `/api${url}`, payload })
const guess = (email: string, code = '0000000') => post('/auth/verify-email', { email, code })
const minutesLater = (minutes: number) => world.at(new Date(world.now().getTime() + minutes * 60_000).toISOString())

/** Registers an address and returns the emailed code. */
async function registered(email: string): Promise<string> {
  await post('/auth/register', { name: 'Ada', email, password: 'longenough' })
  return /\b\d{7}\b/.exec((await world.mails()).findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
}

type Work = { comparisons: number; statements: { sql: string; written: number }[] }

/** Returns what a call costs: its password comparisons and its statements, with the rows that each one writes. */
async function workOf(call: () => Promise<unknown>): Promise<Work> {
  vi.mocked(verifyPassword).mockClear()
  const statements: Work['statements'] = []
  const { pool } = world.db
  const connect = pool.connect.bind(pool)
  const spy = vi.spyOn(pool, 'connect').mockImplementation((async () => {
    const client = await connect()
    const query = client.query.bind(client) as (asked: string | { text: string }, values: unknown[]) => Promise<{ rowCount: number }>
    const recorded = async (asked: string | { text: string }, values: unknown[]) => {
      const result = await query(asked, values)
      // A statement that is used often is prepared, under a name.
      const sql = typeof asked === 'string' ? asked : asked.text
      statements.push({ sql, written: /^\s*(insert|update|delete)/.test(sql) ? result.rowCount : 0 })
      return result
    }
    return new Proxy(client, { get: (target, name) => (name === 'query' ? recorded : Reflect.get(target, name, target)) })
  }) as never)
  await call()
  spy.mockRestore()
  return { comparisons: vi.mocked(verifyPassword).mock.calls.length, statements }
}

test('a wrong code costs the same work for every address', async () => {
  await guess('the-dummy-is-made@example.com')
  const account = { name: 'Someone', role: 'client', password: 'longenough', email_verified: true } as const
  await createUser(world.db, { ...account, email: 'verified@example.com' })
  const { id } = await createUser(world.db, { ...account, email: 'inactive@example.com' })
  await world.db.updateTable('accounts.user').set({ is_active: false }).where('id', '=', id).execute()
  await registered('expired@example.com')
  minutesLater(11)
  await registered('waiting@example.com')
  const nobody = await workOf(() => guess('nobody@example.com'))
  expect(nobody.comparisons).toBe(1)
  expect(nobody.statements.filter(({ written }) => written > 0).length).toBeGreaterThan(0)
  for (const name of ['waiting', 'expired', 'verified', 'inactive'])
    expect([name, await workOf(() => guess(`${name}@example.com`))]).toEqual([name, nobody])
  // Again, when their counts exist.
  const again = await workOf(() => guess('nobody@example.com'))
  for (const name of ['waiting', 'expired', 'verified', 'inactive'])
    expect([name, await workOf(() => guess(`${name}@example.com`))]).toEqual([name, again])
})

test('a code still has five attempts, also when they come in parallel, and a new code has five again', async () => {
  const email = 'five@example.com'
  world.at('2026-03-02T23:57:00Z')
  const code = await registered(email)
  for (let tries = 0; tries < 3; tries += 1) await guess(email)
  // The next day begins while the code is valid.
  minutesLater(5)
  await Promise.all([guess(email), guess(email)])
  expect((await guess(email, code)).json()).toMatchObject({ code: 'wrong_code' })
  await post('/auth/resend-verification', { email })
  const next = /\b\d{7}\b/.exec((await world.mails()).findLast(({ to }) => to === email)?.text ?? '')?.[0] ?? ''
  for (let tries = 0; tries < 4; tries += 1) await guess(email)
  expect((await guess(email, next)).statusCode).toBe(200)
})
