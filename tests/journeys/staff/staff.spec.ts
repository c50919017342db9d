import { expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { uniquePicture } from '#tests/support/unique-picture.ts'

async function signIn(page: Page, name: 'artist' | 'admin', path: string): Promise<void> {
  await signInAs(page.context(), `${name}@easel.test`)
  await page.goto(path)
  await expect(page).toHaveURL(path)
  await hydrated(page)
}

const titleOf = (what: string) => `${what} ${Date.now()}-${Math.floor(Math.random() * 1e6)}`

async function createAsset(page: Page, title: string): Promise<void> {
  await page.goto('/create-asset')
  await hydrated(page)
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Tags').fill('heron, , paper ,heron')
  await page.getByLabel('Made by a person').check()
  await page.getByRole('button', { name: 'Create and add a file' }).click()
  await expect(page).toHaveURL(/\/upload-file\/[0-9a-f-]{36}$/)
}

async function uploadPicture(page: Page): Promise<void> {
  await page.locator('input[type=file]').setInputFiles({ name: 'heron.png', mimeType: 'image/png', buffer: await uniquePicture() })
  await expect(page.getByLabel('Resolution')).toHaveValue('900x600')
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('File uploaded successfully!')).toBeVisible()
  await expect(page.getByText('Ready', { exact: true })).toBeVisible({ timeout: 20_000 })
}

const choosePending = async (page: Page, title: string) => {
  await page.getByRole('list', { name: 'Pending' }).getByAltText(title).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
}

test('an artist creates and uploads, an admin approves and rejects, and the wage is in the earnings and the report', async ({
  browser
}) => {
  const [approved, rejected] = [titleOf('Approved heron'), titleOf('Rejected heron')]
  const artist = await (await browser.newContext()).newPage()
  await signIn(artist, 'artist', '/create-asset')
  await artist.getByRole('button', { name: 'Create and add a file' }).click()
  await expect(artist.getByText('Title is required.')).toBeVisible()
  await expect(artist.getByText('Please choose where the picture comes from.')).toBeVisible()
  for (const title of [rejected, approved]) {
    await createAsset(artist, title)
    await uploadPicture(artist)
    await expect(artist.getByRole('main').getByRole('img')).toHaveJSProperty('complete', true)
  }
  expect(await artist.evaluate(() => localStorage.getItem('last_created_asset_id'))).toBe(new URL(artist.url()).pathname.split('/').pop())

  const admin = await (await browser.newContext()).newPage()
  await signIn(admin, 'admin', '/admin/dashboard')
  await choosePending(admin, rejected)
  await admin.keyboard.press('r')
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('The quality is too low').check()
  await dialog.getByRole('textbox').fill('Please send a larger one.')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(admin.getByRole('heading', { name: rejected })).toBeHidden()
  await admin.reload()
  await hydrated(admin)
  await choosePending(admin, approved)
  await admin.keyboard.press('a')
  await expect(admin.getByRole('heading', { name: approved })).toBeHidden()

  await artist.goto('/employee/earnings')
  await expect(artist.getByRole('row', { name: approved })).toContainText(/approved.*\$\d+\.\d\d/)
  await artist.goto('/assets')
  await hydrated(artist)
  await artist.getByLabel('Search my assets').fill(rejected)
  await expect(artist).toHaveURL(/search=Rejected/)
  const card = artist.getByRole('main').getByRole('listitem').filter({ hasText: rejected })
  await expect(card).toContainText('The quality is too low. Please send a larger one.')
  await card.getByRole('button', { name: 'Delete' }).click()
  await artist.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(artist.getByText(/Nothing matches/)).toBeVisible()

  await admin.goto('/admin/reports')
  await expect(admin.getByRole('heading', { name: 'Project Growth (last 12 months)' })).toBeVisible()
  await expect(admin.locator('.recharts-line')).toHaveCount(3)
  await expect(admin.getByText('Employee Wages').locator('..')).not.toContainText('$0.00')
})

test('a wrong file is refused next to the form, and an unknown asset has no form', async ({ page }) => {
  await signIn(page, 'artist', '/create-asset')
  await createAsset(page, titleOf('Empty nest'))
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByText('Please select a file.')).toBeVisible()
  await page.locator('input[type=file]').setInputFiles({ name: 'fox.png', mimeType: 'image/png', buffer: Buffer.from('no picture') })
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('This kind of file is not accepted.')
  const answer = await page.goto('/upload-file/00000000-0000-4000-8000-000000000000')
  expect(answer?.status()).toBe(404)
  await expect(page.getByText('⚠️ No asset found. Please create an asset first.')).toBeVisible()
})

