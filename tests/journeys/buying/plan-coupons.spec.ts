import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { newcomer, OWN_ORIGIN, open } from '#tests/support/browser/subscribers.ts'

const CODE = 'FIRST-HALF'

test.describe.configure({ mode: 'serial', timeout: 120_000 })

test.beforeAll(async ({ browser }) => {
  const admin = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  await signInAs(admin, 'admin@easel.test')
  const headers = OWN_ORIGIN
  const coupon = { code: CODE, percent: 50, applies_to: 'plans', plan_payments: 1 }
  expect((await admin.request.post('/api/admin/coupons', { data: coupon, headers })).status()).toBe(201)
  const rate = { country: 'IS', rate: 24, from: '2020-01-01' }
  expect((await admin.request.post('/api/admin/tax-rates', { data: rate, headers })).ok()).toBe(true)
  await admin.close()
})

/** Other journeys expect that no campaign and no tax exist. */
test.afterAll(async () => {
  const database = new pg.Client({ connectionString: process.env['EASEL_DATABASE_URL'] })
  await database.connect()
  await database.query('delete from coupons.coupon_use')
  await database.query('delete from coupons.coupon')
  await database.query(`delete from invoicing.tax_rate where country = 'IS'`)
  await database.end()
})

/** A client whose payments are taxed. */
async function islander(browser: Browser, name: string, options: { javaScriptEnabled?: boolean } = {}): Promise<Page> {
  const { page } = await newcomer(browser, name, options)
  const data = { company: '', address_line1: '1 Quay', city: 'Reykjavik', postal_code: '101', country: 'IS' }
  expect((await page.request.put('/api/profile/billing', { data, headers: OWN_ORIGIN })).status()).toBe(200)
  return page
}

/** Tries a coupon that does not exist, and then one that does; PayPal charges what the page says. */
async function subscribeWithCoupon(page: Page): Promise<void> {
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  const receipt = page.getByRole('region', { name: 'Your subscription' })
  await expect(receipt.getByText('Tax, 24 %')).toBeVisible()
  await expect(receipt.getByText('Iceland')).toBeVisible()
  await expect(receipt.locator('dt:text-is("Per month, USD") + dd')).toHaveText('$23.56')
  await receipt.getByLabel('Coupon').fill('NO-SUCH-CODE')
  await receipt.getByRole('button', { name: 'Apply' }).click()
  await expect(receipt.getByText('This coupon does not exist.')).toBeVisible()
  await receipt.getByLabel('Coupon').fill(CODE.toLowerCase())
  await receipt.getByRole('button', { name: 'Apply' }).click()
  await expect(receipt.getByText(`Coupon ${CODE} applied.`)).toBeVisible()
  await expect(receipt.getByText('−$9.50')).toBeVisible()
  await expect(receipt.locator('dt:text-is("Due today, USD") + dd')).toHaveText('$11.78')
  await expect(receipt.getByText('You are charged $11.78 now and $23.56 each month after that until you cancel.')).toBeVisible()
  await page.getByRole('link', { name: 'Subscribe with PayPal' }).click()
  await expect(page.getByText('$11.78').first()).toBeVisible()
  await page.getByRole('button', { name: /^(Approve|Agree)/ }).click()
}

test('a coupon and the tax of a plan are shown before PayPal, and PayPal charges the same', async ({ browser }) => {
  const page = await islander(browser, 'Ina Iceland')
  await open(page, '/pay/subscribe?plan_id=indiv_monthly')
  await subscribeWithCoupon(page)
  await expect(page).toHaveURL('/user/dashboard?subscribed=1')
  await open(page, '/client/subscriptions')
  await expect(page.getByRole('row').filter({ hasText: 'Individual started' })).toContainText('$11.78')
  await expect(page.getByText('$19.00 a month, plus $4.56 tax')).toBeVisible()
  await page.context().close()
})

test('without JavaScript the coupon and the tax work too, and the coupon can be removed', async ({ browser }) => {
  const page = await islander(browser, 'Nils Noscript', { javaScriptEnabled: false })
  await page.goto('/pay/subscribe?plan_id=indiv_monthly')
  await subscribeWithCoupon(page)
  await page.getByRole('button', { name: 'Activate my plan' }).click()
  await expect(page).toHaveURL('/user/dashboard?subscribed=1')
  await page.context().close()

  const other = await islander(browser, 'Rolf Removes', { javaScriptEnabled: false })
  await other.goto('/pay/subscribe?plan_id=team_monthly')
  await other.getByRole('checkbox').check()
  await other.getByRole('button', { name: 'Continue to payment' }).click()
  await other.getByLabel('Coupon').fill(CODE)
  await other.getByRole('button', { name: 'Apply' }).click()
  await expect(other.locator('dt:text-is("Due today, USD") + dd')).toHaveText('$36.58')
  await other.getByRole('button', { name: 'Remove' }).click()
  await expect(other.getByLabel('Coupon')).toBeVisible()
  await expect(other.locator('dt:text-is("Per month, USD") + dd')).toHaveText('$73.16')
  await other.context().close()
})
