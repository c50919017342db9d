import { type APIRequestContext, expect } from '@playwright/test'
import { mayOpen, type PageAccess, ROUTE_ACCESS, type Role } from '#accounts/rules.ts'
import { test } from '#tests/support/browser/journey.ts'
import routes from '../../../business/routes.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const PEOPLE: Record<Role, string> = { client: 'client@easel.test', employee: 'artist@easel.test', admin: 'admin@easel.test' }

/** Pages with their own access rules. */
const OWN_RULES = [
  '/login',
  '/register',
  '/verify',
  '/dashboard',
  '/resume-checkout',
  '/pay/checkout',
  '/pay/subscribe',
  '/get-free',
  '/qr-barcode',
  '/user/profile',
  '/custom-requests/:requestId',
  '/admin/requests/:requestId'
]
/** Pages that the specification's tables do not name: who may open them, or 'itself' for a page with its own rule. */
const OTHERS: Record<string, PageAccess | 'itself'> = {
  '/asset/:assetId': 'itself',
  '/sitemap.xml': 'anyone',
  '/robots.txt': 'anyone',
  '/oembed': 'anyone',
  '/admin/saved-views': 'itself',
  '/logout': 'itself',
  '/confirm': 'itself',
  '/hearts': 'itself',
  '/client/licenses/:licenseId/download': 'client',
  '/tools/compress': 'itself',
  '/*': 'anyone'
}

const shapeOf = (pattern: string) => pattern.replace(/:\w+\??/g, ':')
const named = Object.entries({ ...ROUTE_ACCESS, ...OTHERS })
const pages = named.filter((pair): pair is [string, PageAccess] => pair[1] !== 'itself' && !OWN_RULES.includes(pair[0]) && pair[0] !== '/*')
const closed = pages.filter(([, access]) => access !== 'anyone')
const addressOf = (pattern: string) => pattern.replace(/:\w+/g, UNKNOWN)

/** The same page, written the way someone might try to get around the guard. */
const DISGUISES: Record<string, (address: string) => string> = {
  'with a trailing slash': (address) => `${address}/`,
  'in uppercase': (address) => address.toUpperCase(),
  'percent-encoded': (address) => address.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'with doubled slashes': (address) => address.replaceAll('/', '//'),
  'with a query': (address) => `${address}?_routes=root&index`
}

async function open(request: APIRequestContext, address: string) {
  const answer = await request.get(address, { maxRedirects: 0 })
  return { status: answer.status(), location: answer.headers()['location'] }
}

async function expectGuard(request: APIRequestContext, pattern: string, access: PageAccess, role: Role | null): Promise<void> {
  const { status, location } = await open(request, addressOf(pattern))
  const page = { pattern, role }
  const answer = mayOpen(access, role)
  if (answer === 'login')
    expect({ page, status, location }).toEqual({ page, status: 302, location: `/login?next=${encodeURIComponent(addressOf(pattern))}` })
  else if (answer === 'home') expect({ page, status, location }).toEqual({ page, status: 302, location: '/' })
  // Open: the page, or the 404 page for an address that does not exist.
  else expect({ page, opened: status === 200 || status === 404, location }).toMatchObject({ page, opened: true })
}

/** Expects that no variant of the URL opens a page that is closed to this role. */
async function expectNoWayAround(request: APIRequestContext, role: Role | null): Promise<void> {
  for (const [pattern, access] of closed.filter(([, access]) => mayOpen(access, role) !== 'open')) {
    const address = addressOf(pattern)
    const door = mayOpen(access, role) === 'login' ? '/login?next=' : '/'
    for (const [disguise, write] of Object.entries(DISGUISES)) {
      const { status, location = door } = await open(request, process.env['EASEL_URL'] + write(address))
      const shut = [302, 404].includes(status) && location.startsWith(door)
      const found = { address, disguise, role, status, location }
      expect({ ...found, shut }).toEqual({ ...found, shut: true })
    }
    const head = await request.head(address, { maxRedirects: 0 })
    expect([address, head.status()]).toEqual([address, 302])
    const data = await request.get(`${address}.data`, { maxRedirects: 0 })
    expect([address, data.status(), data.headers()['location']]).toEqual([address, 202, undefined])
    expect(await data.text()).toContain(`"redirect","${door}`)
    await expectFormRefused(request, address, role)
  }
}

