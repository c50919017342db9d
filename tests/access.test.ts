import type { InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authMe, logout } from '#accounts/contract.ts'
import { endSessions } from '#accounts/profile.contract.ts'
import { createSession } from '#accounts/server/index.ts'
import { setGrants, setStatus, signOutUser } from '#accounts/users.contract.ts'
import { limitKey } from '#developers/keys.contract.ts'
import { checkOut } from '#licensing/contract.ts'
import { GRANTS, type Grant, KEY_SCOPES, type KeyScope, ROLES, type Role } from '#platform/contract/index.ts'
import { nameOf } from '#platform/server/index.ts'
import { injectedApi } from '#processes/http/injected-api.ts'
import { withholdAsset } from '#submissions/review.contract.ts'
import { givenAsset } from './support/givens/catalogue.ts'
import { givenKey } from './support/givens/keys.ts'
import { givenPrice } from './support/givens/sales.ts'
import { freshWorld, type World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

/** All endpoints except those open to anyone. */
const guarded = () => [...world.app.mounted.values()].map(({ endpoint }) => endpoint).filter(({ access }) => access !== 'anyone')

const addressOf = (path: string) => `/api${path.replace(/:\w+/g, UNKNOWN)}`

async function call(method: string, path: string, token?: string, url = addressOf(path)) {
  const headers = token ? { authorization: `Bearer ${token}` } : {}
  const answer = await world.app.inject({ method: method as NonNullable<InjectOptions['method']>, url, headers })
  const isJson = answer.headers['content-type']?.toString().includes('json') ?? false
  return { status: answer.statusCode, code: isJson ? (answer.json() as { code?: string }).code : undefined }
}

test('the list of guarded endpoints is not empty', () => expect(guarded().length).toBeGreaterThan(2))

test('a visitor gets 401 from every guarded endpoint', async () => {
  for (const { method, path } of guarded())
    expect({ method, path, ...(await call(method, path)) }).toEqual({ method, path, status: 401, code: 'signed_out' })
})

/** Other ways to write an address, which an attacker could use to bypass the access check. */
const disguises = (address: string) => [
  `${address}/`,
  `${address}?role=admin&user_id=${UNKNOWN}`,
  address.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  address.toUpperCase().replace('/API', '/api'),
  address.replace('/api/', '/api//')
]

test('no other spelling of an address bypasses the access check', async () => {
  const client = await world.person('client')
  for (const { method, path, access } of guarded())
    for (const url of disguises(addressOf(path))) {
      expect([401, 404], `${method} ${url}`).toContain((await call(method, path, undefined, url)).status)
      if (Array.isArray(access) && !access.includes('client'))
        expect([403, 404], `${method} ${url}`).toContain((await call(method, path, client.token, url)).status)
    }
})

test('HEAD is guarded like GET', async () => {
  for (const { path } of guarded().filter(({ method }) => method === 'GET')) {
    const { statusCode } = await world.app.inject({ method: 'HEAD', url: addressOf(path) })
    expect({ path, statusCode }).toEqual({ path, statusCode: 401 })
  }
})

test.each(ROLES)('%s can call every endpoint for its role and for signed-in people', async (role: Role) => {
  const { token } = await world.person(role)
  for (const { method, path, access } of guarded()) {
    if (access !== 'signed_in' && !access.includes(role)) continue
    const { statusCode } = await world.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: addressOf(path),
      headers: { authorization: `Bearer ${token}` }
    })
    expect({ method, path, refused: [401, 403].includes(statusCode) || statusCode >= 500 }).toEqual({ method, path, refused: false })
  }
})

test('an expired or unknown token gets 401 from every guarded endpoint', async () => {
  for (const { method, path } of guarded()) expect({ path, ...(await call(method, path, 'unknown')) }).toMatchObject({ path, status: 401 })
})

