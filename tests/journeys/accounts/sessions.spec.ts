import { type APIRequestContext, request as apart, expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'

const PASSWORD = 'easel-demo'
const ADMIN = 'admin@easel.test'

type StorageName = 'localStorage' | 'sessionStorage'

const stored = (page: Page, name: StorageName = 'localStorage') =>
  page.evaluate((storage) => ({ ...window[storage] }) as Record<string, string>, name)

/** Runs calls without this browser's cookies. */
async function calling<Result>(call: (other: APIRequestContext) => Promise<Result>): Promise<Result> {
  const other = await apart.newContext({ baseURL: process.env['EASEL_URL']! })
  const result = await call(other)
  await other.dispose()
  return result
}

async function signIn(page: Page, email: string, { remembered = true, next = '/faq' } = {}): Promise<string> {
  await page.goto(`/login?next=${encodeURIComponent(next)}`, { waitUntil: 'networkidle' })
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  if (!remembered) await page.getByLabel('Remember me').uncheck()
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(next)
  return (await stored(page, remembered ? 'localStorage' : 'sessionStorage'))['token'] ?? ''
}

const endOnServer = (token: string) =>
  calling(async (other) => {
    const answer = await other.post('/api/auth/logout', { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status()).toBe(204)
  })

/** Makes the page count its logout events. */
const countLogouts = (page: Page) =>
  page.evaluate(() => {
    sessionStorage.setItem('heard', '0')
    addEventListener('logout', () => sessionStorage.setItem('heard', String(Number(sessionStorage.getItem('heard')) + 1)))
  })

const SESSION_NAMES = ['token', 'user_id', 'username', 'role', 'user_email', 'user']

/** The page clears its storage after hydration. */
const expectCleared = (page: Page, name: StorageName = 'localStorage') =>
  expect.poll(async () => Object.keys(await stored(page, name)).filter((name) => SESSION_NAMES.includes(name))).toEqual([])

for (const [remembered, used, empty] of [
  [true, 'localStorage', 'sessionStorage'],
  [false, 'sessionStorage', 'localStorage']
] as const)
  test(`remembered ${remembered}: ${used} has the session under the specified names, and ${empty} is empty`, async ({ page }) => {
    await signIn(page, 'client@easel.test', { remembered })
    const values = await stored(page, used)
    expect(Object.keys(values)).toEqual(expect.arrayContaining(SESSION_NAMES))
    expect(values).toMatchObject({ username: 'Cleo Client', role: 'client', user_email: 'client@easel.test' })
    const others = Object.keys(await stored(page, empty))
    expect(SESSION_NAMES.filter((name) => others.includes(name))).toEqual([])
  })

for (const older of ['pgx_token', 'access_token'])
  test(`a token under the older name ${older} is moved, and calls send it`, async ({ page, context }) => {
    const token = await signIn(page, 'client@easel.test')
    await page.evaluate(
      ([name, value]) => {
        localStorage.removeItem('token')
        localStorage.setItem(name!, value!)
      },
      [older, token]
    )
    await page.reload()
    await expect.poll(async () => (await stored(page))['token']).toBe(token)
    expect((await stored(page))[older]).toBeUndefined()
    const asked = page.waitForRequest('**/api/licenses/checkout')
    await context.route('**/api/licenses/checkout', (route) => route.fulfill({ status: 409, json: { error: 'No.', code: 'no' } }))
    await page.evaluate(() =>
      sessionStorage.setItem('checkout_intent', JSON.stringify({ type: 'single', assetId: crypto.randomUUID(), licenseType: 'personal' }))
    )
    await page.goto('/resume-checkout')
    expect((await asked).headers()['authorization']).toBe(`Bearer ${token}`)
  })

for (const name of ['token', 'pgx_token', 'access_token'])
  for (const storage of ['localStorage', 'sessionStorage'] as const)
    test(`without a cookie, ${name} in ${storage} signs in on a gated page`, async ({ page, context }) => {
      const token = await signIn(page, 'client@easel.test')
      await context.clearCookies()
      await page.evaluate(
        ([at, key, value]) => {
          localStorage.clear()
          sessionStorage.clear()
          window[at].setItem(key, value)
        },
        [storage, name, token] as const
      )
      const exchanges: string[] = []
      page.on('request', (request) => request.url().endsWith('/api/auth/session') && exchanges.push(request.method()))
      await page.goto('/client/licenses?page=1')
      await expect(page.getByRole('heading', { name: 'My Licenses' })).toBeVisible()
      await expect(page).toHaveURL('/client/licenses?page=1')
      expect(exchanges).toEqual(['POST'])
      expect((await context.cookies()).map((cookie) => cookie.name)).toContain('session')
      expect((await stored(page, storage))['token']).toBe(token)
    })

test('without a cookie, an invalid token is cleared and the login form stays', async ({ page, context }) => {
  const token = await signIn(page, 'client@easel.test')
  await context.clearCookies()
  await endOnServer(token)
  await page.evaluate(() => sessionStorage.setItem('pgx_token', 'unknown'))
  await page.goto('/client/licenses', { waitUntil: 'networkidle' })
  await expect(page).toHaveURL('/login?next=%2Fclient%2Flicenses')
  await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeVisible()
  await expectCleared(page)
  expect(Object.keys(await stored(page, 'sessionStorage'))).not.toContain('pgx_token')
})

test('when the exchange gets no answer, the token stays for the next page', async ({ page, context }) => {
  const token = await signIn(page, 'client@easel.test')
  await context.clearCookies()
  await page.route('**/api/auth/session', (route) => route.abort())
  await page.goto('/client/licenses', { waitUntil: 'networkidle' })
  await expect(page).toHaveURL('/login?next=%2Fclient%2Flicenses')
  expect((await stored(page))['token']).toBe(token)
  await page.unroute('**/api/auth/session')
  await page.reload()
  await expect(page).toHaveURL('/client/licenses')
})

test('a session that ended on the server: the admin’s next page leads to /login, clears storage and fires one logout event', async ({
  page
}) => {
  const token = await signIn(page, ADMIN, { next: '/admin/dashboard' })
  await countLogouts(page)
  await endOnServer(token)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wage Rules' }).click()
  await expect(page).toHaveURL('/login?next=%2Fadmin%2Fwage-rules')
  await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible()
  await expectCleared(page)
  await expect.poll(async () => (await stored(page, 'sessionStorage'))['heard']).toBe('1')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the same without remember me, on a client page', async ({ page }) => {
  const token = await signIn(page, 'client@easel.test', { remembered: false, next: '/user/dashboard' })
  await endOnServer(token)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Licenses' }).click()
  await expect(page).toHaveURL('/login?next=%2Fclient%2Flicenses')
  await expectCleared(page, 'sessionStorage')
})

test('a form sent after the session ended leads to /login too', async ({ page }) => {
  const token = await signIn(page, ADMIN, { next: '/admin/wage-rules' })
  await endOnServer(token)
  await page.getByLabel('Category').selectOption('logo')
  await page.getByLabel('Wage').fill('2')
  await page.getByLabel('License price').fill('8')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Unauthorized (401): please log in again.')).toBeVisible()
  await expect(page).toHaveURL('/login?next=%2Fadmin%2Fwage-rules')
  await expectCleared(page)
})

test('signing in works when the browser blocks storage', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('closed', 'SecurityError')
        }
      })
  })
  await page.goto('/login?next=%2Fclient%2Flicenses', { waitUntil: 'networkidle' })
  await page.getByLabel('Email', { exact: true }).fill('client@easel.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/client/licenses')
  await expect(page.getByRole('heading', { level: 1, name: 'My Licenses' })).toBeVisible()
})

