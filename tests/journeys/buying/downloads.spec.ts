import { readFileSync } from 'node:fs'
import { type Download, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { approvePayment } from '#tests/support/browser/purchase.ts'
import { openSettled } from '#tests/support/browser/settled-page.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

test.describe.configure({ mode: 'serial' })

let asset: { id: string; title: string }
let license: { id: string; certificate_number: string }

test('a licensed drawing downloads in every format and size, with its license in the metadata', async ({ page }) => {
  test.setTimeout(120_000)
  await logIn(page)
  asset = await drawing(page)
  await buy(page)
  await page.goto('/client/licenses')
  const row = page.getByRole('row').filter({ hasText: license.certificate_number })
  await hydrated(row.getByRole('link', { name: /Formats and sizes/ }))
  await row.getByRole('link', { name: /Formats and sizes/ }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: `Download ${asset.title}` })).toBeVisible()
  expect(await violationsOn(page, 'dialog')).toEqual([])
  for (const [format, size, kind] of [
    ['PNG', '256', 'png'],
    ['PNG', '4096', 'png'],
    ['JPG', '1024', 'jpeg'],
    ['WEBP', '512', 'webp']
  ] as const) {
    await dialog.getByLabel('Format').selectOption(format.toLowerCase())
    await dialog.getByLabel('Width', { exact: true }).selectOption(size)
    const bytes = await pressed(page, () => dialog.getByRole('button', { name: 'Download' }).click())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: kind, width: Number(size), space: 'srgb' })
    expect(bytes.includes(license.certificate_number)).toBe(true)
    expect(bytes.includes(`/assets/${asset.id}`)).toBe(true)
  }
  await dialog.getByLabel('Format').selectOption('pdf')
  const pdf = await pressed(page, () => dialog.getByRole('button', { name: 'Download' }).click())
  expect([pdf.toString('latin1', 0, 5), pdf.includes(license.certificate_number)]).toEqual(['%PDF-', true])
  await dialog.getByLabel('Format').selectOption('svg')
  await expect(dialog.getByLabel('Width', { exact: true })).toHaveCount(0)
  const svg = await pressed(page, () => dialog.getByRole('button', { name: 'Download' }).click())
  expect(svg.toString()).toContain(`<dc:identifier>${license.certificate_number}</dc:identifier>`)
  await dialog.getByLabel('Format').selectOption({ index: 5 })
  const original = await pressed(page, () => dialog.getByRole('button', { name: 'Download' }).click())
  expect([original.includes('<svg'), original.includes(license.certificate_number)]).toEqual([true, false])
})

test('a custom width works, or is refused at its field', async ({ page }) => {
  await logIn(page)
  await page.goto(`/client/licenses/${license.id}/download`)
  const form = page.getByRole('main')
  await hydrated(form.locator('form'))
  expect(await violationsOn(page)).toEqual([])
  await form.getByLabel('Another width').fill('5000')
  await form.getByRole('button', { name: 'Download' }).click()
  await expect(form.getByText('Enter a width from 16 to 4096 pixels.')).toBeVisible()
  await form.getByLabel('Another width').fill('333')
  const download = page.waitForEvent('download')
  await form.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe(`${asset.title} 333 px.png`)
  await page.goto(`/client/licenses/${license.id}/download?file=png&pixels=9999`)
  await expect(form.getByText('Enter a width from 16 to 4096 pixels.')).toBeVisible()
  await expect(form.getByLabel('Another width')).toHaveValue('9999')
})

test('the asset page links its licensee to the download', async ({ page }) => {
  await page.goto(`/assets/${asset.id}`)
  await expect(page.getByRole('heading', { level: 1, name: asset.title })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Licenses you hold' })).toHaveCount(0)
  await logIn(page)
  await openSettled(page, `/assets/${asset.id}`)
  await page.getByRole('list', { name: 'Licenses you hold' }).getByRole('link', { name: 'Download' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: `Download ${asset.title}` })).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('format and size are chosen on the page', async ({ page }) => {
    await logIn(page)
    await page.goto('/client/licenses')
    const row = page.getByRole('row').filter({ hasText: license.certificate_number })
    await row.getByRole('link', { name: /Formats and sizes/ }).click()
    await page.getByLabel('Format').selectOption('webp')
    await page.getByLabel('Width', { exact: true }).selectOption('256')
    const bytes = await pressed(page, () => page.getByRole('button', { name: 'Download' }).click())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 256 })
  })
})

async function pressed(page: Page, press: () => Promise<void>): Promise<Buffer> {
  const download = page.waitForEvent('download')
  await press()
  return bytesOf(await download)
}

const bytesOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path())

/** Returns the newest icon that is not free. */
async function drawing(page: Page): Promise<{ id: string; title: string }> {
  const found = await (await page.request.get('/api/assets/?category=icon&free=not-free&page=2')).json()
  return found[0]
}

/** Buys a license for the asset at PayPal, unless the client already owns one. */
async function buy(page: Page): Promise<void> {
  const headers = { origin: process.env['EASEL_URL']! }
  const answer = await page.request.post('/api/licenses/checkout', {
    headers,
    data: { asset_id: asset.id, license_type: 'commercial', terms_accepted: true }
  })
  const { approve_url, checkout_url } = await answer.json()
  if (approve_url) {
    await page.goto(checkout_url)
    await page.getByRole('link', { name: 'Pay with PayPal' }).click()
    await approvePayment(page)
  }
  const { items } = await (await page.request.get(`/api/licenses?asset_id=${asset.id}&status=active`)).json()
  license = items[0]
}

async function logIn(page: Page): Promise<void> {
  await signInAs(page.context(), 'subscriber@easel.test')
}
