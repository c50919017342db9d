import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode, mailedText } from '#tests/support/browser/mailbox.ts'

const PASSWORD = 'Easel-Profile-1'
const AMBER = '#f2a30f'

/** Waits until React has hydrated the forms. */
const open = async (page: Page, address: string) => {
  await page.goto(address)
  await hydrated(page)
}
const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name })
const accent = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue('--accent').trim())

/** Creates a user who is signed in through `request`. */
async function member(request: APIRequestContext): Promise<string> {
  const email = `profile-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`
  await request.post('/api/auth/register', { data: { name: 'Paula Profile', email, password: PASSWORD } })
  const answer = await request.post('/api/auth/verify-email', { data: { email, code: await mailedCode(request, email) } })
  expect(answer.status()).toBe(200)
  return email
}

/** Signs the same user in with a separate browser. */
async function elsewhere(browser: Browser, email: string, password = PASSWORD): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  const answer = await context.request.post('/api/auth/login', { data: { email, password } })
  expect(answer.status()).toBe(200)
  return context.newPage()
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
}

test('a visitor sees what the page offers, and no call fails', async ({ page }) => {
  const refused: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
  await page.goto('/user/profile', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { name: 'Profile' })).toBeVisible()
  expect(refused).toEqual([])
  await expectAccessible(page)
  await main(page).getByRole('link', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/login?next=%2Fuser%2Fprofile')
})

test('the name can be saved, shows in the navigation immediately, and an invalid one shows an error', async ({ page }) => {
  await member(page.request)
  await open(page, '/user/profile')
  await main(page).getByLabel('Name', { exact: true }).fill('  ')
  await button(page, 'Save name').click()
  await expect(page.getByText('Please enter your name.')).toBeVisible()
  await main(page).getByLabel('Name', { exact: true }).fill('Paula Prime')
  await button(page, 'Save name').click()
  await expect(page.getByText('Your name is saved.')).toBeVisible()
  await expect(page.getByRole('banner').getByText('Paula Prime').first()).toBeAttached()
  await page.reload()
  await expect(main(page).getByLabel('Name', { exact: true })).toHaveValue('Paula Prime')
})

test('the accent color is previewed, can be saved, and persists after a reload and in another browser', async ({ page, browser }) => {
  const email = await member(page.request)
  await open(page, '/user/profile')
  expect(await accent(page)).toBe('#00b4d8')
  await button(page, 'Amber').click()
  await expect.poll(() => accent(page)).toBe(AMBER)
  await button(page, 'Cancel').click()
  await expect.poll(() => accent(page)).toBe('#00b4d8')
  await button(page, 'Amber').click()
  await button(page, 'Save color').click()
  await expect(page.getByText('Your accent color is saved.')).toBeVisible()
  await page.goto('/')
  expect(await accent(page)).toBe(AMBER)
  expect(await page.evaluate(() => localStorage.getItem('brandColor') ?? sessionStorage.getItem('brandColor'))).toBe(AMBER)

  const other = await elsewhere(browser, email)
  await other.goto('/')
  expect(await accent(other)).toBe(AMBER)
  await other.context().close()

  await open(page, '/user/profile')
  await main(page).getByLabel('Color', { exact: true }).fill('nonsense')
  await button(page, 'Save color').click()
  await expect(page.getByText('Please choose a color such as #00b4d8.')).toBeVisible()
  await main(page).getByLabel('Color', { exact: true }).fill('F0F')
  await expect.poll(() => accent(page)).toBe('#ff00ff')
  await page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL('/user/dashboard')
  await expect.poll(() => accent(page)).toBe(AMBER)
  await open(page, '/user/profile')
  await button(page, 'Reset to default').click()
  await expect.poll(() => accent(page)).toBe('#00b4d8')
  await expect(main(page).getByLabel('Color', { exact: true })).toHaveValue('#00b4d8')
})

