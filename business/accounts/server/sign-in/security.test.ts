import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '#platform/contract/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteUser, setStatus, signOutUser } from '../../users.contract.ts'

/** Tests the claims in docs/security.md that no other test covers. */

let world: World
let moment = Date.parse('2026-03-01T12:00:00Z')
let made = 0

beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
// Each test runs in its own hour, so that none uses up another's limits.
beforeEach(() => {
  moment += 3_600_000
  world.at(new Date(moment).toISOString())
})

type Headers = Record<string, string>
const ORIGIN = { origin: 'http://easel.test' }
const post = (url: string, payload: object, headers: Headers = {}) =>
  world.app.inject({ method: 'POST', url: `/api${url}`, payload, headers })
const cookiesOf = (answer: Awaited<ReturnType<typeof post>>): string[] => [answer.headers['set-cookie'] ?? []].flat()
const newAddress = () => {
  made += 1
  return `person-${made}@example.com`
}

/** Registers and verifies with the emailed code. */
async function join(email: string, password: string) {
  const registered = await post('/auth/register', { name: 'Ada', email, password })
  const mail = (await world.mails()).findLast(({ to }) => to === email)
  const code = /\b\d{7}\b/.exec(mail?.text ?? '')?.[0]
  const browser = cookiesOf(registered).map((cookie) => cookie.split(';')[0])
  const verified = await post('/auth/verify-email', { email, code }, { ...ORIGIN, cookie: browser.join('; ') })
  return { registered, verified }
}

describe('a password', () => {
  test.each([
    ['with one letter six times', 'aaaaaa'],
    ['of digits', '123456'],
    ['of spaces', '      '],
    ['with spaces around it', '  six chars  '],
    ['in another script', 'пароль密碼'],
    ['of pictures', '🦊🎨🦊🎨🦊🎨'],
    ['that looks like markup', '<b>"\'; drop--'],
    ['with 64 characters', 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do e'],
    ['of 256 characters', 'x'.repeat(256)]
  ])('%s is accepted unchanged, and only that exact password signs in', async (_, password) => {
    const email = newAddress()
    const { registered, verified } = await join(email, password)
    expect([registered.statusCode, verified.statusCode]).toEqual([201, 200])
    const tries = [password, `${password} `, password.slice(0, -1), swapCase(password)]
    const opened = new Map<string, number>()
    for (const typed of tries.filter((typed) => typed.length <= 256))
      opened.set(typed, (await post('/auth/login', { email, password: typed })).statusCode)
    for (const [typed, status] of opened) expect([typed, status]).toEqual([typed, typed === password ? 200 : 422])
  })

  test('in another Unicode normalization is the same password', async () => {
    const email = newAddress()
    await join(email, 'café ﬁne')
    expect((await post('/auth/login', { email, password: 'cafe\u0301 fine' })).statusCode).toBe(200)
  })

  test('can be pasted and filled in by password managers on every page', () => {
    const sources = globSync(['business/*/web/**/!(*.test).tsx', 'platform/web/**/!(*.test).tsx']).map(
      (file) => [file, readFileSync(file, 'utf8')] as const
    )
    for (const [file, source] of sources.filter(([, source]) => source.includes('PasswordField')))
      expect(source, file).not.toMatch(/onPaste|onCopy|onCut|onDrop|autoComplete="(off|nope|false)"/)
    const bare = sources.filter(([, source]) => source.includes('<input') && source.includes('type="password"')).map(([file]) => file)
    expect(bare, 'passwords are typed into the kit’s PasswordField').toEqual([])
  })
})

const swapCase = (text: string) => [...text].map((mark) => (mark === mark.toUpperCase() ? mark.toLowerCase() : mark.toUpperCase())).join('')

describe('what the browser gets', () => {
  test.each([
    ['http://easel.test', false],
    ['https://easel.test', true]
  ])('at %s every cookie is HttpOnly and SameSite, with Secure: %s', async (public_url, secure) => {
    const before = world.settings.public_url
    world.settings.public_url = public_url
    const { registered, verified } = await join(newAddress(), 'longenough').finally(() => {
      world.settings.public_url = before
    })
    const cookies = [...cookiesOf(registered), ...cookiesOf(verified)]
    expect(cookies.some((cookie) => cookie.startsWith(secure ? '__Host-session=' : 'session='))).toBe(true)
    for (const cookie of cookies) {
      const [, ...attributes] = cookie.split('; ')
      expect(attributes, cookie).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'SameSite=Lax']))
      expect(attributes.includes('Secure'), cookie).toBe(secure)
      expect(cookie).not.toMatch(/Domain=/i)
    }
  })

  test('a session is 256 random bits, new at each sign-in, and replaces the earlier one in the same browser', async () => {
    const { email } = await world.person('client', 'again')
    const tokens = new Set<string>()
    for (let count = 0; count < 5; count += 1)
      tokens.add((await post('/auth/login', { email, password: world.password })).json<{ token: string }>().token)
    expect(tokens.size).toBe(5)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
    const [before = ''] = tokens
    await post('/auth/login', { email, password: world.password }, { authorization: `Bearer ${before}` })
    expect((await carried('GET', '/api/me', { authorization: `Bearer ${before}` })).status).toBe(401)
  })

  test('no account response may be cached, refused or not', async () => {
    const { email, token } = await world.person('client', 'uncached')
    const answers = [
      await post('/auth/login', { email, password: world.password }),
      await post('/auth/login', { email, password: 'wrong password' }),
      await post('/auth/login', {}),
      await post('/auth/register', { name: 'Ada', email, password: 'longenough' }),
      await post('/recovery/forgot-password', { email }),
      await post('/recovery/reset-password', { token: 'made up', password: 'longenough' }),
      await world.app.inject({ url: '/api/me', headers: { authorization: `Bearer ${token}` } }),
      await world.app.inject({ url: '/api/me' }),
      await post('/auth/logout', {}, { authorization: `Bearer ${token}` })
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 422, 422, 201, 202, 422, 200, 401, 204])
    for (const { headers } of answers) expect(headers['cache-control']).toBe('no-store')
  })
})

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const guarded = () => [...world.app.mounted.values()].map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'anyone')
const addressOf = (path: string) => `/api${path.replace(/:\w+/g, UNKNOWN)}`

