import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode, mailedText } from '#tests/support/browser/mailbox.ts'

const PASSWORD = 'Easel-Own-1'
const fresh = (name: string) => `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })

/** Waits until React has hydrated the forms. */
const open = async (page: Page, address: string) => {
  await page.goto(address)
  await hydrated(page)
}

/** Creates a user who has just signed in with the password through `request`. */
async function member(request: APIRequestContext): Promise<string> {
  const email = fresh('own')
  await request.post('/api/auth/register', { data: { name: 'Olga Own', email, password: PASSWORD } })
  await request.post('/api/auth/verify-email', { data: { email, code: await mailedCode(request, email) } })
  const headers = { origin: process.env['EASEL_URL']! }
  expect((await request.post('/api/auth/login', { headers, data: { email, password: PASSWORD } })).status()).toBe(200)
  return email
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
}

test('an email address is changed with a code, and the link to the old address undoes it', async ({ page, browser }) => {
  const old = await member(page.request)
  const email = fresh('own-new')
  await open(page, '/user/profile')
  await main(page).getByLabel('New email').fill(email)
  await button(page, 'Send code').click()
  await expect(main(page).getByText(`We emailed a code to ${email}.`)).toBeVisible()
  await expectAccessible(page)
  await main(page)
    .getByLabel('Code')
    .fill(await mailedCode(page.request, email))
  await expect(main(page).getByRole('definition').filter({ hasText: email })).toBeVisible()

  const [, token] = /\/undo-email\?token=([\w-]+)/.exec(await mailedText(page.request, old, /was changed/)) ?? []
  const visitor = await (await browser.newContext()).newPage()
  await open(visitor, `/undo-email?token=${token}`)
  await expectAccessible(visitor)
  await button(visitor, 'Undo the change').click()
  await expect(visitor.getByText('Your account has its old email address again.', { exact: false })).toBeVisible()
  await expect(visitor.getByRole('link', { name: 'Reset your password' })).toHaveAttribute('href', /^\/forgot-password/)
  expect((await visitor.request.post('/api/auth/login', { data: { email: old, password: PASSWORD } })).status()).toBe(200)
  expect(await mailedText(page.request, old, /this email again/)).toContain('/reset-password?token=')
  await visitor.context().close()
})

test('people get a copy of their data and delete their account', async ({ page }) => {
  const email = await member(page.request)
  await open(page, '/user/data')
  await expectAccessible(page)
  await button(page, 'Prepare my data').click()
  await expect(main(page).getByText('We are preparing a copy of your data.', { exact: false })).toBeVisible()
  const [link] = /http\S+\/api\/privacy\/exports\/\S+/.exec(await mailedText(page.request, email, /Your data/)) ?? []
  const zip = await page.request.get(link!.replaceAll('&amp;', '&'))
  expect([zip.status(), zip.headers()['content-type']]).toEqual([200, 'application/zip'])
  expect((await zip.body()).subarray(0, 2).toString()).toBe('PK')

  await main(page).getByLabel(`Type ${email} to confirm`).fill('someone@example.com')
  await button(page, 'Delete my account').click()
  await expect(main(page).getByText(`Please type ${email}.`)).toBeVisible()
  await main(page).getByLabel(`Type ${email} to confirm`).fill(email)
  await button(page, 'Delete my account').click()
  await expect(page.getByText('Your account was deleted.')).toBeVisible()
  expect((await page.request.get('/api/auth/check')).status()).toBe(401)
})

test('without JavaScript and without an account, people delete what is stored about their address', async ({ browser, request }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const email = fresh('nobody')
  await page.goto('/privacy')
  await main(page).getByLabel('Your email').fill(email)
  await main(page).getByLabel('What do you ask for?').selectOption('delete')
  await button(page, 'Email me a link').click()
  await expect(page.getByText('an email with the next step is on its way', { exact: false })).toBeVisible()
  const [link] = /\/privacy\/requests\/[\w-]+/.exec(await mailedText(request, email, /Delete your data/)) ?? []
  await page.goto(link!)
  await button(page, 'Delete my data').click()
  await expect(page.getByText('Your data has been deleted.')).toBeVisible()
  await page.goto(link!)
  await expect(page.getByText('This link no longer works.')).toBeVisible()
  await context.close()
})
