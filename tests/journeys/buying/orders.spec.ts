import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const CODE = 'TWENTY-ICONS'

test.describe.configure({ mode: 'serial' })

/** Other journeys expect that no campaign exists. */
test.afterAll(async () => {
  const database = new pg.Client({ connectionString: process.env['EASEL_DATABASE_URL'] })
  await database.connect()
  await database.query('delete from coupons.coupon_use')
  await database.query('delete from coupons.coupon')
  await database.end()
})

let order_id: string
let payment_id: string

test('an admin makes a coupon, and wrong terms are shown at their fields', async ({ page }) => {
  await signInAs(page.context(), 'admin@easel.test')
  await page.goto('/admin/coupons')
  await expect(page.getByText('No coupons found.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(CODE)
  await page.getByLabel('Discount').fill('120')
  await page.getByRole('button', { name: 'Make coupon' }).click()
  await expect(page.getByText('Enter a percentage over 0 and up to 100')).toBeVisible()
  await page.getByLabel('Discount').fill('25')
  await page.getByLabel('Uses in total').fill('1')
  await page.getByRole('button', { name: 'Make coupon' }).click()
  await expect(page.getByRole('heading', { level: 1, name: CODE })).toBeVisible()
  await expect(page.getByText('Nobody has used this coupon yet.')).toBeVisible()
})

test('a client orders twenty icons, applies the coupon, and pays once', async ({ page }) => {
  await signInAs(page.context(), 'client@easel.test')
  const checkout = await orderIcons(page, 20)
  await page.goto(checkout)
  const receipt = page.getByRole('region', { name: 'Your payment' })
  await expect(receipt.getByText('Total, USD')).toBeVisible()
  const full = await totalOf(page)
  await receipt.getByLabel('Coupon').fill('NO-SUCH-CODE')
  await receipt.getByRole('button', { name: 'Apply' }).click()
  await expect(receipt.getByText('This coupon does not exist.')).toBeVisible()
  await receipt.getByLabel('Coupon').fill(CODE.toLowerCase())
  await receipt.getByRole('button', { name: 'Apply' }).click()
  await expect(receipt.getByText(`Coupon ${CODE} applied.`)).toBeVisible()
  const paid = await totalOf(page)
  expect(paid).toBeCloseTo(full * 0.75, 2)
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  await expect(page.getByText(`$${paid.toFixed(2)}`)).toBeVisible()
  await page.getByRole('button', { name: 'Approve payment' }).click()
  await expect(page.getByText('Thank you. The 20 licenses are yours.')).toBeVisible({ timeout: 30_000 })
  await page.getByRole('link', { name: 'Your order' }).click()
  await expect(page.getByRole('table', { name: 'Lines of this order' }).getByRole('row')).toHaveCount(21)
  order_id = page.url().split('/').at(-1)!
  payment_id = (await (await page.request.get(`/api/orders/${order_id}`)).json()).payment_id
  await page.getByRole('link', { name: 'All orders' }).click()
  const row = page
    .getByRole('row')
    .filter({ hasText: `$${paid.toFixed(2)}` })
    .first()
  await expect(row).toContainText('Paid')
  const receiptFile = page.waitForEvent('download')
  await row.getByRole('link', { name: /^Receipt/ }).click()
  expect((await receiptFile).suggestedFilename()).toBe(`receipt-${payment_id}.pdf`)
})

test('an admin refunds one license of the order, and the client sees which', async ({ page, browser }) => {
  await signInAs(page.context(), 'admin@easel.test')
  await page.goto(`/admin/payments?payment=${payment_id}`)
  await page.getByRole('button', { name: /^Refund \$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByLabel('Reason').fill('Bought by mistake')
  await dialog.getByRole('button', { name: /^Refund \$/ }).click()
  await expect(page.getByText(/was refunded to/)).toBeVisible()
  const context = await browser.newContext()
  await signInAs(context, 'client@easel.test')
  const client = await context.newPage()
  await client.goto(`/orders/${order_id}`)
  await expect(client.getByText('Paid, 1 of 20 refunded')).toBeVisible()
  await expect(client.getByRole('cell', { name: 'Refunded', exact: true })).toHaveCount(1)
  await context.close()
})

test('the works of an order start another project, and nothing is charged for licenses that are held', async ({ page }) => {
  await signInAs(page.context(), 'client@easel.test')
  await page.goto(`/orders/${order_id}`)
  await page.getByRole('link', { name: 'Buy again for another project' }).click()
  await page.getByRole('button', { name: 'Start the project' }).click()
  await expect(page.getByText('Please enter the name of the project.')).toBeVisible()
  await page.getByLabel('Project').fill('Harbor app')
  await page.getByRole('button', { name: 'Start the project' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbor app' })).toBeVisible()
  const card = page.getByRole('region', { name: 'Licenses' })
  await expect(card.getByText('20 works without it.')).toBeVisible()
  // One of the twenty was refunded.
  await card.getByLabel('License', { exact: true }).selectOption('personal')
  await expect(card.getByText('1 work without it.')).toBeVisible()
})

test('the desk opens the receipt of an order', async ({ page }) => {
  await signInAs(page.context(), 'admin@easel.test')
  await page.goto(`/admin/payments?payment=${payment_id}`)
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Receipt (PDF)' }).click()
  expect((await file).suggestedFilename()).toBe(`receipt-${payment_id}.pdf`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a used-up coupon says so before paying, and an order is canceled', async ({ page }) => {
    await signInAs(page.context(), 'client@easel.test')
    await page.goto(await orderIcons(page, 2))
    await page.getByLabel('Coupon').fill(CODE)
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByText('This coupon has been used up.')).toBeVisible()
    await page.goto('/orders')
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await page.getByRole('button', { name: 'Cancel this order' }).click()
    await expect(page.getByText('This order was not completed. You have not been charged.')).toBeVisible()
  })
})

/** Orders icons that the client does not hold, and returns the address of the checkout. */
async function orderIcons(page: Page, count: number): Promise<string> {
  const items: { asset_id: string; license_type: string }[] = []
  for (let at = 1; items.length < count * 2; at += 1) {
    const found = (await (await page.request.get(`/api/assets/?category=icon&page_size=100&page=${at + 2}`)).json()) as { id: string }[]
    items.push(...found.map(({ id }) => ({ asset_id: id, license_type: 'personal' })))
  }
  const held = new Set(
    ((await (await page.request.get('/api/licenses?page_size=100')).json()) as { items: { asset_id: string }[] }).items.map(
      ({ asset_id }) => asset_id
    )
  )
  const wanted = items.filter(({ asset_id }) => !held.has(asset_id)).slice(0, count)
  const headers = { origin: process.env['EASEL_URL']! }
  const answer = await page.request.post('/api/orders', { data: { items: wanted }, headers })
  expect(answer.status()).toBe(201)
  return ((await answer.json()) as { checkout_url: string }).checkout_url
}

async function totalOf(page: Page): Promise<number> {
  const shown = await page.locator('dt:text-is("Total, USD") + dd').textContent()
  return Number((shown ?? '').replace(/[$,]/g, ''))
}