async function carried(method: string, url: string, headers: Headers) {
  const answer = await world.app.inject({ method: method as 'GET', url, headers })
  return { status: answer.statusCode, code: answer.body.startsWith('{') ? (answer.json() as { code?: string }).code : undefined }
}

describe('a session', () => {
  test.each(ROLES)('of role %s has the same access by bearer token and by cookie, at every endpoint', async (role: Role) => {
    const { token } = await world.person(role, 'carried')
    for (const { method, path } of guarded()) {
      const byToken = await carried(method, addressOf(path), { authorization: `Bearer ${token}` })
      const byCookie = await carried(method, addressOf(path), { ...ORIGIN, cookie: `session=${token}` })
      const shut = [byToken, byCookie].map(({ status, code }) => (status === 401 || status === 403 ? code : 'open'))
      expect([method, path, shut[0]]).toEqual([method, path, shut[1]])
    }
  })

  test.each(['logout', 'expiry', 'deactivation', 'being signed out by an admin', 'deletion'])(
    'ends after %s, by bearer token and by cookie',
    async (end) => {
      const { id, token } = await world.person('client', `ends by ${end}`)
      const bearer = { authorization: `Bearer ${token}` }
      const alive = async () =>
        [await carried('GET', '/api/me', bearer), await carried('GET', '/api/me', { cookie: `session=${token}` })].map(
          ({ status }) => status
        )
      expect(await alive()).toEqual([200, 200])
      const admin = await world.as('admin', `brings ${end}`)
      if (end === 'logout') await post('/auth/logout', {}, bearer)
      else if (end === 'deactivation') await admin(setStatus, { params: { id }, body: { is_active: false } })
      else if (end === 'deletion') await admin(deleteUser, { params: { id } })
      else if (end !== 'expiry') await admin(signOutUser, { params: { id } })
      else world.at(new Date(world.now().getTime() + 30 * 86_400_000).toISOString())
      expect(await alive()).toEqual([401, 401])
      moment = Math.max(moment, world.now().getTime())
    }
  )
})

test('no GET changes the database', async () => {
  const tokens = await Promise.all(ROLES.map(async (role) => (await world.person(role, 'reader')).token))
  const before = await fingerprint()
  for (const { method, path } of [...world.app.mounted.values()].map(({ endpoint }) => endpoint).filter(({ method }) => method === 'GET'))
    for (const token of tokens) await carried(method, addressOf(path), { cookie: `session=${token}` })
  expect(await fingerprint()).toEqual(before)
})

/** Exports are GET requests, but the audit log records them. */
const WITHOUT_EXPORTS = "(select * from accounts.audit_entry where action not like '%.exported')"

/** Returns a checksum of each table's rows. Skips rate-limit counters, which entries wait for a seal, and sessions because of last_seen_at. */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema', 'pgboss') and tablename not in ('use_count', 'session', 'audit_unsealed') order by 1`.execute(
    world.db
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows } = await sql<{
      sum: string
    }>`select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as sum from ${sql.raw(name === 'accounts.audit_entry' ? WITHOUT_EXPORTS : name)} t`.execute(
      world.db
    )
    sums[name] = rows[0]!.sum
  }
  return sums
}
