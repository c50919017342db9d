import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { approvePayment } from '#tests/support/browser/purchase.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

async function signedIn(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  await signInAs(context, email)
  return context.newPage()
}

async function setRate(admin: Page, rate: string): Promise<void> {
  await admin.goto('/admin/tax-rates')
  await admin.getByLabel('Country').selectOption('New Zealand')
  await admin.getByLabel('Rate').fill(rate)
  await admin.getByRole('button', { name: 'Save rate' }).click()
  await expect(admin.getByText('The rate is saved.')).toBeVisible()
}

async function buy(page: Page): Promise<void> {
  const assets = (await (await page.request.get('/api/assets/?page=41')).json()) as { id: string; is_currently_free: boolean }[]
  const asset = assets.find(({ is_currently_free }) => !is_currently_free)!
  await page.goto(`/pay/checkout?type=license&asset_id=${asset.id}&license_type=commercial`)
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  await approvePayment(page)
}

test('a business gets an invoice with its address and the tax, corrects it, and an admin finds all three documents', async ({
  browser
}) => {
  test.setTimeout(180_000)
  const [client, admin] = [await signedIn(browser, 'client@easel.test'), await signedIn(browser, 'admin@easel.test')]
  await setRate(admin, '15')
  await client.goto('/user/billing')
  await client.getByLabel('Company').fill('Kiwi Ltd.')
  await client.getByLabel('Street and number').fill('1 Queen Street')
  await client.getByLabel('City').fill('Auckland')
  await client.getByRole('button', { name: 'Save' }).click()
  await expect(client.getByText('Please choose a country.')).toBeVisible()
  await expect(client.getByLabel('Company')).toHaveValue('Kiwi Ltd.')
  await client.getByLabel('Country').selectOption('New Zealand')
  await client.getByRole('button', { name: 'Save' }).click()
  await expect(client.getByText('Your billing details are saved.')).toBeVisible()

  await buy(client)
  // Other journeys buy as this client.
  await setRate(admin, '0')
  await client.goto('/invoices')
  const row = client.getByRole('table', { name: 'Your invoices' }).getByRole('row').nth(1)
  await expect(row).toContainText('INV-')
  await expect(row).not.toContainText('$0.00')
  const number = /INV-\d+-\d+/.exec((await row.textContent()) ?? '')![0]
  const started = client.waitForEvent('download')
  await row.getByRole('link', { name: `${number} as PDF` }).click()
  expect((await started).suggestedFilename()).toBe(`${number}.pdf`)

  await row.getByRole('link', { name: `Correct the billing details of ${number}` }).click()
  await client.getByLabel('Company').fill('Kiwi Group Ltd.')
  await client.getByRole('button', { name: 'Correct this invoice' }).click()
  await expect(client.getByText('The corrected invoice is')).toBeVisible()
  await expect(client.getByRole('table', { name: 'Your invoices' })).toContainText(`Credit note for ${number}`)

  await admin.goto('/admin/invoices')
  await admin.getByRole('searchbox', { name: 'Search' }).fill('kiwi')
  const found = admin.getByRole('table', { name: 'Invoices and credit notes' })
  await expect(found).toContainText('Kiwi Group Ltd.')
  await expect(found.getByRole('row')).toHaveCount(4)
  const csv = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Download CSV' }).click()
  expect((await csv).suggestedFilename()).toMatch(/^invoices-.*\.csv$/)
})
