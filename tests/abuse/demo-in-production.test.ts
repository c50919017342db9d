import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actorOf, createSession, findUser } from '#accounts/server/index.ts'
import { buildApp } from '#processes/http/app.ts'
import { serveDeveloperPages } from '#processes/http/developer-pages.ts'
import { createDemoPeople } from '#processes/seed/seed-demo.ts'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { freshWorld, type World } from '../support/world.ts'

let world: World
/** The same data, where strangers can reach it. */
let exposed: FastifyInstance
let databaseUrl: string
const folder = mkdtempSync(join(tmpdir(), 'easel-exposed-'))

beforeAll(async () => {
  world = await freshWorld()
  await createDemoPeople(world.db)
  const { db, now, ports } = world
  exposed = await buildApp({ db, now, actorOf, ports: { ...ports, settings: { ...ports.settings, exposed: true } } })
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const url = new URL(process.env['EASEL_TEST_PG'] ?? '')
  url.pathname = `/${rows[0]?.name}`
  databaseUrl = url.href
})
afterAll(async () => {
  await exposed.close()
  await world.end()
  rmSync(folder, { recursive: true, force: true })
})

const DEMO = ['admin@easel.test', 'artist@easel.test', 'client@easel.test', 'subscriber@easel.test', 'mate@easel.test']
const post = (app: FastifyInstance, url: string, payload: object) => app.inject({ method: 'POST', url: `/api${url}`, payload })
const idOf = async (email: string) =>
  (await world.db.selectFrom('accounts.user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

/** Returns the newest emailed token of an address, if there is one. */
async function mailedToken(email: string): Promise<string | undefined> {
  const mail = (await world.mails()).findLast(({ to, text }) => to === email && text.includes('token='))
  return /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1]
}

function createAdmin(words: string[], env: NodeJS.ProcessEnv = {}) {
  const given = { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: folder, PUBLIC_URL: 'https://shop.example', ...env }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['processes/commands/create-admin.ts', ...words], {
    env: given,
    encoding: 'utf8'
  })
  return { status, stdout, stderr, token: /https:\/\/shop\.example\/reset-password\?token=([\w-]{43})\n/.exec(stdout)?.[1] ?? '' }
}

function start(env: NodeJS.ProcessEnv) {
  const { NODE_ENV: _testing, ...inherited } = process.env
  const given = { ...inherited, DATA_DIR: folder, ...env }
  const { status, stdout, stderr } = spawnSync(process.execPath, ['processes/start.ts'], { env: given, encoding: 'utf8', timeout: 30_000 })
  return { status, stdout, lines: stderr.trim().split('\n') }
}

describe('where strangers can reach the shop', () => {
  test.each(DEMO)('%s cannot sign in, and is answered like an unknown address', async (email) => {
    expect((await post(world.app, '/auth/login', { email, password: 'easel-demo' })).statusCode).toBe(200)
    const refused = await post(exposed, '/auth/login', { email, password: 'easel-demo' })
    expect([refused.statusCode, refused.json()]).toEqual([422, { error: 'The email or password is incorrect.', code: 'wrong_credentials' }])
  })

  test('a session that a demo account opened before is over, by bearer token and by cookie', async () => {
    const { token } = await createSession(world.db, await idOf('admin@easel.test'), world.now())
    for (const headers of [{ authorization: `Bearer ${token}` }, { cookie: `session=${token}` }] as Record<string, string>[]) {
      expect((await world.app.inject({ url: '/api/admin/users', headers })).statusCode).toBe(200)
      expect((await exposed.inject({ url: '/api/admin/users', headers })).statusCode).toBe(401)
      expect((await exposed.inject({ url: '/api/auth/check', headers })).statusCode).toBe(401)
    }
  })

  test('a demo account can neither request a reset link nor use one that it got before', async () => {
    const email = 'artist@easel.test'
    await post(world.app, '/recovery/forgot-password', { email })
    const token = await mailedToken(email)
    expect(token).toBeDefined()
    const refused = await post(exposed, '/recovery/reset-password', { token, password: 'longenough' })
    expect([refused.statusCode, refused.json()]).toMatchObject([422, { code: 'invalid_token' }])
    expect((await post(world.app, '/auth/login', { email, password: 'easel-demo' })).statusCode).toBe(200)
  })

  test('the built-in mailbox and the email templates do not exist', async () => {
    const { db, now, ports } = world
    for (const [is_exposed, status] of [
      [true, 404],
      [false, 200]
    ] as const) {
      const settings = { ...ports.settings, exposed: is_exposed }
      const app = await buildApp({ db, now, actorOf, ports: { ...ports, settings } })
      serveDeveloperPages(app, { db, ports: { ...ports, settings } })
      for (const url of ['/dev/mailbox', '/dev/mails']) expect([url, (await app.inject({ url })).statusCode]).toEqual([url, status])
      await app.close()
    }
  })

  test('the demo’s admin does not count as an admin who is left', async () => {
    const real = await world.person('admin', 'only one')
    const other = await world.person('admin', 'other one')
    const off = (app: FastifyInstance, by: string, id: string) =>
      app.inject({
        method: 'PUT',
        url: `/api/admin/users/${id}/status`,
        payload: { is_active: false },
        headers: { authorization: `Bearer ${by}` }
      })
    const both = await Promise.all([off(exposed, real.token, other.id), off(exposed, other.token, real.id)])
    expect(both.map(({ statusCode }) => statusCode).filter((status) => status === 200)).toHaveLength(1)
    await world.db.updateTable('accounts.user').set({ is_active: true }).where('id', 'in', [real.id, other.id]).execute()
  })
})