test('Create Asset without a session says so and keeps what was typed; the new asset is the default of Upload File', async ({ page }) => {
  await signIn(page, 'artist', '/create-asset')
  await page.evaluate(() => localStorage.removeItem('last_created_asset_id'))
  await page.goto('/upload-file')
  await expect(page.getByText('⚠️ No asset found. Please create an asset first.')).toBeVisible()
  await page.goto('/create-asset')
  await hydrated(page)
  const title = titleOf('Patient heron')
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Category').selectOption('vector')
  await page.getByLabel('AI-assisted').check()
  await page.context().clearCookies()
  await page.getByRole('button', { name: 'Create and add a file' }).click()
  await expect(page.getByText('Please log in first.')).toBeVisible()
  await expect(page).toHaveURL('/create-asset')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.getByLabel('Email', { exact: true }).fill('artist@easel.test')
  await page.getByLabel('Password', { exact: true }).fill('easel-demo')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/create-asset')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByLabel('Category')).toHaveValue('vector')
  await expect(page.getByLabel('AI-assisted')).toBeChecked()
  await page.getByRole('button', { name: 'Create and add a file' }).click()
  await expect(page).toHaveURL(/\/upload-file\/[0-9a-f-]{36}$/)
  const created = page.url()
  expect(await page.evaluate(() => localStorage.getItem('last_created_asset_id'))).toBe(new URL(created).pathname.split('/').pop())
  await page.goto('/upload-file')
  await expect(page).toHaveURL(created)
  await expect(page.getByText(`For “${title}”.`)).toBeVisible()
})

test('My Assets filters by status, within a search, and keeps the filter in the address', async ({ page }) => {
  await signIn(page, 'artist', '/create-asset')
  const title = titleOf('Filtered heron')
  await createAsset(page, title)
  await page.goto(`/assets?search=${encodeURIComponent(title)}`)
  await hydrated(page)
  const tabs = page.getByRole('navigation', { name: 'Status' })
  await expect(tabs.getByRole('link')).toHaveText(['All (1)', 'Pending (1)', 'Approved (0)', 'Rejected (0)'])
  await tabs.getByRole('link', { name: 'Approved' }).click()
  await expect(page).toHaveURL(/status=approved/)
  await expect(page.getByText('Nothing matches')).toBeVisible()
  await expect(page.getByLabel('Search my assets')).toHaveValue(title)
  await tabs.getByRole('link', { name: 'Pending' }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByLabel('Search my assets').fill(`${title} x`)
  await expect(page).toHaveURL(/status=pending/)
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('a wage rule is edited with its category locked, and an invalid amount is refused', async ({ page }) => {
  await signIn(page, 'admin', '/admin/wage-rules')
  await page.getByRole('link', { name: 'Edit logo' }).click()
  await expect(page.getByLabel('Category')).toBeDisabled()
  await page.getByLabel('Wage').fill('-1')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Please enter a valid non-negative number for Wage.')).toBeVisible()
  await page.getByRole('link', { name: 'Cancel edit' }).click()
  await expect(page.getByLabel('Category')).toBeEnabled()
  await page.getByRole('link', { name: 'Edit logo' }).click()
  await expect(page.getByLabel('Category')).toBeDisabled()
  await page.getByLabel('Wage').fill('15.25')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Rule updated.')).toBeVisible()
  await expect(page.getByRole('row', { name: /logo/ })).toContainText('$15.25')
})

test('a report with an invalid range shows an error and keeps what was typed', async ({ page }) => {
  await signIn(page, 'admin', '/admin/reports')
  await page.getByLabel('Start').fill('2026-05-01')
  await page.getByLabel('End').fill('2026-04-01')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toContainText('End must be after start.')
  await expect(page.getByLabel('Start')).toHaveValue('2026-05-01')
})

test('staff pages do not scroll sideways on a phone', async ({ browser }) => {
  const pagesOf = [
    ['artist', ['/employee/dashboard', '/create-asset', '/assets', '/employee/earnings']],
    ['admin', ['/admin/dashboard', '/admin/review', '/all-assets', '/admin/reports', '/admin/wage-rules']]
  ] as const
  for (const [who, paths] of pagesOf) {
    const page = await (await browser.newContext({ viewport: { width: 360, height: 740 } })).newPage()
    await signIn(page, who, paths[0])
    for (const path of paths) {
      await page.goto(path)
      expect([path, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([path, 360])
    }
  }
})
