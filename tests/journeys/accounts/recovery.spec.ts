import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode, mailedText } from '#tests/support/browser/mailbox.ts'

const OLD = 'easel-forgotten'
const NEW = 'Easel-Remembered-1'

const newcomer = () => `forgetful-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
const sentence = (email: string, what: string) =>
  `If an account exists for ${email}, a ${what} has been sent. Check your inbox and spam folder.`
const open = async (page: Page, address: string) => {
  await page.goto(address)
  await hydrated(page)
}
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name })

/** Creates an account whose owner is signed in through `request`. */
async function member(request: APIRequestContext): Promise<string> {
  const email = newcomer()
  await request.post('/api/auth/register', { data: { name: 'Forgetful Fay', email, password: OLD } })
  const answer = await request.post('/api/auth/verify-email', { data: { email, code: await mailedCode(request, email) } })
  expect(answer.status()).toBe(200)
  return email
}

/** Returns the path in the newest reset email's link. */
async function mailedLink(request: APIRequestContext, email: string): Promise<string> {
  const text = await mailedText(request, email, /new password/)
  const [link] = /\/reset-password\?token=[\w-]+/.exec(text) ?? []
  expect(link).toBeTruthy()
  return link!
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
}

test('requesting a username reminder sends an email, and the countdown survives a reload', async ({ page, request }) => {
  const email = await member(request)
  await page.clock.install()
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot username?' }).click()
  await expect(button(page, 'Send reminder')).toBeDisabled()
  await page.getByLabel('Email').fill('fay@example')
  await page.getByLabel('Email').blur()
  await expect(page.getByText('Please enter a valid email.')).toBeVisible()
  await page.getByLabel('Email').fill(` ${email.toUpperCase()} `)
  await button(page, 'Send reminder').click()
  await expect(page.getByText(sentence(email, 'reminder'))).toBeVisible()
  await expect(button(page, /^Resend in \d+ s$/)).toBeDisabled()
  await page.reload()
  await hydrated(page)
  await expect(page.getByText(sentence(email, 'reminder'))).toBeVisible()
  await expect(button(page, /^Resend in \d+ s$/)).toBeDisabled()
  await expectAccessible(page)
  expect(await mailedText(request, email, /sign in/i)).toContain(email)
  await page.clock.fastForward(20_000)
  await expect(button(page, /^Resend in \d s$/)).toBeDisabled()
  await page.clock.fastForward(10_000)
  await expect(button(page, /^Resend$/)).toBeEnabled()
  await button(page, /^Resend$/).click()
  await expect(button(page, /^Resend in \d+ s$/)).toBeDisabled()
  await page.getByRole('link', { name: 'Use another address' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('the emailed link sets a new password and ends every session', async ({ page, request, browser }) => {
  const email = await member(request)
  expect((await request.get('/api/auth/check')).status()).toBe(200)
  await open(page, '/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect(page).toHaveURL('/forgot-password')
  await page.getByLabel('Email').fill(email)
  await button(page, 'Send reset link').click()
  await expect(page.getByText(sentence(email, 'reset link'))).toBeVisible()
  await expect(button(page, /^Resend in \d+ s$/)).toBeDisabled()
  const link = await mailedLink(request, email)

  await open(page, link)
  const submit = button(page, 'Reset password')
  await expect(submit).toBeDisabled()
  await page.getByLabel('New password', { exact: true }).fill('short')
  await expect(page.getByText('Strength: Weak')).toBeVisible()
  await page.getByLabel('Confirm new password').fill('shirt')
  await expect(page.getByText('Password must be at least 6 characters.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await expect(page.getByText('Strength: Strong')).toBeVisible()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await expect(submit).toBeDisabled()
  await page.getByLabel('Confirm new password').fill(NEW)
  await expect(page.getByText('Passwords do not match.')).toHaveCount(0)
  await expectAccessible(page)
  await submit.click()
  await expect(page.getByText('Your password has been reset.')).toBeVisible()
  await expect(submit).toBeDisabled()
  await expect(page.getByLabel('New password', { exact: true })).toBeDisabled()
  await expectAccessible(page)
  expect((await request.get('/api/auth/check')).status()).toBe(401)

  const other = await browser.newPage({ baseURL: process.env['EASEL_URL']! })
  await open(other, link)
  await other.getByLabel('New password', { exact: true }).fill(NEW)
  await other.getByLabel('Confirm new password').fill(NEW)
  await button(other, 'Reset password').click()
  await expect(other.getByText('Invalid or missing reset token.')).toBeVisible()
  await expect(other.getByRole('link', { name: 'Request a new link' })).toHaveAttribute('href', '/forgot-password')
  await other.close()

  await page.getByRole('link', { name: 'Return to Login' }).click()
  await hydrated(page)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(NEW)
  await button(page, 'Log in').click()
  await expect(page).toHaveURL('/user/dashboard')
  expect(await mailedText(request, email, /password was reset/)).toContain('reset')
})

test('a misspelled email provider is corrected with one click', async ({ page }) => {
  await open(page, '/forgot-username')
  await page.getByLabel('Email').fill('fay@gmial.con')
  await page.getByRole('button', { name: 'fay@gmail.com' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('fay@gmail.com')
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByText('Did you mean')).toHaveCount(0)
})

test('a confirmation that no longer matches shows an error when the other field loses focus', async ({ page }) => {
  await open(page, '/reset-password?token=whatever')
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm new password').fill(NEW)
  await expect(button(page, 'Reset password')).toBeEnabled()
  await page.getByLabel('New password', { exact: true }).fill(`${NEW}!`)
  await expect(button(page, 'Reset password')).toBeDisabled()
  await page.getByLabel('New password', { exact: true }).blur()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await expect(page.getByText('Passwords do not match.')).toHaveCount(0)
  await expect(button(page, 'Reset password')).toBeEnabled()
})

test('if the server cannot be reached, each page shows its own message', async ({ page, context }) => {
  await open(page, '/forgot-username')
  await page.getByLabel('Email').fill('fay@example.com')
  await context.setOffline(true)
  await button(page, 'Send reminder').click()
  await expect(page.getByText('We couldn’t send the reminder. Please try again.')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue('fay@example.com')
  await context.setOffline(false)
  await open(page, '/reset-password?token=whatever')
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Confirm new password').fill(NEW)
  await context.setOffline(true)
  await button(page, 'Reset password').click()
  await expect(page.getByText('Password reset failed')).toBeVisible()
})

test('without a token the page is locked and offers a new link; it is not cached and sends no referrer to other sites', async ({
  page
}) => {
  const answer = await page.goto('/reset-password')
  expect(answer?.headers()).toMatchObject({ 'cache-control': 'private, no-store', 'referrer-policy': 'same-origin' })
  await expect(page.getByText('Invalid or missing reset token.')).toBeVisible()
  await expect(button(page, 'Reset password')).toBeDisabled()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(page).toHaveURL('/forgot-password')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a user can request a link, sees errors, resets the password, and signs in', async ({ page, request }) => {
    const email = await member(request)
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill('fay')
    await button(page, 'Send reset link').click()
    await expect(page.getByText('Please enter a valid email.')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('fay')
    await page.getByLabel('Email').fill(email)
    await button(page, 'Send reset link').click()
    await expect(page.getByText(sentence(email, 'reset link'))).toBeVisible()

    await page.goto(await mailedLink(request, email))
    await page.getByLabel('New password', { exact: true }).fill(NEW)
    await page.getByLabel('Confirm new password').fill('another')
    await button(page, 'Reset password').click()
    await expect(page.getByText('Passwords do not match.')).toBeVisible()
    await page.getByLabel('New password', { exact: true }).fill(NEW)
    await page.getByLabel('Confirm new password').fill(NEW)
    await button(page, 'Reset password').click()
    await expect(page.getByText('Your password has been reset.')).toBeVisible()
    await page.getByRole('link', { name: 'Return to Login' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(NEW)
    await button(page, 'Log in').click()
    await expect(page).toHaveURL('/user/dashboard')
  })
})
