import { type APIRequestContext, expect, test } from '@playwright/test'
import { mayOpen, type PageAccess, ROUTE_ACCESS, type Role } from '#accounts/rules.ts'
import routes from '../../business/routes.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const PEOPLE: Record<Role, string> = { client: 'client@easel.test', employee: 'artist@easel.test', admin: 'admin@easel.test' }

/** Pages one only passes through, by their own rules. */
const PASSING = [
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
/** Pages that the tables of the specification do not name: who may open them, or 'itself' for one with a rule of its own. */
const OTHERS: Record<string, PageAccess | 'itself'> = {
  '/asset/:assetId': 'itself',
  '/sitemap.xml': 'anyone',
  '/robots.txt': 'anyone',
  '/logout': 'itself',
  '/client/licenses/:licenseId/download': 'client',
  '/tools/compress': 'itself',
  '/*': 'anyone'
}

const shapeOf = (pattern: string) => pattern.replace(/:\w+/g, ':')
const named = Object.entries({ ...ROUTE_ACCESS, ...OTHERS })
const pages = named.filter((pair): pair is [string, PageAccess] => pair[1] !== 'itself' && !PASSING.includes(pair[0]) && pair[0] !== '/*')
const closed = pages.filter(([, access]) => access !== 'anyone')
const addressOf = (pattern: string) => pattern.replace(/:\w+/g, UNKNOWN)

/** The same page, as someone might write it who wants to get around the guard. */
const DISGUISES: Record<string, (address: string) => string> = {
  'with a slash behind it': (address) => `${address}/`,
  'in capitals': (address) => address.toUpperCase(),
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
  // Opened: a page, or the 404 page for an address that names nothing.
  else expect({ page, opened: status === 200 || status === 404, location }).toMatchObject({ page, opened: true })
}

/** However a closed page is asked for, nobody else gets anything of it. */
async function expectNoWayAround(request: APIRequestContext, role: Role | null): Promise<void> {
  for (const [pattern, access] of closed.filter(([, access]) => mayOpen(access, role) !== 'open')) {
    const address = addressOf(pattern)
    const door = mayOpen(access, role) === 'login' ? '/login?next=' : '/'
    for (const [disguise, write] of Object.entries(DISGUISES)) {
      const { status, location = door } = await open(request, process.env['EASEL_URL'] + write(address))
      const shut = [302, 404].includes(status) && location.startsWith(door)
      expect({ address, disguise, role, status, location, shut }).toMatchObject({ shut: true })
    }
    const head = await request.head(address, { maxRedirects: 0 })
    expect([address, head.status()]).toEqual([address, 302])
    const data = await request.get(`${address}.data`, { maxRedirects: 0 })
    expect([address, data.status(), data.headers()['location']]).toEqual([address, 202, undefined])
    expect(await data.text()).toContain(`"redirect","${door}`)
    await expectNoFormTaken(request, address, door)
  }
}

const FORM = { intent: 'delete', category: 'icon', wage: '1', license_price: '1', title: 'x', asset_id: UNKNOWN }

async function expectNoFormTaken(request: APIRequestContext, address: string, door: string): Promise<void> {
  const answer = await request.post(address, { maxRedirects: 0, form: FORM, headers: { origin: process.env['EASEL_URL']! } })
  // A page that takes no forms says so.
  if (answer.status() === 405) return
  expect([address, answer.status(), answer.headers()['location']?.startsWith(door)]).toEqual([address, 302, true])
}

test('every page is named in a table, here or in the specification', () => {
  const everyPage = routes.map(({ path = '' }) => `/${path.replace(/^\//, '')}`)
  const shapes = new Set(named.map(([pattern]) => shapeOf(pattern)))
  expect(everyPage.filter((pattern) => !shapes.has(shapeOf(pattern)))).toEqual([])
})

test('a visitor is sent to /login with the page wanted, from every page that is not public', async ({ request }) => {
  for (const [pattern, access] of pages) await expectGuard(request, pattern, access, null)
})

test('a visitor finds no way around', async ({ request }) => {
  test.setTimeout(120_000)
  await expectNoWayAround(request, null)
})

for (const role of ['client', 'employee', 'admin'] as const)
  test.describe(role, () => {
    test.beforeEach(async ({ request }) => {
      const answer = await request.post('/api/auth/login', { data: { email: PEOPLE[role], password: 'easel-demo' } })
      expect(answer.status()).toBe(200)
    })

    test('opens its own pages and is sent to / from those of others', async ({ request }) => {
      for (const [pattern, access] of pages) await expectGuard(request, pattern, access, role)
    })

    test('finds no way around', async ({ request }) => {
      test.setTimeout(180_000)
      const before = await (await request.get('/api/wage_rules')).json()
      await expectNoWayAround(request, role)
      expect(await (await request.get('/api/wage_rules')).json()).toEqual(before)
    })
  })

test('the query of the page wanted comes along', async ({ request }) => {
  const answer = await request.get('/client/licenses?page=2', { maxRedirects: 0 })
  expect(answer.headers()['location']).toBe('/login?next=%2Fclient%2Flicenses%3Fpage%3D2')
})
