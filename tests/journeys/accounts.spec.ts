import { expect, type Page, test } from '@playwright/test'
import { mailedCode } from '#tests/support/mailbox.ts'

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

/** The page is alive when React has taken the form over. */
const alive = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__reactProps')))

test('register, verify by the mailed code, and one is signed in where one wanted to go', async ({ page, request }) => {
  const email = newcomer()
  await page.goto('/register?next=%2Fpricing')
  await alive(page)
  await expect(page.getByRole('checkbox')).toBeChecked()
  await fillIn(page, { 'Full name': 'Wanda Walker', Email: email, Password: 'easel-walk' })
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page).toHaveURL(`/verify?email=${encodeURIComponent(email)}&next=%2Fpricing`)
  await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeDisabled()
  await page.reload()
  await alive(page)
  await expect(page.getByRole('button', { name: /Resend code in \d+ s/ })).toBeDisabled()

  const code = await mailedCode(request, email)
  await page.getByLabel('Code').fill(code === '0000000' ? '0000001' : '0000000')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText('This code is not right or has expired.')).toBeVisible()
  await page.getByLabel('Code').fill(` ${code.slice(0, 3)}-${code.slice(3)} `)
  await expect(page.getByLabel('Code')).toHaveValue(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).toHaveURL('/pricing')
  const { local } = await stored(page)
  expect(local).toMatchObject({ username: 'Wanda Walker', role: 'client', user_email: email, token: expect.any(String) })
  expect(local['user_id']).toBe(JSON.parse(local['user'] ?? '{}').id)
})

test('a wrong password is told beside the form, and what was typed stays', async ({ page }) => {
  await page.goto('/login')
  await alive(page)
  await logIn(page, 'client@easel.test', 'not-this-one')
  await expect(page.getByRole('alert')).toHaveText('The email or password is not right.')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('client@easel.test')
})

test('an empty sign-in says what is missing', async ({ page }) => {
  await page.goto('/login')
  await alive(page)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Please fill in your email and password.').first()).toBeVisible()
})

test('an unverified account is led to its code', async ({ page, request }) => {
  const email = newcomer()
  await request.post('/api/auth/register', { data: { name: 'New', email, password: PASSWORD } })
  await page.goto('/login?next=%2Ffaq')
  await alive(page)
  await logIn(page, email)
  await expect(page).toHaveURL(`/verify?email=${encodeURIComponent(email)}&next=%2Ffaq`)
})

for (const [who, landing] of [
  ['admin', '/admin/dashboard'],
  ['artist', '/employee/dashboard'],
  ['client', '/user/dashboard']
] as const) {
  test(`${who} lands on ${landing}, and is sent there from /login`, async ({ page }) => {
    await page.goto('/login')
    await alive(page)
    await logIn(page, `${who}@easel.test`)
    await expect(page).toHaveURL(landing)
    await page.goto('/login')
    await expect(page).toHaveURL(landing)
  })
}

test('next leads to addresses of this site only', async ({ page }) => {
  await page.goto('/login?next=https%3A%2F%2Fevil.example%2F')
  await alive(page)
  await logIn(page, 'client@easel.test')
  await expect(page).toHaveURL('/user/dashboard')
})

test('not remembered: the session is kept for the tab, and its cookie for the browser', async ({ page, context }) => {
  await page.goto('/login?next=%2Ffaq')
  await alive(page)
  await page.getByLabel('Remember me').uncheck()
  await logIn(page, 'client@easel.test')
  await expect(page).toHaveURL('/faq')
  const { local, session } = await stored(page)
  expect(session['token']).toBeTruthy()
  expect(local['token']).toBeUndefined()
  const cookie = (await context.cookies()).find(({ name }) => name === 'session')
  expect(cookie).toMatchObject({ expires: -1, httpOnly: true, sameSite: 'Lax' })
})

test('login and logout in one tab reach the others', async ({ page, context }) => {
  const other = await context.newPage()
  await other.goto('/faq')
  await expect(other.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await page.goto('/login?next=%2Ffaq')
  await alive(page)
  await logIn(page, 'client@easel.test')
  await expect(page).toHaveURL('/faq')
  await expect(other.getByRole('link', { name: 'Login' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Client', exact: true }).click()
  await page.getByRole('button', { name: 'Logout' }).first().click()
  await expect(page).toHaveURL('/')
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
  await alive(page)
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('one registers, verifies, leaves and comes back', async ({ page, request }) => {
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

  test('a wrong password is told and the address stays', async ({ page }) => {
    await page.goto('/login')
    await logIn(page, 'client@easel.test', 'not-this-one')
    await expect(page.getByText('The email or password is not right.')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('client@easel.test')
    await logIn(page, 'client@easel.test')
    await expect(page).toHaveURL('/user/dashboard')
  })
})