test.describe('a role that changes while the page is open', () => {
  const email = `turn-${Date.now()}@example.com`

  async function roleBecomes(role: 'admin' | 'client'): Promise<void> {
    await calling(async (other) => {
      const { token } = await (await other.post('/api/auth/login', { data: { email: ADMIN, password: PASSWORD } })).json()
      const headers = { authorization: `Bearer ${token}` }
      const { items } = await (await other.get(`/api/admin/users?q=${encodeURIComponent(email)}`, { headers })).json()
      const answer = await other.put(`/api/admin/users/${items[0].id}/role`, { headers, data: { role } })
      expect(answer.ok()).toBe(true)
    })
  }

  test('on the wage rules the 403 text shows and the page stays; opening another admin page leads to /', async ({ page, request }) => {
    await calling(async (other) => {
      await other.post('/api/auth/register', { data: { name: 'Tina Turn', email, password: PASSWORD } })
      await other.post('/api/auth/verify-email', { data: { email, code: await mailedCode(request, email) } })
    })
    await roleBecomes('admin')
    await signIn(page, email, { next: '/admin/wage-rules' })
    await roleBecomes('client')
    await page.getByLabel('Category').selectOption('logo')
    await page.getByLabel('Wage').fill('2')
    await page.getByLabel('License price').fill('8')
    await page.getByRole('button', { name: 'Add rule' }).click()
    await expect(page.getByRole('alert')).toHaveText('Forbidden (403): admin role required.')
    await expect(page).toHaveURL('/admin/wage-rules')
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('button', { name: 'Client', exact: true })).toBeVisible()
    await expect.poll(async () => (await stored(page))['role']).toBe('client')
  })

  const ACTIONS: [path: string, act: (page: Page) => Promise<void>][] = [
    [
      '/admin/expenses',
      async (page) => {
        await page.getByLabel('Amount (USD)').fill('3')
        await page.getByRole('button', { name: 'Save Expense' }).click()
      }
    ],
    [
      '/admin/manage-users?q=client%40easel.test',
      async (page) => {
        await page.getByLabel('Role of Cleo Client').selectOption('employee')
      }
    ]
  ]

  for (const [path, act] of ACTIONS)
    test(`the next action at ${path} ends the session and leads to /login, which shows its form`, async ({ page, context }) => {
      await roleBecomes('admin')
      await signIn(page, email, { next: path })
      await countLogouts(page)
      await roleBecomes('client')
      await act(page)
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`)
      await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeVisible()
      await expectCleared(page)
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
      expect((await stored(page, 'sessionStorage'))['heard']).toBe('1')
      await page.goto('/login')
      await expect(page).toHaveURL('/login')
    })

  test('the same without JavaScript', async ({ browser }) => {
    await roleBecomes('admin')
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env['EASEL_URL'] ?? '' })
    const page = await context.newPage()
    await page.goto('/login?next=%2Fadmin%2Fexpenses')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/admin/expenses')
    await roleBecomes('client')
    await page.getByLabel('Amount (USD)').fill('3')
    await page.getByRole('button', { name: 'Save Expense' }).click()
    await expect(page).toHaveURL('/login?next=%2Fadmin%2Fexpenses')
    await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeVisible()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('session')
    await context.close()
  })
})
