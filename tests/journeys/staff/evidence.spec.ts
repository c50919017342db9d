import { type Browser, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { openedBy, ownHeaders } from '#tests/support/browser/approved-asset.ts'
import { findByPicture } from '#tests/support/browser/find-by-picture.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'
import { uniquePicture } from '#tests/support/unique-picture.ts'

const titleOf = (what: string) => `${what} ${Date.now()}-${Math.floor(Math.random() * 1e6)}`

/** The whole page is accessible and does not scroll sideways on a narrow phone. */
async function check(page: Page): Promise<void> {
  expect(await violationsOn(page)).toEqual([])
  const size = page.viewportSize()!
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  await page.setViewportSize(size)
}

const isReady = (artist: Page, file_id: string) =>
  expect
    .poll(async () => ((await (await artist.request.get(`/api/uploads/${file_id}/progress`)).json()) as { status: string }).status)
    .toBe('ready')

/** Creates a pending asset with a processed picture through the API. Returns its id. */
async function uploaded(artist: Page, title: string, picture?: Buffer): Promise<string> {
  const headers = ownHeaders()
  const made = await artist.request.post('/api/assets', { headers, data: { title, category: 'icon', tags: ['heron', 'reed'] } })
  const { asset_id } = (await made.json()) as { asset_id: string }
  const file = { name: 'heron.png', mimeType: 'image/png', buffer: picture ?? (await uniquePicture()) }
  const sent = await artist.request.post('/api/uploads/upload-file', { headers, multipart: { asset_id, file } })
  await isReady(artist, ((await sent.json()) as { id: string }).id)
  return asset_id
}

const people = (browser: Browser) => Promise.all([openedBy(browser, 'artist@easel.test'), openedBy(browser, 'admin@easel.test')])

async function openReview(admin: Page, title: string): Promise<void> {
  await admin.goto('/admin/review')
  await hydrated(admin)
  await admin.getByRole('list', { name: 'Pending' }).getByAltText(title).click()
  await expect(admin.getByRole('heading', { name: title })).toBeVisible()
}

test('a rejection with pins and a duplicate reaches the artist, and the reviewer sees before and after', async ({ browser }) => {
  test.setTimeout(120_000)
  const [artist, admin] = await people(browser)
  const [first, other, revised] = [titleOf('Dark heron'), titleOf('Old heron'), titleOf('Bright heron')]
  const heron = await uniquePicture()
  const asset_id = await uploaded(artist, first, heron)
  await uploaded(artist, other, await sharp(heron).resize(450).png().toBuffer())

  await openReview(admin, first)
  await findByPicture(admin, { found: other, own: first })
  await admin.keyboard.press('r')
  const dialog = admin.getByRole('dialog')
  const picture = dialog.getByRole('button', { name: 'Add a pin to heron.png' })
  // The button is as high as the picture once that has loaded.
  await expect.poll(() => picture.locator('img').evaluate((one: HTMLImageElement) => one.complete && one.naturalHeight > 0)).toBe(true)
  const box = (await picture.boundingBox())!
  await picture.click({ position: { x: box.width * 0.25, y: box.height * 0.75 } })
  const pin = dialog.getByRole('button', { name: /^Pin 1, bottom left/ })
  await expect(pin).toBeFocused()
  for (let press = 0; press < 11; press += 1) await admin.keyboard.press('Shift+ArrowRight')
  await expect(dialog.getByRole('button', { name: /^Pin 1, bottom right/ })).toBeFocused()
  await dialog.getByLabel('Note of pin 1').fill('This path is open.')
  await picture.focus()
  await admin.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: /^Pin 2, middle/ })).toBeFocused()
  await admin.keyboard.press('Delete')
  await expect(dialog.getByRole('button', { name: /^Pin 2/ })).toHaveCount(0)
  await dialog.getByLabel('It is too similar to another asset').check()
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(dialog.getByText('Please choose the asset of which this is a duplicate.')).toBeVisible()
  await dialog.getByLabel('Find another asset').fill(other)
  await dialog.getByRole('radio', { name: other }).check()
  await check(admin)
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await expect(admin.getByText(`Rejected “${first.slice(0, 60)}”.`)).toBeVisible()

  await artist.goto(`/assets?search=${encodeURIComponent(first)}`)
  await hydrated(artist)
  await expect(artist.getByText('This path is open.')).toContainText('bottom right')
  await expect(artist.getByRole('link', { name: other })).toBeVisible()
  await check(artist)
  await artist.getByRole('button', { name: `Edit ${first}` }).click()
  await artist.getByRole('dialog').getByLabel('Title').fill(revised)
  await artist.getByRole('button', { name: 'Save changes' }).click()
  await expect(artist.getByText('Changes saved.')).toBeVisible()
  await artist.goto(`/upload-file/${asset_id}`)
  await hydrated(artist)
  await expect(artist.getByRole('heading', { name: 'A place to change' })).toBeVisible()
  await artist.getByRole('button', { name: 'Change files' }).click()
  await artist.getByRole('button', { name: 'Remove heron.png' }).click()
  await expect(artist.getByText('heron.png')).toHaveCount(0)
  const file = { name: 'closed.png', mimeType: 'image/png', buffer: await uniquePicture() }
  const sent = await artist.request.post('/api/uploads/upload-file', { headers: ownHeaders(), multipart: { asset_id, file } })
  await isReady(artist, ((await sent.json()) as { id: string }).id)
  await artist.reload()
  await hydrated(artist)
  await artist.getByRole('button', { name: 'Resubmit' }).click()
  await expect(artist.getByText('This asset was rejected')).toHaveCount(0)

  await openReview(admin, revised)
  const since = admin.getByRole('region', { name: 'Since the rejection' })
  await expect(since.locator('del').first()).toHaveText(/Dark/)
  await expect(since.locator('ins').first()).toHaveText(/Bright/)
  await expect(since).toContainText('closed.png')
  await admin.keyboard.press('b')
  const before = admin.getByRole('dialog', { name: 'Before and after' })
  const slider = before.getByRole('slider', { name: 'Share of the rejected version shown' })
  await slider.fill('80')
  await expect(slider).toHaveAttribute('aria-valuetext', '80% before, 20% after')
  await expect(before.getByAltText('heron.png, before')).toHaveJSProperty('complete', true)
  expect(await before.getByAltText('heron.png, before').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(before.getByText('This path is open.')).toBeVisible()
  await check(admin)
  await admin.keyboard.press('Escape')
  await admin.keyboard.press('a')
  await expect(admin.getByText(`Approved “${revised.slice(0, 60)}”.`)).toBeVisible()
})