for (const color of ['#ffffff', '#000000', '#ffff00'])
  for (const colorScheme of ['light', 'dark'] as const)
    test(`all text stays readable with ${color} in ${colorScheme} mode`, async ({ browser }) => {
      const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, colorScheme, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await member(context.request)
      await open(page, '/user/profile')
      await main(page).getByLabel('Color', { exact: true }).fill(color)
      await expect.poll(() => accent(page)).toBe(color)
      await expectAccessible(page)
      await context.close()
    })

test('the picture can be uploaded, shows in the navigation, can be replaced, and can be removed after a confirmation; invalid files are refused', async ({
  page
}) => {
  const picture = (background: string) =>
    sharp({ create: { width: 300, height: 200, channels: 3, background } })
      .png()
      .toBuffer()
  await member(page.request)
  await open(page, '/user/profile')
  const choose = async (name: string, mimeType: string, buffer: Buffer) => {
    await expect(main(page).locator('input[type=file]')).toBeEnabled()
    await main(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  }
  const inBar = page.getByRole('banner').locator('img[src^="/avatars/"]').first()
  await choose('me.png', 'image/png', await picture('#cc3300'))
  await expect(page.getByText('Your picture is saved.')).toBeVisible()
  await expect(inBar).toBeVisible()
  const first = await inBar.getAttribute('src')
  await choose('me.png', 'image/png', await picture('#0033cc'))
  await expect(inBar).not.toHaveAttribute('src', first!)
  const second = await inBar.getAttribute('src')

  await choose('me.txt', 'text/plain', Buffer.from('hello'))
  await expect(page.getByText('Please choose a PNG, JPEG or WEBP picture.')).toBeVisible()
  await choose('me.png', 'image/png', Buffer.from('not a picture at all'))
  await expect(page.getByText('Please choose a PNG, JPEG or WEBP picture.')).toBeVisible()
  await choose('large.png', 'image/png', Buffer.alloc(5 * 1024 * 1024 + 1))
  await expect(page.getByText('The picture is larger than 5 MB.')).toBeVisible()
  await expect(inBar).toHaveAttribute('src', second!)

  await button(page, 'Remove picture').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).click()
  await expect(inBar).toBeVisible()
  await button(page, 'Remove picture').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByText('Your picture is removed.')).toBeVisible()
  await expect(inBar).toHaveCount(0)
  await expect(button(page, 'Remove picture')).toHaveCount(0)
})

test('changing the password signs out other devices but not this one, and sends an email', async ({ page, browser }) => {
  const email = await member(page.request)
  const other = await elsewhere(browser, email)
  await open(page, '/user/profile')
  await button(page, 'Change password').click()
  await expect(page.getByText('Please enter your current password.')).toBeVisible()
  await main(page).getByLabel('Current password', { exact: true }).fill('guessed')
  await main(page).getByLabel('New password', { exact: true }).fill('Easel-Profile-2')
  await main(page).getByLabel('Confirm new password').fill('Easel-Profile-3')
  await button(page, 'Change password').click()
  await expect(page.getByText('Passwords do not match.')).toBeVisible()
  await main(page).getByLabel('Confirm new password').fill('Easel-Profile-2')
  await button(page, 'Change password').click()
  await expect(page.getByText('This is not your current password.')).toBeVisible()
  await expect(main(page).getByLabel('New password', { exact: true })).toHaveValue('Easel-Profile-2')
  await main(page).getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await button(page, 'Change password').click()
  await expect(page.getByText('Your password is changed. Every other device is signed out.')).toBeVisible()
  await expect(main(page).getByLabel('Current password', { exact: true })).toHaveValue('')
  await page.reload()
  await expect(main(page).getByLabel('Name', { exact: true })).toBeVisible()
  await other.goto('/client/licenses')
  await expect(other).toHaveURL(/\/login/)
  await other.context().close()
  expect(await mailedText(page.request, email, /password was changed/)).toContain('Every other device was signed out.')
  await (await elsewhere(browser, email, 'Easel-Profile-2')).context().close()
})

