import { type APIRequestContext, expect, test } from '@playwright/test'
import { mayOpen, type PageAccess, ROUTE_ACCESS, type Role } from '#accounts/rules.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'
const PEOPLE: Record<Role, string> = { client: 'client@easel.test', employee: 'artist@easel.test', admin: 'admin@easel.test' }
/** Pages one only passes through, by their own rules. */
const PASSING = ['/login', '/register', '/verify', '/dashboard', '/resume-checkout', '/pay/checkout']

const pages = Object.entries(ROUTE_ACCESS).filter(([pattern]) => !PASSING.includes(pattern))
const addressOf = (pattern: string) => pattern.replace(/:\w+/g, UNKNOWN)

async function open(request: APIRequestContext, pattern: string) {
  const answer = await request.get(addressOf(pattern), { maxRedirects: 0 })
  return { status: answer.status(), location: answer.headers()['location'] }
}

async function expectGuard(request: APIRequestContext, pattern: string, access: PageAccess, role: Role | null): Promise<void> {
  const { status, location } = await open(request, pattern)
  const page = { pattern, role }
  const answer = mayOpen(access, role)
  if (answer === 'login')
    expect({ page, status, location }).toEqual({ page, status: 302, location: `/login?next=${encodeURIComponent(addressOf(pattern))}` })
  else if (answer === 'home') expect({ page, status, location }).toEqual({ page, status: 302, location: '/' })
  // Opened: a page, or the 404 page for an address that names nothing.
  else expect({ page, opened: status === 200 || status === 404, location }).toMatchObject({ page, opened: true })
}

test('a visitor is sent to /login with the page wanted, from every page that is not public', async ({ request }) => {
  for (const [pattern, access] of pages) await expectGuard(request, pattern, access, null)
})

for (const role of ['client', 'employee', 'admin'] as const) {
  test(`${role} opens its own pages and is sent to / from those of others`, async ({ request }) => {
    const answer = await request.post('/api/auth/login', { data: { email: PEOPLE[role], password: 'easel-demo' } })
    expect(answer.status()).toBe(200)
    for (const [pattern, access] of pages) await expectGuard(request, pattern, access, role)
  })
}

test('the query of the page wanted comes along', async ({ request }) => {
  const answer = await request.get('/client/licenses?page=2', { maxRedirects: 0 })
  expect(answer.headers()['location']).toBe('/login?next=%2Fclient%2Flicenses%3Fpage%3D2')
})