const FORM = { intent: 'delete', category: 'icon', wage: '1', license_price: '1', title: 'x', asset_id: UNKNOWN }

/**
 * Pages where the wrong role keeps the session: the specification gives the wage rules their own answer, and a message to a request is
 * refused as not found. Admins may also make the calls of My Assets and of the upload page. Rendering the page again then leads to /.
 */
const STAYS = ['/admin/wage-rules', `/employee/requests/${UNKNOWN}`]
const keepsSession = (address: string, role: Role | null): boolean =>
  role !== null && (STAYS.includes(address) || (role === 'admin' && /^\/(assets|upload-file)/.test(address)))

/** Shows "Please log in first." with what was typed, instead of leading to the login. */
const SAYS_LOG_IN = '/create-asset'

/** Pages whose form needs another intent to reach its call. */
const INTENTS: Record<string, string> = { '/client/subscriptions': 'cancel', '/admin/subscriptions': 'cancel', '/admin/requests': 'assign' }

/** A form sent by the wrong role ends the session, even without JavaScript. */
async function expectFormRefused(request: APIRequestContext, address: string, role: Role | null): Promise<void> {
  const form = { ...FORM, intent: INTENTS[address] ?? FORM.intent }
  const answer = await request.post(address, { maxRedirects: 0, form, headers: { origin: process.env['EASEL_URL'] ?? '' } })
  // The page accepts no forms.
  if (answer.status() === 405) return
  if (role === null && address === SAYS_LOG_IN) {
    expect([address, answer.status(), (await answer.text()).includes('Please log in first.')]).toEqual([address, 401, true])
    return
  }
  const stays = keepsSession(address, role)
  const location = stays ? '/' : `/login?next=${encodeURIComponent(address)}`
  expect([address, answer.status(), answer.headers()['location']]).toEqual([address, 302, location])
  const check = await request.get('/api/auth/check')
  expect([address, check.status()]).toEqual([address, stays ? 200 : 401])
  if (role && !stays) await signIn(request, role)
}

async function signIn(request: APIRequestContext, role: Role): Promise<void> {
  const answer = await request.post('/api/auth/login', { data: { email: PEOPLE[role], password: 'easel-demo' } })
  expect(answer.status()).toBe(200)
}

test('every page is listed in a table, here or in the specification', () => {
  const everyPage = routes.flatMap((one) => one.children ?? [one]).map(({ path = '' }) => `/${path.replace(/^\//, '')}`)
  const shapes = new Set(named.map(([pattern]) => shapeOf(pattern)))
  expect(everyPage.filter((pattern) => !shapes.has(shapeOf(pattern)))).toEqual([])
})

test('a visitor is sent to /login with the requested page as next, from every page that is not public', async ({ request }) => {
  for (const [pattern, access] of pages) await expectGuard(request, pattern, access, null)
})

test('a visitor cannot get around the guard', async ({ request }) => {
  test.setTimeout(120_000)
  await expectNoWayAround(request, null)
})

for (const role of ['client', 'employee', 'admin'] as const)
  test.describe(role, () => {
    test.beforeEach(({ request }) => signIn(request, role))

    test('opens its own pages and is sent to / from the pages of other roles', async ({ request }) => {
      for (const [pattern, access] of pages) await expectGuard(request, pattern, access, role)
    })

    test('cannot get around the guard', async ({ request }) => {
      test.setTimeout(180_000)
      const before = await (await request.get('/api/wage_rules')).json()
      await expectNoWayAround(request, role)
      expect(await (await request.get('/api/wage_rules')).json()).toEqual(before)
    })
  })

test('next includes the query of the requested page', async ({ request }) => {
  const answer = await request.get('/client/licenses?page=2', { maxRedirects: 0 })
  expect(answer.headers()['location']).toBe('/login?next=%2Fclient%2Flicenses%3Fpage%3D2')
})
