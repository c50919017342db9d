import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import sharp from 'sharp'
import { startBoss } from '#platform/server/index.ts'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { approvedAsset, openedBy, pendingAsset } from '#tests/support/browser/approved-asset.ts'
import { findByPicture } from '#tests/support/browser/find-by-picture.ts'
import { test } from '#tests/support/browser/journey.ts'
import { uniquePicture } from '#tests/support/unique-picture.ts'

const NOTICE = `Copyrighted work: My heron of 2019

Name: Grace Hopper
Address: 1 Main Street
Oakland, CA 94607
Email: grace@example.com`

/** Moves the counter-notice about this asset so that it returns in so many days (California), and no other. */
async function moveReturn(asset_id: string, days: number): Promise<void> {
  const database = new pg.Client({ connectionString: process.env['EASEL_DATABASE_URL']! })
  await database.connect()
  const { rowCount } = await database.query(
    `with moved as (select (now() at time zone 'America/Los_Angeles')::date + $2::int as day)
     update claims.claim set restores_on = moved.day, countered_at = countered_at + (moved.day - restores_on) * interval '1 day'
     from moved where asset_id = $1 and state = 'countered'`,
    [asset_id, days]
  )
  await database.end()
  expect(rowCount).toBe(1)
}

/** Runs the job that restores assets, and waits until it is done. */
async function runRestore(): Promise<void> {
  const boss = await startBoss(process.env['EASEL_DATABASE_URL']!, { quiet: true, onError: console.error })
  const id = await boss.send('claims.restore', {})
  await expect
    .poll(async () => (await boss.findJobs('claims.restore', { id: id! })).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(['completed'])
  await boss.stop({ graceful: false })
}

/** The whole page is accessible and does not scroll sideways on a narrow phone. */
async function check(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize(size)
}

async function sendReport(visitor: Page, asset_id: string): Promise<void> {
  await visitor.goto(`/assets/${asset_id}`)
  await visitor.getByRole('link', { name: 'Report this asset' }).click()
  await visitor.waitForURL(`/report/${asset_id}`)
  await visitor.waitForLoadState('networkidle')
  await visitor.getByText('Have you already written a notice? Paste it here.').click()
  await visitor.getByLabel('Your notice').fill(NOTICE)
  await visitor.getByRole('button', { name: 'Fill in the form' }).click()
  await expect(visitor.getByText('4 fields filled in.')).toBeVisible()
  await visitor.getByRole('button', { name: 'Send report' }).click()
  await expect(visitor.getByText('Please confirm that you believe in good faith that this use is not authorized.')).toBeVisible()
  await expect(visitor.getByLabel('Postal address')).toHaveValue('1 Main Street\nOakland, CA 94607')
  await check(visitor)
  await visitor.getByLabel('What is it about?').selectOption('copyright')
  await visitor.getByLabel('Whose rights?').selectOption('owner')
  await visitor.getByLabel(/^I believe in good faith/).check()
  await visitor.getByLabel(/^This report is accurate/).check()
  await visitor.getByLabel('Signature').fill('Grace Hopper')
  await visitor.getByRole('button', { name: 'Send report' }).click()
  await expect(visitor.getByText('We received your report.')).toBeVisible()
}

test('a claim runs from the report over the decision and the counter-notice to the restoration', async ({ browser }) => {
  test.setTimeout(180_000)
  const title = `Claimed heron ${Date.now()}`
  const [artist, admin, visitor] = await Promise.all([
    openedBy(browser, 'artist@easel.test'),
    openedBy(browser, 'admin@easel.test'),
    openedBy(browser)
  ])
  const picture = await uniquePicture()
  const asset_id = await approvedAsset(artist, admin, title, picture)
  // Works in any status are found.
  const twin = `Pending twin ${Date.now()}`
  await pendingAsset(artist, twin, await sharp(picture).resize(450).png().toBuffer())
  await sendReport(visitor, asset_id)
  await check(visitor)

  await admin.goto(`/admin/claims?q=${encodeURIComponent(title)}`)
  await check(admin)
  await admin.getByRole('link', { name: title }).click()
  await expect(admin.getByRole('heading', { name: 'The claim', exact: true })).toBeVisible()
  await admin.waitForLoadState('networkidle')
  await findByPicture(admin, { found: twin, own: title })
  await admin.keyboard.press('u')
  await expect(admin.getByLabel('Message')).toBeFocused()
  await admin.keyboard.type('Line for line the same.')
  await admin.getByRole('button', { name: 'Preview the emails' }).click()
  await expect(admin.getByText(/^The artist, .*: Your work was taken off sale/)).toBeVisible()
  await check(admin)
  await expect(admin.getByRole('button', { name: 'Uphold and take off sale' })).toBeVisible()
  await admin.getByLabel('Message').press('Control+Enter')
  await expect(admin.getByText('Upheld', { exact: true })).toBeVisible()
  await expect.poll(async () => (await visitor.request.get(`/assets/${asset_id}`)).status(), { timeout: 2000 }).toBe(410)
  await visitor.reload()
  await expect(visitor.getByText('Upheld', { exact: true })).toBeVisible()

  await artist.goto(`/assets?search=${encodeURIComponent(title)}`)
  await artist.getByRole('link', { name: /^CL-/ }).click()
  await expect(artist.getByText('Line for line the same.')).toBeVisible()
  await artist.waitForLoadState('networkidle')
  await artist.getByLabel('Postal address').fill('12 Analytical Way, Oakland, CA')
  await artist.getByLabel(/^Under penalty of perjury/).check()
  await artist.getByLabel(/^I consent/).check()
  await artist.getByLabel('Signature').fill('Ada Artist')
  await check(artist)
  await artist.getByRole('button', { name: 'Send counter-notice' }).click()
  await expect(artist.getByText(/^Your counter-notice was sent\. Your work returns on /)).toBeVisible()

  await moveReturn(asset_id, 1)
  await runRestore()
  expect((await visitor.request.get(`/assets/${asset_id}`)).status()).toBe(410)
  await moveReturn(asset_id, 0)
  await runRestore()
  await expect.poll(async () => (await visitor.request.get(`/assets/${asset_id}`)).status(), { timeout: 2000 }).toBe(200)
  await visitor.reload()
  await expect(visitor.getByText('Restored', { exact: true })).toBeVisible()
})

test('a report without JavaScript keeps what was typed, and is found and withdrawn by its link', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/')
  const asset = await page.locator('main a[href^="/assets/"]').first().getAttribute('href')
  await page.goto('/report')
  await page.getByLabel('Address of the asset').fill(`https://easel.example${asset}`)
  await page.getByLabel('What is it about?').selectOption('trademark')
  await page.getByLabel('Full name').fill('Ann')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Please enter your postal address.')).toBeVisible()
  await expect(page.getByLabel('Full name')).toHaveValue('Ann')
  await page.getByLabel('Whose rights?').selectOption('agent')
  await page.getByLabel('Email').fill('ann@example.com')
  await page.getByLabel('Postal address').fill('1 Main Street')
  await page.getByLabel('What does the asset infringe?').fill('My trademark')
  await page.getByLabel(/^I believe in good faith/).check()
  await page.getByLabel(/^This report is accurate/).check()
  await page.getByLabel('Signature').fill('Ann')
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('We received your report.')).toBeVisible()
  await page.getByText('Withdraw this report').click()
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible()
  await context.close()
})