/** Four ways in which a session ends before its time. Each returns the token of a session that worked. */
const REVOKED: Record<string, (role: Role) => Promise<string>> = {
  'logged out': async (role) => {
    const token = await sessionOf(role, 'leaver')
    await injectedApi(world.app, token)(logout, {})
    return token
  },
  'ended by its owner': async (role) => {
    const token = await sessionOf(role, 'owner')
    const current = await sessionOf(role, 'owner')
    await injectedApi(world.app, current)(endSessions, { body: { current_password: world.password } })
    return token
  },
  'signed out by an admin': async (role) => {
    const token = await sessionOf(role, 'signed out')
    const { id } = await world.person(role, 'signed out')
    await (await world.as('admin', 'boss'))(signOutUser, { params: { id } })
    return token
  },
  'of a deactivated person': async (role) => {
    const token = await sessionOf(role, 'deactivated')
    const { id } = await world.person(role, 'deactivated')
    await (await world.as('admin', 'boss'))(setStatus, { params: { id }, body: { is_active: false } })
    return token
  }
}

async function sessionOf(role: Role, name: string): Promise<string> {
  const { id } = await world.person(role, name)
  const { token } = await createSession(world.db, id, world.now())
  await injectedApi(world.app, token)(authMe, {})
  return token
}

test.each(Object.keys(REVOKED).flatMap((how) => ROLES.map((role) => [how, role] as const)))(
  'a session %s gets 401 from every guarded endpoint: %s',
  async (how, role) => {
    const token = await REVOKED[how]!(role)
    for (const { method, path } of guarded())
      expect({ method, path, ...(await call(method, path, token)) }).toEqual({ method, path, status: 401, code: 'signed_out' })
  }
)

/** Also where the token is a cookie, which a page sends along by itself. */
test.each(ROLES)('a revoked session in the cookie of %s gets 401 from every guarded endpoint', async (role) => {
  const token = await REVOKED['logged out']!(role)
  for (const { method, path } of guarded()) {
    const { statusCode } = await world.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: addressOf(path),
      headers: { cookie: `session=${token}; __Host-session=${token}`, 'sec-fetch-site': 'same-origin' }
    })
    expect({ method, path, statusCode }).toEqual({ method, path, statusCode: 401 })
  }
})

test.each(ROLES)('an open endpoint answers a revoked session of %s as it answers a visitor', async (role) => {
  const token = await REVOKED['logged out']!(role)
  const open = [...world.app.mounted.values()]
    .map(({ endpoint }) => endpoint)
    .filter(({ access, method }) => access === 'anyone' && method === 'GET')
  for (const { method, path } of open) {
    const { status } = await call(method, path)
    expect({ path, status: (await call(method, path, token)).status }).toEqual({ path, status })
  }
})

test.each(ROLES)('%s gets 403 wrong_role from every endpoint of other roles', async (role: Role) => {
  const { token } = await world.person(role)
  for (const { method, path, access } of guarded()) {
    if (access === 'signed_in' || access === 'anyone' || access.includes(role)) continue
    expect({ method, path, ...(await call(method, path, token)) }).toEqual({ method, path, status: 403, code: 'wrong_role' })
  }
})

/** Which grants fit which calls of admins, the first line that matches; any grant fits all others. Written from the specification, not from the contracts. */
const GRANTS_OF_CALLS: readonly [call: RegExp, ...Grant[]][] = [
  [/^GET \/admin\/settings$/, 'finance', 'people'],
  // Needs two grants.
  [/^PUT \/admin\/settings$/],
  [/^GET \/admin\/applicants\/:id\/(gov-id|resume)$/, 'people'],
  [/^\w+ \/admin\/assets\/:id\/status$|batch-status|appeals|reviewers/, 'review'],
  [
    /^(PATCH|DELETE) (\/admin)?\/assets\/|\/free$|\/(withhold|release)$|synonyms|search-misses|trademarks|featured-collections/,
    'catalogue'
  ],
  [/^POST \/admin\/assets\/search-by-picture/, 'review', 'support'],
  [/custom-requests|contact-messages|claims|marketing|resume-uploads|\/revoke$/, 'support'],
  [/^GET \/admin\/licenses$/, 'finance', 'support'],
  [
    /payments|subscriptions|payouts|expenses|reports|earnings|approvals|coupons|tax-rates|invoices|orders|^(POST|DELETE) \/admin\/wage-rules/,
    'finance'
  ],
  [/^(POST|DELETE) \/admin\/operations/, 'finance', 'people'],
  [/\/admin\/users|applicants|audit-log|developers/, 'people']
]

