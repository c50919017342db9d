import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'
import { tabTo } from '#tests/support/browser/tab-to.ts'

const PASSWORD = 'easel-keys'

/** Waits until React has hydrated the page. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

type Account = { email: string; code(periods?: number): string }

/** Creates an account with an authenticator app, and signs it out. */
async function withApp(request: APIRequestContext): Promise<Account> {
  const email = `keys-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
  const headers = { origin: process.env['EASEL_URL']! }
  await request.post('/api/auth/register', { data: { name: 'Kim Keys', email, password: PASSWORD } })
  await request.post('/api/auth/verify-email', { headers, data: { email, code: await mailedCode(request, email) } })
  const { secret } = (await (await request.post('/api/profile/totp', { headers })).json()) as { secret: string }
  const totp = new TOTP({ secret: Secret.fromBase32(secret) })
  const code = (periods = 0) => totp.generate({ timestamp: Date.now() + periods * 30_000 })
  expect((await request.post('/api/profile/totp/confirm', { headers, data: { code: code() } })).status()).toBe(200)
  await request.post('/api/auth/logout', { headers })
  return { email, code }
}

/** The error that a screen reader reads with the field. */
const described = (field: Locator) =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent ?? '')
      .join(' ')
  )

test('signing in with a code needs only the keyboard; errors are announced and the focus is where one goes on', async ({
  page,
  request
}) => {
  const { email, code } = await withApp(request)
  await open(page, '/login?next=/user/profile')
  const [address, password] = [page.getByLabel('Email', { exact: true }), page.getByLabel('Password', { exact: true })]
  await expect(page.getByRole('main')).toMatchAriaSnapshot(`
    - heading "Log in" [level=1]
    - textbox "Email"
    - textbox "Password"
    - button "Show password"
    - checkbox "Remember me" [checked]
    - link "Forgot password?"
    - button "Log in"
  `)

  await tabTo(page, page.getByRole('button', { name: 'Log in', exact: true }))
  await page.keyboard.press('Enter')
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await expect(address).toBeFocused()
  expect(await described(address)).not.toBe('')

  await page.keyboard.type(email)
  await tabTo(page, password)
  await page.keyboard.type('not-this-one')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert').filter({ hasText: 'email or password' })).toBeVisible()
  await expect(address).toHaveValue(email)
  await tabTo(page, password)
  await page.keyboard.press('Control+a')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')

  const second = page.getByLabel('Code from your authenticator app')
  await expect(second).toBeFocused()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second step')
  expect(await described(second)).toContain('6 digits')
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This code is incorrect')
  await expect(second).toBeFocused()
  expect(await described(second)).toContain('This code is incorrect')
  await expect(second).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.press('Control+a')
  // The first code has counted at the set-up.
  await page.keyboard.type(code(1))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user/profile')
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('a recovery code can be reached and sent by keyboard, and the disclosure says whether it is open', async ({ page, request }) => {
  const { email } = await withApp(request)
  await open(page, '/login')
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Code from your authenticator app')).toBeFocused()
  const summary = page.locator('summary', { hasText: 'Use a recovery code' })
  await tabTo(page, summary)
  await page.keyboard.press('Enter')
  const field = page.getByLabel('Recovery code')
  await expect(field).toBeVisible()
  await tabTo(page, field)
  await page.keyboard.type('AAAA-BBBB-CCCC-DDDD')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alert')).toContainText('This recovery code is incorrect')
  await expect(field).toBeVisible()
  await expect(field).toBeFocused()
  expect(await described(field)).toContain('This recovery code is incorrect')
})
