import { type APIRequestContext, type Browser, type CDPSession, expect, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { tabTo } from '#tests/support/browser/tab-to.ts'

const PASSWORD = 'easel-walk'

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}

/** Registers and verifies a new user in a browser. Its session is of an emailed code, which is no proof. */
async function newcomer(browser: Browser, request: APIRequestContext, name: string, javaScriptEnabled = true) {
  const email = `factor-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, javaScriptEnabled })
  await context.request.post('/api/auth/register', { data: { name, email, password: PASSWORD, terms: true } })
  const code = await mailedCode(request, email)
  const answer = await context.request.post('/api/auth/verify-email', { data: { email, code } })
  const { user } = (await answer.json()) as { user: { id: string } }
  return { email, id: user.id, context, page: await context.newPage() }
}

/** Answers WebAuthn in this page with a virtual authenticator of Chromium. */
async function addAuthenticator(page: Page): Promise<{ cdp: CDPSession; setVerified: (is: boolean) => Promise<unknown> }> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true
    }
  })
  return { cdp, setVerified: (isUserVerified) => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }) }
}

const expectAccessible = async (page: Page) => expect(await violationsOn(page)).toEqual([])

/** Without `name`, the browser forgets that it is known, too. */
async function signOut(page: Page, name = /./): Promise<void> {
  // No page of ours: its script would sign the person in again from the stored token.
  await page.goto('/robots.txt')
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ name })
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await open(page, '/login?next=/user/profile')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
}

test('a person sets up an app by keyboard, saves the recovery codes, and signs in with a code and with a recovery code', async ({
  browser,
  request
}) => {
  const { email, page } = await newcomer(browser, request, 'Tia Twofactor')
  await open(page, '/user/profile')
  await page.getByRole('link', { name: 'Set up' }).press('Enter')
  await page.getByRole('button', { name: 'Set up an app' }).press('Enter')
  await expect(page.getByRole('img', { name: 'QR code with the secret for your app' })).toBeVisible()
  await expectAccessible(page)
  const secret = (await page.locator('code').textContent())!.replaceAll(' ', '')
  const code = (periods = 0) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + periods * 30_000 })
  const field = page.getByLabel('Code')
  await field.fill('000000')
  await field.press('Enter')
  await expect(page.getByText('This code is incorrect, has expired, or was used before.')).toBeVisible()
  await field.fill(code())
  await field.press('Enter')
  const codes = page.getByRole('region', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const [recovery = ''] = await codes.allTextContents()
  await expectAccessible(page)
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name: 'Download' }).click()])
  expect(file.suggestedFilename()).toBe('easel-recovery-codes.txt')
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()

  await signOut(page)
  await enterPassword(page, email)
  const second = page.getByLabel('Code from your authenticator app')
  await expect(second).toBeFocused()
  await expectAccessible(page)
  // The first code has counted: the next period's is the one that the app shows soon.
  await second.fill(code(1))
  await page.getByRole('checkbox', { name: 'Do not ask again in this browser for 30 days' }).check()
  await second.press('Enter')
  await expect(page).toHaveURL('/user/profile')
  await expect(page.getByText('10 of 10 left')).toBeVisible()

  await signOut(page, /session/)
  await enterPassword(page, email)
  await expect(page).toHaveURL('/user/profile')

  await signOut(page)
  await enterPassword(page, email)
  await page.getByText('Use a recovery code').click()
  await page.getByLabel('Recovery code').fill(recovery.toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user/profile')
  await expect(page.getByText('9 of 10 left')).toBeVisible()
})

test('a passkey signs in alone if it verified the person, after the password otherwise, and not when it is removed', async ({
  browser,
  request
}) => {
  const { email, page } = await newcomer(browser, request, 'Paco Passkey')
  const { setVerified } = await addAuthenticator(page)
  await open(page, '/user/profile/second-factor')
  await page.getByLabel('Name').fill('My laptop')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  const saving = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await expect(saving.getByRole('listitem')).toHaveCount(10)
  await saving.getByRole('link', { name: 'Back to your profile' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'My laptop' })).toContainText('Passkey')

  await signOut(page)
  await open(page, '/login?next=/user/profile')
  await tabTo(page, page.getByRole('button', { name: 'Sign in with a passkey' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user/profile')

  await signOut(page)
  await setVerified(false)
  await enterPassword(page, email)
  await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Use a passkey' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/user/profile')

  await hydrated(page)
  await page.getByRole('button', { name: 'Remove My laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('The passkey is removed.')).toBeVisible()
  await setVerified(true)
  await signOut(page)
  await open(page, '/login?next=/user/profile')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('Your passkey could not be used.')
})

test('removing a passkey is confirmed without JavaScript, too', async ({ browser, request }) => {
  const { context, page } = await newcomer(browser, request, 'Nora Noscript')
  await addAuthenticator(page)
  await open(page, '/user/profile/second-factor')
  await page.getByLabel('Name').fill('My laptop')
  await page.getByRole('button', { name: 'Create a passkey' }).click()
  await expect(page.getByRole('dialog', { name: 'Save your recovery codes' })).toBeVisible()
  const plain = await browser.newContext({ baseURL: process.env['EASEL_URL']!, javaScriptEnabled: false })
  await plain.addCookies(await context.cookies())
  const profile = await plain.newPage()
  await profile.goto('/user/profile')
  await profile.getByRole('button', { name: 'Remove My laptop' }).click()
  await expect(profile.getByRole('region', { name: 'Sign-in and security' })).toContainText('The passkey is removed.')
  await expect(profile.getByRole('button', { name: 'Remove My laptop' })).toHaveCount(0)
})

test('an important change asks again who one is and then goes on, with and without a script', async ({ browser, request }) => {
  const boss = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  await signInAs(boss, 'admin@easel.test')
  const promote = async (id: string) =>
    expect(
      (
        await boss.request.put(`/api/admin/users/${id}/role`, { data: { role: 'admin' }, headers: { origin: process.env['EASEL_URL']! } })
      ).status()
    ).toBe(200)
  const target = await newcomer(browser, request, 'Roland Role')
  const row = (page: Page) => page.getByRole('row').filter({ hasText: target.email })
  const find = `/admin/manage-users?q=${encodeURIComponent(target.email)}`

  const scripted = await newcomer(browser, request, 'Ada Scripted')
  await promote(scripted.id)
  await open(scripted.page, find)
  await row(scripted.page).getByRole('combobox').selectOption('employee')
  const dialog = scripted.page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog.getByLabel('Your password')).toBeFocused()
  await expectAccessible(scripted.page)
  await dialog.getByLabel('Your password').fill('not-this-one')
  await scripted.page.keyboard.press('Enter')
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await scripted.page.keyboard.press('Enter')
  await expect(scripted.page.getByText('Roland Role is now an employee.')).toBeVisible()

  const plain = await newcomer(browser, request, 'Pia Plain', false)
  await promote(plain.id)
  await plain.page.goto(find)
  await row(plain.page).getByRole('combobox').selectOption('client')
  await row(plain.page).getByRole('button', { name: 'Save' }).click()
  await expect(plain.page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await plain.page.getByLabel('Your password').fill(PASSWORD)
  await plain.page.getByRole('button', { name: 'Confirm' }).click()
  await expect(plain.page.getByText('Roland Role is now a client.')).toBeVisible()
})