/** Says of each grant which calls it allows. `read_only` allows every GET, except of government IDs and resumes. */
function fits(grant: Grant, method: string, path: string): boolean {
  const found = GRANTS_OF_CALLS.find(([call]) => call.test(`${method} ${path}`))
  const named: readonly Grant[] = found ? found.slice(1).map((one) => one as Grant) : GRANTS.filter((one) => one !== 'read_only')
  return named.includes(grant) || (grant === 'read_only' && method === 'GET' && !/gov-id|resume$/.test(path))
}

const ofAdmins = () => guarded().filter(({ access }) => Array.isArray(access) && access.includes('admin'))

test.each(GRANTS)('an admin with the grant %s alone can make its calls, and gets 403 missing_grant from all others', async (grant) => {
  const { id, token } = await world.person('admin', `only ${grant}`)
  await (await world.as('admin'))(setGrants, { params: { id }, body: { grants: [grant] } })
  for (const { method, path } of ofAdmins()) {
    const { status, code } = await call(method, path, token)
    const refused = status === 403 ? code : false
    expect({ method, path, refused }).toEqual({ method, path, refused: fits(grant, method, path) ? false : 'missing_grant' })
  }
  expect(await call('GET', '/auth/me', token)).toMatchObject({ status: 200 })
})

test('an admin without any grant is refused by every call of admins', async () => {
  const { id, token } = await world.person('admin', 'nothing')
  await (await world.as('admin'))(setGrants, { params: { id }, body: { grants: [] } })
  for (const { method, path } of ofAdmins())
    expect({ method, path, ...(await call(method, path, token)) }).toEqual({ method, path, status: 403, code: 'missing_grant' })
})

/** What each scope of an API key opens. Written from the specification, not from the contracts. */
const OPEN_TO_KEYS: Record<KeyScope, string[]> = {
  catalogue: ['GET /assets', 'GET /assets/:id', 'GET /assets/:id/pricing', 'GET /assets/:id/similar', 'GET /subscriptions/plans'],
  licenses: ['GET /licenses', 'GET /licenses/:id', 'GET /licenses/:id/certificate'],
  downloads: ['GET /licenses/:id/download', 'POST /licenses/checkout'],
  // What it opens is at /iconify.
  icons: []
}
const PLAN_DOWNLOAD = { asset_id: UNKNOWN, license_type: 'subscription', via_subscription: true }

async function callByKey(method: string, path: string, key: string) {
  const headers = { authorization: `Bearer ${key}` }
  const sent = method === 'POST' && path === '/licenses/checkout' ? { payload: PLAN_DOWNLOAD } : {}
  const answer = await world.app.inject({ method: method as NonNullable<InjectOptions['method']>, url: addressOf(path), headers, ...sent })
  return { status: answer.statusCode, code: answer.statusCode === 403 ? (answer.json() as { code: string }).code : undefined }
}

const scopeOf = (call: string) => KEY_SCOPES.find((scope) => OPEN_TO_KEYS[scope].includes(call))

const SCOPES: [readonly KeyScope[]][] = [[KEY_SCOPES], ...KEY_SCOPES.map((scope): [KeyScope[]] => [[scope]])]