const PASSWORD = 'easel-walk'

/** Registers someone and makes them an admin. */
async function secondAdmin(browser: Browser, admin: Page): Promise<{ page: Page; leave: () => Promise<void> }> {
  const headers = ownHeaders()
  const email = `reviewer-${Date.now()}@example.com`
  const page = await openedBy(browser)
  await page.request.post('/api/auth/register', { headers, data: { name: 'Rita Reviewer', email, password: PASSWORD, terms: true } })
  const code = await mailedCode(page.request, email)
  expect((await page.request.post('/api/auth/verify-email', { headers, data: { email, code } })).status()).toBe(200)
  const { items } = (await (await admin.request.get(`/api/admin/users?q=${encodeURIComponent(email)}`)).json()) as {
    items: { id: string }[]
  }
  const setRole = (role: string) => admin.request.put(`/api/admin/users/${items[0]!.id}/role`, { headers, data: { role } })
  expect((await setRole('admin')).status()).toBe(200)
  expect((await page.request.post('/api/auth/login', { headers, data: { email, password: PASSWORD } })).status()).toBe(200)
  return { page, leave: async () => expect((await setRole('client')).status()).toBe(200) }
}

test('an artist appeals, the reviewer who rejected cannot decide, and another admin overturns', async ({ browser }) => {
  test.setTimeout(120_000)
  const [artist, admin] = await people(browser)
  const title = titleOf('Appealed heron')
  const asset_id = await uploaded(artist, title)
  const { page: other, leave } = await secondAdmin(browser, admin)
  const headers = ownHeaders()
  const data = { status: 'rejected', reason: 'Open path.', reason_codes: ['technical'] }
  expect((await admin.request.put(`/api/admin/assets/${asset_id}/status`, { headers, data })).status()).toBe(200)

  await artist.goto(`/assets?search=${encodeURIComponent(title)}`)
  await hydrated(artist)
  await artist.getByRole('button', { name: `Appeal against the rejection of ${title}` }).click()
  const dialog = artist.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expect(dialog.getByText('Please write why the decision is wrong.')).toBeVisible()
  await check(artist)
  await dialog.getByLabel('Why is the decision wrong?').fill('It is a brush stroke.')
  await dialog.getByRole('button', { name: 'Send appeal' }).click()
  await expect(artist.getByText(/^You appealed on /)).toBeVisible()
  await artist.getByRole('button', { name: `Resubmit ${title}` }).click()
  await artist.getByRole('dialog').getByRole('button', { name: 'Keep the appeal' }).click()

  await admin.goto('/admin/appeals')
  await check(admin)
  const appeal = (page: Page) => page.getByRole('listitem').filter({ hasText: title })
  await expect(appeal(admin)).toContainText('You rejected this asset. Another admin has to decide the appeal.')
  await other.goto('/admin/appeals')
  await hydrated(other)
  await expect(appeal(other)).toContainText('It is a brush stroke.')
  await other.getByRole('button', { name: `Overturn the rejection of ${title}` }).click()
  await other.getByRole('dialog').getByLabel('Reason').fill('We looked at 800 percent.')
  await check(other)
  await other.getByRole('dialog').getByRole('button', { name: 'Overturn' }).click()
  await expect(other.getByText('Rejection overturned.')).toBeVisible()
  await expect(appeal(other)).toHaveCount(0)
  await artist.goto(`/assets?search=${encodeURIComponent(title)}`)
  await expect(artist.getByText('Your appeal was successful: “We looked at 800 percent.”')).toBeVisible()
  await admin.goto('/admin/review')
  await expect(admin.getByRole('table', { name: 'Decisions by reviewer' })).toBeVisible()
  await check(admin)
  await leave()
})
