import { expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'

const PASSWORD = 'easel-demo'

const stored = (page: Page) =>
  page.evaluate(() => ({ local: { ...localStorage } as Record<string, string>, session: { ...sessionStorage } as Record<string, string> }))

const newcomer = () => `walker-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`

async function fillIn(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

const logIn = async (page: Page, email: string, password = PASSWORD) => {
  await fillIn(page, { Email: email, Password: password })
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
}

test('registering and verifying the emailed code signs in and opens the requested page', async ({ page, request }) => {
  const email = newcomer()
  await page.goto('/register?next=%2Fpricing')
  await hydrated(page)
  await expect(page.getByRole('checkbox')).toBeChecked()
  await fillIn(page, { 'Full name': 'Wanda Walker', Email: email, Password: 'easel-walk' })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/verify?email=${encodeURIComponent(email)}&next=%2Fpricing`)
  await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeDisabled()
  await page.reload()
  await hydrated(page)
  await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeDisabled()

  const code = await mailedCode(request, email)
  const calls: string[] = []
  page.on('request', (call) => call.url().endsWith('/api/auth/verify-email') && calls.push(call.postData() ?? ''))
  const wrong = code === '0000000' ? '0000001' : '0000000'
  await page.getByLabel('Code').pressSequentially(wrong)
  await expect(page.getByRole('alert')).toHaveText('This code is incorrect or has expired.')
  await expect(page.getByRole('button', { name: 'Verify' })).toBeEnabled()
  expect(calls).toHaveLength(1)
  // A refused code is selected, so pasting replaces it and submits the form.
  await page.evaluate((text) => document.execCommand('insertText', false, text), ` ${code.slice(0, 3)}-${code.slice(3)} `)
  await expect(page).toHaveURL('/pricing')
  const { local } = await stored(page)
  expect(local).toMatchObject({ username: 'Wanda Walker', role: 'client', user_email: email, token: expect.any(String) })
  expect(local['user_id']).toBe(JSON.parse(local['user'] ?? '{}').id)
  expect(calls.map((body) => JSON.parse(body).code)).toEqual([wrong, code])
})

test('a code can be sent again, and the countdown survives a reload', async ({ page }) => {
  await page.goto(`/verify?email=${encodeURIComponent(newcomer())}`)
  await hydrated(page)
  await page.getByRole('button', { name: 'Resend code' }).click()
  await expect(page.getByRole('status')).toContainText('a new code is on its way')
  await expect(page.getByLabel('Code')).toBeFocused()
  await page.reload()
  await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeDisabled()
  await expect(page.getByRole('link', { name: 'Back to Register' })).toHaveAttribute('href', '/register')
})

test('registration shows the specified messages for missing fields and suggests a correction for a misspelled email provider', async ({
  page
}) => {
  await page.goto('/register')
  await hydrated(page)
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Please fill all fields.')).toHaveCount(3)
  await fillIn(page, { 'Full name': 'Wanda', Email: 'wanda@gmial.com', Password: 'short' })
  await page.getByRole('button', { name: 'wanda@gmail.com' }).click()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('wanda@gmail.com')
  await page.getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible()
  await expect(page.getByText('Please agree to the Terms & Privacy Policy.')).toBeVisible()
  await expect(page.getByRole('checkbox')).not.toBeChecked()
})

const register = async (page: Page, email: string) => {
  await page.goto('/register?next=%2Ffaq')
  await hydrated(page)
  await fillIn(page, { 'Full name': 'Wanda', Email: email, Password: 'easel-walk' })
  await page.getByRole('button', { name: 'Create account' }).click()
}

for (const name of ['token', 'access_token'])
  test(`registering with an answer that contains ${name} stores it and opens the next page`, async ({ page }) => {
    const email = newcomer()
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 201, json: { [name]: 'given' } }))
    await page.addInitScript(() => {
      const keep = Storage.prototype.setItem
      Storage.prototype.setItem = function (key, value) {
        if (key === 'token') keep.call(sessionStorage, 'seen_token', value)
        keep.call(this, key, value)
      }
    })
    await register(page, email)
    await expect(page).toHaveURL('/faq')
    expect((await stored(page)).session['seen_token']).toBe('given')
  })

/** Failing answers, and what the login and registration forms show. */
const ANSWERS = [
  [{ status: 418, json: { message: 'From message', error: 'From error', detail: 'From detail' } }, 'From message', 'From message'],
  [{ status: 418, json: { error: 'From error', detail: 'From detail' } }, 'From error', 'From error'],
  [{ status: 418, json: { detail: 'From detail' } }, 'From detail', 'From detail'],
  [{ status: 502, body: '<h1>Bad gateway</h1>' }, 'Login failed. Please try again.', 'Registration failed'],
  ['out of reach', 'Failed to fetch', 'Failed to fetch']
] as const

test('a failure shows the server’s message, error or detail, else the error’s own message, else the page’s text', async ({ page }) => {
  for (const [answer, atLogin, atRegister] of ANSWERS) {
    await page.unrouteAll()
    await page.route('**/api/auth/*', (route) => (answer === 'out of reach' ? route.abort() : route.fulfill(answer)))
    await page.goto('/login')
    await hydrated(page)
    await logIn(page, 'client@easel.test')
    await expect(page.getByRole('alert')).toHaveText(atLogin)
    await register(page, newcomer())
    await expect(page.getByRole('alert')).toHaveText(atRegister)
    await expect(page.getByLabel('Full name')).toHaveValue('Wanda')
  }
})

test('an answer without a token or user does not sign in', async ({ page }) => {
  for (const answer of [{ json: { token: 't' } }, { json: { user: {} } }, { body: 'fine' }]) {
    await page.unrouteAll()
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 200, ...answer }))
    await page.goto('/login')
    await hydrated(page)
    await logIn(page, 'client@easel.test')
    await expect(page.getByRole('alert')).toHaveText('Invalid response from server')
    expect((await stored(page)).local['token']).toBeUndefined()
  }
})

test('pressing the button repeatedly sends one sign-in, with the email in lowercase', async ({ page }) => {
  const sent: unknown[] = []
  await page.route('**/api/auth/login', async (route) => {
    sent.push(route.request().postDataJSON())
    await new Promise((resolve) => setTimeout(resolve, 700))
    await route.continue()
  })
  await page.goto('/login')
  await hydrated(page)
  await fillIn(page, { Email: '  CLIENT@Easel.Test ', Password: PASSWORD })
  await page.evaluate(() => {
    const button = document.querySelector<HTMLButtonElement>('main button[type=submit]')
    button?.click()
    button?.click()
    button?.form?.requestSubmit()
  })
  await expect(page.getByRole('button', { name: 'Signing in…' })).toBeDisabled()
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page).toHaveURL('/user/dashboard')
  expect(sent).toEqual([{ email: 'client@easel.test', password: PASSWORD, remember_me: true }])
})

test('the password field shows a hint while Caps Lock is on', async ({ page }) => {
  for (const address of ['/login', '/register']) {
    await page.goto(address)
    await hydrated(page)
    const press = (on: boolean) =>
      page.getByLabel('Password', { exact: true }).evaluate((field, modifierCapsLock) => {
        field.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock }))
      }, on)
    await press(true)
    await expect(page.getByText('Caps Lock is on.')).toBeVisible()
    await press(false)
    await expect(page.getByText('Caps Lock is on.')).toHaveCount(0)
  }
})

test('a wrong password shows an error, and the typed email stays', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  await logIn(page, 'client@easel.test', 'not-this-one')
  await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('client@easel.test')
})

test('an empty sign-in form shows which fields are missing', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Please fill in your email and password.').first()).toBeVisible()
})

test('an unverified account is sent to the verification page', async ({ page, request }) => {
  const email = newcomer()
  await request.post('/api/auth/register', { data: { name: 'New', email, password: PASSWORD } })
  await page.goto('/login?next=%2Ffaq')
  await hydrated(page)
  await logIn(page, email)
  await expect(page).toHaveURL(`/verify?email=${encodeURIComponent(email)}&next=%2Ffaq`)
})

for (const [who, landing] of [
  ['admin', '/admin/dashboard'],
  ['artist', '/employee/dashboard'],
  ['client', '/user/dashboard']
] as const) {
  test(`${who} lands on ${landing} and is redirected there from /login`, async ({ page }) => {
    await page.goto('/login')
    await hydrated(page)
    await logIn(page, `${who}@easel.test`)
    await expect(page).toHaveURL(landing)
    await page.goto('/login')
    await expect(page).toHaveURL(landing)
  })
}

test('next leads only to pages on this site', async ({ page }) => {
  await page.goto('/login?next=https%3A%2F%2Fevil.example%2F')
  await hydrated(page)
  await logIn(page, 'client@easel.test')
  await expect(page).toHaveURL('/user/dashboard')
})

test('without remember me, the session lasts for the tab and its cookie for the browser session', async ({ page, context }) => {
  await page.goto('/login?next=%2Ffaq')
  await hydrated(page)
  await page.getByLabel('Remember me').uncheck()
  await logIn(page, 'client@easel.test')
  await expect(page).toHaveURL('/faq')
  const { local, session } = await stored(page)
  expect(session['token']).toBeTruthy()
  expect(local['token']).toBeUndefined()
  const cookie = (await context.cookies()).find(({ name }) => name === 'session')
  expect(cookie).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax' })
})

test('logging in or out in one tab updates the others', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/faq')
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await page.goto('/login?next=%2Ffaq')
  await hydrated(page)
  await logIn(page, 'client@easel.test')
  await expect(page).toHaveURL('/faq')
  await expect(other.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Client', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/login')
  await expect
    .poll(async () => {
      const { local, session } = await stored(page)
      return [local['token'], local['user'], session['token']]
    })
    .toEqual([undefined, undefined, undefined])
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()
})

test('the password can be shown and hidden', async ({ page }) => {
  await page.goto('/login')
  await hydrated(page)
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a visitor can register, verify, log out, and log in again', async ({ page, request }) => {
    const email = newcomer()
    await page.goto('/register')
    await fillIn(page, { 'Full name': 'Plain Paul', Email: 'not-an-address', Password: 'easel-walk' })
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByText('Please enter a valid email.')).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Plain Paul')
    await fillIn(page, { Email: email, Password: 'easel-walk' })
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByLabel('Code').fill(await mailedCode(request, email))
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page).toHaveURL('/user/dashboard')
    await page.goto('/login')
    await expect(page).toHaveURL('/user/dashboard')
  })

  test('a wrong password shows an error and the email stays', async ({ page }) => {
    await page.goto('/login')
    await logIn(page, 'client@easel.test', 'not-this-one')
    await expect(page.getByText('The email or password is incorrect.')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('client@easel.test')
    await logIn(page, 'client@easel.test')
    await expect(page).toHaveURL('/user/dashboard')
  })
})
