import { type APIRequestContext, request as apart, expect, type Page, test } from '@playwright/test'
import { mailedCode } from '#tests/support/mailbox.ts'

const PASSWORD = 'easel-demo'
const ADMIN = 'admin@easel.test'

type Kept = 'localStorage' | 'sessionStorage'

const stored = (page: Page, kept: Kept = 'localStorage') => page.evaluate((name) => ({ ...window[name] }) as Record<string, string>, kept)

/** A call by someone without this browser's cookies. */
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

/** From here on the page counts its logout events. */
const countLogouts = (page: Page) =>
  page.evaluate(() => {
    sessionStorage.setItem('heard', '0')
    addEventListener('logout', () => sessionStorage.setItem('heard', String(Number(sessionStorage.getItem('heard')) + 1)))
  })

const SESSION_NAMES = ['token', 'user_id', 'username', 'role', 'user_email', 'user']

/** The page clears it once it has come alive. */
const emptied = (page: Page, kept: Kept = 'localStorage') =>
  expect.poll(async () => Object.keys(await stored(page, kept)).filter((name) => SESSION_NAMES.includes(name))).toEqual([])

for (const [remembered, kept, empty] of [
  [true, 'localStorage', 'sessionStorage'],
  [false, 'sessionStorage', 'localStorage']
] as const)
  test(`remembered ${remembered}: ${kept} holds the session under the specification's names, ${empty} nothing of it`, async ({ page }) => {
    await signIn(page, 'client@easel.test', { remembered })
    const values = await stored(page, kept)
    expect(Object.keys(values)).toEqual(expect.arrayContaining(SESSION_NAMES))
    expect(values).toMatchObject({ username: 'Cleo Client', role: 'client', user_email: 'client@easel.test' })
    const others = Object.keys(await stored(page, empty))
    expect(SESSION_NAMES.filter((name) => others.includes(name))).toEqual([])
  })

for (const older of ['pgx_token', 'access_token'])
  test(`a token under the older name ${older} is read once, moved, and carried by calls`, async ({ page, context }) => {
    const token = await signIn(page, 'client@easel.test')
    await page.evaluate(
      ([name, value]) => {
        localStorage.removeItem('token')
        localStorage.setItem(name!, value!)
      },
      [older, token]
    )
    await page.reload({ waitUntil: 'networkidle' })
    const values = await stored(page)
    expect(values['token']).toBe(token)
    expect(values[older]).toBeUndefined()
    const asked = page.waitForRequest('**/api/licenses/checkout')
    await context.route('**/api/licenses/checkout', (route) => route.fulfill({ status: 409, json: { error: 'No.', code: 'no' } }))
    await page.evaluate(() =>
      sessionStorage.setItem('checkout_intent', JSON.stringify({ type: 'single', assetId: crypto.randomUUID(), licenseType: 'personal' }))
    )
    await page.goto('/resume-checkout')
    expect((await asked).headers()['authorization']).toBe(`Bearer ${token}`)
  })

test('a kept token opens the pages again when the browser has lost the cookie, and goes when it is over', async ({ page, context }) => {
  const token = await signIn(page, 'client@easel.test')
  await context.clearCookies()
  await page.goto('/client/licenses')
  await expect(page).toHaveURL('/client/licenses')
  await expect(page.getByRole('heading', { name: 'My Licenses' })).toBeVisible()
  await context.clearCookies()
  await endOnServer(token)
  await page.goto('/faq', { waitUntil: 'networkidle' })
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await emptied(page)
})

test('a session that ended on the server: an admin who goes on is led to /login, storage is empty, and logout is heard once', async ({
  page
}) => {
  const token = await signIn(page, ADMIN, { next: '/admin/dashboard' })
  await countLogouts(page)
  await endOnServer(token)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wage Rules' }).click()
  await expect(page).toHaveURL('/login?next=%2Fadmin%2Fwage-rules')
  await expect(page.getByRole('link', { name: 'Register' }).first()).toBeVisible()
  await emptied(page)
  await expect.poll(async () => (await stored(page, 'sessionStorage'))['heard']).toBe('1')
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the same without remembering, and from the page of a client', async ({ page }) => {
  const token = await signIn(page, 'client@easel.test', { remembered: false, next: '/user/dashboard' })
  await endOnServer(token)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'My Licenses' }).click()
  await expect(page).toHaveURL('/login?next=%2Fclient%2Flicenses')
  await emptied(page, 'sessionStorage')
})

test('a form of the admin sent after the session ended leads to /login as well', async ({ page }) => {
  const token = await signIn(page, ADMIN, { next: '/admin/wage-rules' })
  await endOnServer(token)
  await page.getByLabel('Category').selectOption('logo')
  await page.getByLabel('Wage').fill('2')
  await page.getByLabel('License price').fill('8')
  await page.getByRole('button', { name: 'Add rule' }).click()
  await expect(page.getByText('Unauthorized (401): please log in again.')).toBeVisible()
  await expect(page).toHaveURL('/login?next=%2Fadmin%2Fwage-rules')
  await emptied(page)
})

test('where the browser lets nothing be stored, one signs in all the same', async ({ page }) => {
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

  test('on the wage rules the text of the 403 shows and stays; elsewhere one is led to /', async ({ page, request }) => {
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

  test('an expense that one may not book any more leads to /login, and nobody is signed in', async ({ page }) => {
    await roleBecomes('admin')
    await signIn(page, email, { next: '/admin/expenses' })
    await roleBecomes('client')
    await page.getByLabel('Amount (USD)').fill('3')
    await page.getByRole('button', { name: 'Save Expense' }).click()
    await expect(page).toHaveURL('/login?next=%2Fadmin%2Fexpenses')
    await expect(page.getByRole('main').getByRole('button', { name: 'Log in' })).toBeVisible()
    await emptied(page)
  })
})