test('with the password, one session can be ended, then all others, then the current one', async ({ page, browser }) => {
  const email = await member(page.request)
  const others = [await elsewhere(browser, email), await elsewhere(browser, email), await elsewhere(browser, email)]
  await open(page, '/user/profile')
  const rows = main(page).getByRole('listitem').filter({ hasText: 'Signed in' })
  const dialog = page.getByRole('dialog')
  const confirm = async (password: string) => {
    await dialog.getByLabel('Current password', { exact: true }).fill(password)
    await dialog.getByRole('button', { name: 'Sign out' }).click()
  }
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('This device')
  await rows.nth(1).getByRole('button').click()
  await expectAccessible(page)
  await confirm('guessed')
  await expect(dialog.getByText('This is not your current password.')).toBeVisible()
  await confirm(PASSWORD)
  await expect(rows).toHaveCount(3)
  await expect(dialog).toHaveCount(0)
  await button(page, 'Sign out everywhere else').click()
  await confirm(PASSWORD)
  await expect(rows).toHaveCount(1)
  for (const other of others) {
    await other.goto('/client/licenses')
    await expect(other).toHaveURL(/\/login/)
    await other.context().close()
  }
  await rows.first().getByRole('button').click()
  await confirm(PASSWORD)
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' }).first()).toBeVisible()
})

test('if the server cannot be reached, nothing typed is lost', async ({ page, context }) => {
  await member(page.request)
  await open(page, '/user/profile')
  await main(page).getByLabel('Name', { exact: true }).fill('Paula Offline')
  await context.setOffline(true)
  await button(page, 'Save name').click()
  await expect(page.getByText('This could not be saved. Please try again.')).toBeVisible()
  await expect(main(page).getByLabel('Name', { exact: true })).toHaveValue('Paula Offline')
  await context.setOffline(false)
  await button(page, 'Save name').click()
  await expect(page.getByText('Your name is saved.')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('name, color, and password can be changed', async ({ page }) => {
    await member(page.request)
    await page.goto('/user/profile')
    await main(page).getByLabel('Name', { exact: true }).fill('Paula Plain')
    await button(page, 'Save name').click()
    await expect(page.getByText('Your name is saved.')).toBeVisible()
    await main(page).getByLabel('Color', { exact: true }).fill('nonsense')
    await button(page, 'Save color').click()
    await expect(page.getByText('Please choose a color such as #00b4d8.')).toBeVisible()
    await expect(main(page).getByLabel('Color', { exact: true })).toHaveValue('nonsense')
    await main(page).getByLabel('Color', { exact: true }).fill(AMBER)
    await button(page, 'Save color').click()
    await expect(page.getByText('Your accent color is saved.')).toBeVisible()
    await main(page).getByLabel('Current password', { exact: true }).fill(PASSWORD)
    await main(page).getByLabel('New password', { exact: true }).fill('Easel-Profile-2')
    await main(page).getByLabel('Confirm new password').fill('Easel-Profile-2')
    await button(page, 'Change password').click()
    await expect(page.getByText('Your password is changed.')).toBeVisible()
  })
})

test('news can be chosen and ended on the profile, with and without a script', async ({ page, browser }) => {
  const email = await member(page.request)
  await open(page, '/user/profile')
  const news = page.getByRole('region', { name: 'News by email' })
  const box = news.getByRole('checkbox', { name: 'Tell me about new free assets' })
  await expect(box).not.toBeChecked()
  await box.check()
  await news.getByRole('button', { name: 'Save choice' }).click()
  await expect(page.getByText('We will email you news.')).toBeVisible()
  await expect(news.getByText('You agreed on')).toBeVisible()
  await page.reload()
  await expect(box).toBeChecked()
  await expectAccessible(page)

  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, javaScriptEnabled: false })
  await context.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  const plain = await context.newPage()
  await plain.goto('/user/profile')
  const there = plain.getByRole('region', { name: 'News by email' })
  await there.getByRole('checkbox').uncheck()
  await there.getByRole('button', { name: 'Save choice' }).click()
  await expect(there.getByText('You will get no news from us.')).toBeVisible()
  await expect(there.getByRole('checkbox')).not.toBeChecked()
  await context.close()
})
