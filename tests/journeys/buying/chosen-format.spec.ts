import { readFileSync } from 'node:fs'
import { type Download, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { approvePayment } from '#tests/support/browser/purchase.ts'

const PASSWORD = 'easel-demo'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

let asset: { id: string; title: string }

test('a drawing bought as PNG is downloaded as PNG after PayPal', async ({ page }) => {
  await logIn(page, 'client@easel.test')
  asset = await drawing(page, 4)
  await openDialog(page, asset.id, 'png')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Downloads as PNG.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  expect(await formatOf(await approvePayment(page))).toBe('png')
  await expect(page.getByLabel('Format')).toHaveValue('png')
})

test('the format chosen for an owned license is downloaded, once the terms are accepted', async ({ page }) => {
  await logIn(page, 'client@easel.test')
  await openDialog(page, asset.id, 'webp')
  const dialog = page.getByRole('dialog')
  const download = dialog.getByRole('button', { name: 'Download', exact: true })
  await expect(download).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  const started = page.waitForEvent('download')
  await download.click()
  expect(await formatOf(await started)).toBe('webp')
})

test('the format chosen before signing in is downloaded after PayPal', async ({ page }) => {
  const { id } = await drawing(page, 5)
  await openDialog(page, id, 'png')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Email').fill('client@easel.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL(/\/pay\/checkout\?.*format=png/)
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  expect(await formatOf(await approvePayment(page))).toBe('png')
})

test('a plan download has the chosen format, and the call says that the client is subscribed', async ({ page }) => {
  await logIn(page, 'subscriber@easel.test')
  const { id } = await drawing(page, 6)
  await openDialog(page, id, 'png')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('tab', { name: 'Subscription (Active)' })).toHaveAttribute('aria-selected', 'true')
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  const sent = page.waitForRequest('**/api/licenses/checkout')
  const started = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ license_type: 'subscription', via_subscription: true, format: 'png' })
  expect(await formatOf(await started)).toBe('png')
})

test('the amount from the address is shown until the server responds, and is not charged', async ({ page }) => {
  await logIn(page, 'client@easel.test')
  const { id } = await drawing(page, 7)
  await page.route('**/api/licenses/checkout', async (route) => {
    const response = await route.fetch()
    const answer = await response.json()
    await route.fulfill({ response, json: { ...answer, checkout_url: answer.checkout_url.replace(/amount=[\d.]+/, 'amount=123.45') } })
  })
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  // Navigation also waits for the root's data, which is a separate request. Only the checkout's response is delayed.
  await page.route('**/pay/checkout.data*', async (route) => {
    if (route.request().url().includes('checkout-page')) await held
    await route.continue()
  })
  await openDialog(page, id, 'svg')
  const dialog = page.getByRole('dialog')
  const price = (await dialog.locator('output').textContent())?.match(/\$[\d.]+/)?.[0] ?? ''
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('main').getByText('$123.45').first()).toBeVisible()
  answer()
  await expect(page.getByRole('link', { name: 'Pay with PayPal' })).toBeVisible()
  await expect(page.getByRole('main').getByText(price).first()).toBeVisible()
  await expect(page.getByRole('main').getByText('$123.45')).toHaveCount(0)
})

test('My Licenses is searched by title, and each purchase has a receipt', async ({ page }) => {
  await logIn(page, 'client@easel.test')
  await page.goto(`/client/licenses?search=${encodeURIComponent(asset.title)}`)
  await expect(page.getByRole('searchbox')).toHaveValue(asset.title)
  await expect(page.getByRole('row').filter({ hasText: asset.title }).first()).toBeVisible()
  await page.goto('/client/licenses?search=no-asset-has-this-title')
  await expect(page.getByText('No matching licenses.')).toBeVisible()
  await page.getByRole('navigation', { name: 'My Licenses' }).getByRole('link', { name: 'Purchases' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Purchases' })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: asset.title }).first()
  await expect(row).toContainText('Paid')
  const started = page.waitForEvent('download')
  await row.getByRole('link', { name: /Receipt \(PDF\)/ }).click()
  expect(
    readFileSync(await (await started).path())
      .subarray(0, 5)
      .toString()
  ).toBe('%PDF-')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

async function formatOf(download: Download): Promise<string | undefined> {
  return (await sharp(readFileSync(await download.path())).metadata()).format
}

/** Returns an icon that is not free, a different one for each page of the list. */
async function drawing(page: Page, list_page: number): Promise<{ id: string; title: string }> {
  const found = await (await page.request.get(`/api/assets/?category=icon&free=not-free&page=${list_page}`)).json()
  return found[0]
}

async function openDialog(page: Page, asset_id: string, format: string): Promise<void> {
  await page.goto(`/assets/${asset_id}`)
  const form = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Get', exact: true }) })
    .first()
  await hydrated(form)
  await form.getByRole('combobox').selectOption(format)
  await form.getByRole('button', { name: 'Get', exact: true }).click()
}

async function logIn(page: Page, email: string): Promise<void> {
  const answer = await page.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  expect(answer.status()).toBe(200)
}