describe('a start', () => {
  const PRODUCTION = {
    NODE_ENV: 'production',
    SESSION_SECRET: 'x'.repeat(32),
    PAYPAL_CLIENT_ID: 'live',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'WH-1'
  }

  test.each<[string, NodeJS.ProcessEnv, RegExp]>([
    ['with HOST=0.0.0.0 and the built-in mailbox', { HOST: '0.0.0.0' }, /^SMTP_URL is missing: HOST is 0\.0\.0\.0, .*Set SMTP_URL/],
    ['with a public address and the built-in mailbox', { PUBLIC_URL: 'https://shop.example' }, /^SMTP_URL is missing: PUBLIC_URL is/],
    ['in production with the built-in mailbox', PRODUCTION, /^SMTP_URL is missing: NODE_ENV is production/],
    [
      'with a public address and the demo',
      { PUBLIC_URL: 'https://shop.example', SMTP_URL: 'smtp://127.0.0.1:9', DEMO: '1' },
      /^DEMO is 1: PUBLIC_URL is .*Set DEMO=0/
    ],
    [
      'in production over http',
      { ...PRODUCTION, SMTP_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'http://shop.example' },
      /^PUBLIC_URL is "http:\/\/shop\.example": in production, set its https address\.$/
    ]
  ])('%s is refused with one line that says what to set', async (_, env, line) => {
    const { status, stdout, lines } = start({ PORT: String(await freePort()), ...env })
    expect([status, stdout.trim(), lines]).toEqual([1, expect.stringMatching(/^(Stopping …)?$/), [expect.stringMatching(line)]])
  })
})

describe('npm run admin:create', () => {
  const signIn = (email: string, password: string) => post(exposed, '/auth/login', { email, password })
  const use = (token: string, password: string) => post(exposed, '/recovery/reset-password', { token, password })

  test('creates an admin, whose link sets the password once', async () => {
    const email = 'boss@shop.example'
    const { status, token, stdout } = createAdmin([email])
    expect([status, token.length]).toEqual([0, 43])
    expect(stdout).toContain('boss@shop.example is a new admin.')
    expect((await use(token, 'short')).statusCode).toBe(422)
    expect((await use(token, 'the-boss-himself')).statusCode).toBe(200)
    expect((await use(token, 'somebody-else')).json()).toMatchObject({ code: 'invalid_token' })
    expect((await signIn(email, 'the-boss-himself')).json()).toMatchObject({ user: { role: 'admin', name: 'boss' } })
  }, 60_000)

  test('gives another link each time, and only the newest works', async () => {
    const [first, second] = [createAdmin(['twice@shop.example']).token, createAdmin(['Twice@shop.example']).token]
    expect(first).not.toBe(second)
    expect((await use(first, 'longenough')).statusCode).toBe(422)
    expect((await use(second, 'longenough')).statusCode).toBe(200)
  }, 60_000)

  test('restores a deactivated client as an admin, ends the client’s sessions, stops the plans, and is in the audit log', async () => {
    const { id, email, token: session } = await world.person('client', 'promoted')
    await world.db.updateTable('accounts.user').set({ is_active: false }).where('id', '=', id).execute()
    expect(createAdmin([email]).status).toBe(0)
    expect(await findUser(world.db, id)).toMatchObject({ role: 'admin', is_active: true })
    const headers = { authorization: `Bearer ${session}` }
    expect((await world.app.inject({ url: '/api/auth/check', headers })).statusCode).toBe(401)
    const entries = await world.db.selectFrom('accounts.audit_entry').selectAll().where('subject', '=', id).execute()
    expect(entries).toMatchObject([{ action: 'user.admin_created', actor_id: null, details: { from: 'client', was_active: false } }])
    expect(await world.work()).toBeGreaterThan(0)
  }, 60_000)

  test('does not let the password of a stranger’s registration become the admin’s', async () => {
    const email = 'wanted@shop.example'
    await post(exposed, '/auth/register', { name: 'Stranger', email, password: 'a-strangers-one' })
    await world.mails()
    expect(createAdmin([email]).status).toBe(0)
    expect((await signIn(email, 'a-strangers-one')).statusCode).toBe(422)
  }, 60_000)

  test('makes a demo account a real one as soon as its new password is set', async () => {
    const email = 'subscriber@easel.test'
    const { token } = createAdmin([email])
    expect((await signIn(email, 'easel-demo')).statusCode).toBe(422)
    expect((await use(token, 'not-public-any-more')).statusCode).toBe(200)
    expect((await signIn(email, 'easel-demo')).statusCode).toBe(422)
    expect((await signIn(email, 'not-public-any-more')).json()).toMatchObject({ user: { role: 'admin' } })
  }, 60_000)

  test('a request for a reset link by a stranger leaves the set-up link alone', async () => {
    const email = 'undisturbed@shop.example'
    const { token } = createAdmin([email])
    await post(exposed, '/recovery/forgot-password', { email })
    await world.mails()
    expect((await use(token, 'longenough')).statusCode).toBe(200)
  }, 60_000)

  test('the link ends after a day', async () => {
    const { token } = createAdmin(['late@shop.example'])
    const before = world.now()
    world.at(new Date(Date.now() + 24 * 3_600_000).toISOString())
    expect((await use(token, 'longenough')).statusCode).toBe(422)
    world.at(before.toISOString())
  }, 60_000)

  test.each([[[]], [['nobody']], [['a@shop.example', 'b@shop.example']]])('%j is refused in one line', (words) => {
    const { status, stdout, stderr } = createAdmin(words)
    expect([status, stdout, stderr.trim().split('\n')]).toEqual([1, '', [expect.stringContaining('npm run admin:create -- ')]])
  })

  test('works with the environment of a production start, without PayPal and email', () => {
    const { status, token } = createAdmin(['plain@shop.example'], { NODE_ENV: 'production' })
    expect([status, token.length]).toEqual([0, 43])
  }, 60_000)
})