test.each(SCOPES)(
  'an API key with %o opens the calls of its scopes, gets 403 missing_scope from those of others, and 403 not_for_keys from every other call',
  async (scopes) => {
    const { key, id } = await givenKey(world, await world.person('client', 'programmer'), { scopes: [...scopes] })
    await (await world.as('admin'))(limitKey, { params: { id }, body: { per_minute: 10_000 } })
    for (const { endpoint } of world.app.mounted.values()) {
      const { method, path } = endpoint
      const scope = scopeOf(nameOf(endpoint))
      const { status, code } = await callByKey(method, path, key)
      const expected = scope === undefined ? 'not_for_keys' : scopes.some((one) => one === scope) ? undefined : 'missing_scope'
      expect({ method, path, code, refused: status === 401 || status === 403 }).toEqual({
        ...{ method, path, code: expected, refused: expected !== undefined }
      })
    }
  }
)

test('an API key of an artist opens no call of clients', async () => {
  const { key } = await givenKey(world, await world.person('employee', 'programmer'))
  for (const [method, path] of [
    ['GET', '/licenses'],
    ['POST', '/licenses/checkout']
  ] as const)
    expect(await callByKey(method, path, key)).toEqual({ status: 403, code: 'wrong_role' })
})

/** The calls that name an asset on sale. */
const ASSET_CALLS = {
  page: (id: string) => ({ url: `/api/assets/${id}` }),
  similar: (id: string) => ({ url: `/api/assets/${id}/similar` }),
  pricing: (id: string) => ({ url: `/api/assets/${id}/pricing` }),
  free: (asset_id: string) => ({ method: 'POST', url: '/api/free-downloads', payload: { asset_id, email: 'ann@example.com' } }),
  buy: (asset_id: string) => ({ method: 'POST', url: '/api/licenses/checkout', payload: { asset_id } }),
  plan: (asset_id: string) => ({ method: 'POST', url: '/api/licenses/checkout', payload: { asset_id, license_type: 'subscription' } })
} as const satisfies Record<string, (id: string) => InjectOptions>

const CLOSED = { page: 410, similar: 410, pricing: 410, free: 410 }
const OPEN = { ...CLOSED, page: 200, similar: 200 }
const WITHHELD: [who: string, expected: Record<keyof typeof ASSET_CALLS, number>][] = [
  ['visitor', { ...CLOSED, buy: 401, plan: 401 }],
  ['client', { ...CLOSED, buy: 410, plan: 402 }],
  ['employee', { ...CLOSED, buy: 403, plan: 403 }],
  ['owner', { ...OPEN, buy: 403, plan: 403 }],
  // The license that the client already holds.
  ['licensee', { ...OPEN, buy: 200, plan: 402 }],
  ['admin', { ...OPEN, buy: 403, plan: 403 }]
]

test('a withheld asset is closed to everyone but its owner, its licensees, and admins, and nobody can get it', async () => {
  await givenPrice(world, 'icon', '0')
  const { id } = await givenAsset(world, { category: 'icon', artist: 'painter', is_free: true })
  await (await world.as('client', 'licensee'))(checkOut, { body: { asset_id: id } })
  await (await world.as('admin'))(withholdAsset, { params: { id }, body: { reason: 'It was copied.' } })
  const tokens: Record<string, string | undefined> = {
    client: (await world.person('client')).token,
    employee: (await world.person('employee')).token,
    owner: (await world.person('employee', 'painter')).token,
    licensee: (await world.person('client', 'licensee')).token,
    admin: (await world.person('admin')).token
  }
  for (const [who, expected] of WITHHELD) {
    const token = tokens[who]
    const found: Record<string, number> = {}
    for (const [name, sent] of Object.entries(ASSET_CALLS)) {
      const answer = await world.app.inject({ ...sent(id), headers: token ? { authorization: `Bearer ${token}` } : {} })
      found[name] = answer.statusCode
    }
    expect({ who, ...found }).toEqual({ who, ...expected })
  }
})
