import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedText } from '#tests/support/browser/mailbox.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { newcomer, open } from '#tests/support/browser/subscribers.ts'
import { type Product, startProduct } from '#tests/support/products/product.ts'
import { type RoundRobin, roundRobin } from '#tests/support/servers/round-robin.ts'

const ICONS = 20
const CODE = 'HARBOR-25'

/** Two app processes on one database, and each request goes to the other one than the request before. */
let shop: RoundRobin
let processes: Product[]

test.describe.configure({ mode: 'serial', timeout: 300_000 })

test.beforeAll(async () => {
  const { EASEL_DATA_DIR, EASEL_DATABASE_URL, EASEL_PAYPAL_URL } = process.env
  if (!EASEL_DATA_DIR || !EASEL_DATABASE_URL || !EASEL_PAYPAL_URL)
    throw new Error('Run this test without EASEL_URL: it needs the product’s data folder.')
  shop = await roundRobin(await freePort())
  const env = { DEMO: '0', PUBLIC_URL: shop.url, DATABASE_URL: EASEL_DATABASE_URL, PAYPAL_BASE_URL: EASEL_PAYPAL_URL }
  processes = await Promise.all([1, 2].map(() => startProduct({ dataDir: EASEL_DATA_DIR, env })))
  shop.to(processes.map(({ url }) => url))
})

/** Other journeys expect that no campaign and no tax exist. */
test.afterAll(async () => {
  const database = new pg.Client({ connectionString: process.env['EASEL_DATABASE_URL'] })
  await database.connect()
  await database.query('delete from coupons.coupon_use')
  await database.query('delete from coupons.coupon')
  await database.query(`delete from invoicing.tax_rate where country = 'IS'`)
  await database.end()
  shop.close()
  for (const one of processes) await one.stop()
})

test('a buyer collects twenty icons, applies a coupon, pays once, gets one invoice, hands over a ZIP, and transfers one license', async ({
  browser
}) => {
  const admin = await openDesk(browser)
  const { page } = await newcomer(browser, 'Bea Buyer', { baseURL: shop.url })
  await page.request.put('/api/profile/billing', {
    data: { company: 'Harbor Ltd.', address_line1: '1 Quay', city: 'Reykjavik', postal_code: '101', country: 'IS' },
    headers: { origin: shop.url }
  })

  await collectIcons(page)
  const collection = await openCollection(page)
  await startOrder(page)
  const { order_id, total } = await payWithCoupon(page)
  const order = await (await page.request.get(`/api/orders/${order_id}`)).json()
  expect(order.lines).toHaveLength(ICONS)
  expect(order.discount_cents).toBe(Math.round(order.subtotal_cents * 0.25))
  expect(order.tax_cents).toBe(Math.round((order.subtotal_cents - order.discount_cents) * 0.24))
  expect(order.total_cents).toBe(total)

  await open(page, '/invoices')
  const invoices = page.getByRole('table', { name: 'Your invoices' }).getByRole('row')
  await expect(invoices).toHaveCount(2)
  await expect(invoices.nth(1)).toContainText(dollars(total))

  await handOver(page, collection)
  await transferOne(page, browser)
  await agreeToTheCent(admin, order, total)
  expect(shop.served.length).toBe(2)
  expect(Math.abs(shop.served[0]! - shop.served[1]!)).toBeLessThanOrEqual(1)
})

/** The coupon and the tax that the purchase has. */
async function openDesk(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.url })
  await signInAs(context, 'admin@easel.test', shop.url)
  const headers = { origin: shop.url }
  const coupon = { code: CODE, percent: 25, applies_to: 'licenses', max_uses: 1 }
  expect((await context.request.post('/api/admin/coupons', { data: coupon, headers })).status()).toBe(201)
  expect(
    (await context.request.post('/api/admin/tax-rates', { data: { country: 'IS', rate: 24, from: '2020-01-01' }, headers })).ok()
  ).toBe(true)
  return context.newPage()
}

/** Presses the hearts of icons that cost something, on as many pages as it takes. */
async function collectIcons(page: Page): Promise<void> {
  let kept = 0
  for (let at = 3; kept < ICONS; at += 1) {
    await open(page, `/?category=icon&page=${at}`)
    const cards = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: 'Get', exact: true }) })
    const hearts = cards.getByRole('button', { name: /^Keep .* in a collection$/ })
    await expect(hearts.first()).toBeVisible()
    for (let place = 0; place < (await hearts.count()) && kept < ICONS; place += 1, kept += 1) {
      const answer = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/api/hearts'))
      await hearts.nth(place).click()
      expect(await (await answer).text()).toContain('"added":["')
      await expect(hearts.nth(place)).toHaveAttribute('aria-pressed', 'true')
    }
  }
  await expect.poll(async () => (await (await page.request.get('/api/collections')).json()).items[0]?.item_count).toBe(ICONS)
}

async function openCollection(page: Page): Promise<string> {
  await open(page, '/collections')
  await page.getByRole('link', { name: 'Favorites' }).first().click()
  await expect(page).toHaveURL(/\/collections\/[0-9a-f-]{36}$/)
  return page.url()
}

async function startOrder(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: 'Licenses' })
  await expect(card.getByText(`${ICONS} works without it.`)).toBeVisible()
  await card.getByRole('checkbox', { name: /I agree/ }).check()
  await card.getByRole('button', { name: 'Continue to the prices' }).click()
  await page.waitForURL(/\/pay\/checkout/)
}

/** Returns the order and what the page said that it costs, in cents. */
async function payWithCoupon(page: Page): Promise<{ order_id: string; total: number }> {
  const receipt = page.getByRole('region', { name: 'Your payment' })
  await receipt.getByLabel('Coupon').fill(CODE.toLowerCase())
  await receipt.getByRole('button', { name: 'Apply' }).click()
  await expect(receipt.getByText(`Coupon ${CODE} applied.`)).toBeVisible()
  const shown = await page.locator('dt:text-is("Total, USD") + dd').textContent()
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  await expect(page.getByText(shown!).first()).toBeVisible()
  await page.getByRole('button', { name: 'Approve payment' }).click()
  await expect(page.getByText(`Thank you. The ${ICONS} licenses are yours.`)).toBeVisible({ timeout: 30_000 })
  const address = await page.getByRole('link', { name: 'Your order' }).getAttribute('href')
  return { order_id: address!.split('/').at(-1)!, total: Math.round(Number(shown!.replace(/[$,]/g, '')) * 100) }
}

/** Downloads the ZIP of the collection, unpacks it, and counts what is in it. */
async function handOver(page: Page, collection: string): Promise<void> {
  await open(page, collection)
  const saved = page.waitForEvent('download', { timeout: 120_000 })
  await page.getByRole('button', { name: 'Download ZIP' }).click()
  const folder = mkdtempSync(join(tmpdir(), 'easel-hand-over-'))
  execFileSync('unzip', ['-q', await (await saved).path(), '-d', folder])
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => (entry.isFile() ? entry.name : []))
  const certificates = files.filter((name) => / certificate LIC-.*\.pdf$/.test(name))
  expect(new Set(certificates).size).toBe(ICONS)
  expect(files.filter((name) => /terms/.test(name))).toHaveLength(1)
  // A file and a certificate for each license, the terms, and the list.
  expect(files).toHaveLength(2 * ICONS + 2)
  const list = readFileSync(join(folder, 'manifest.csv'), 'utf8').trim().split(/\r?\n/)
  expect(list).toHaveLength(ICONS + 1)
}

/** The recipient accepts, and the certificate of before says so. */
async function transferOne(page: Page, browser: Browser): Promise<void> {
  const recipient = await newcomer(browser, 'Rita Recipient', { baseURL: shop.url })
  await open(page, '/client/licenses')
  const link = page.getByRole('link', { name: /^Transfer LIC-/ }).first()
  const number = (await link.getAttribute('aria-label'))!.replace('Transfer ', '')
  await link.click()
  await page.getByLabel('Recipient’s email').fill(recipient.email)
  await page.getByRole('button', { name: 'Send the offer' }).click()
  await expect(page.getByText('Waiting for the recipient.')).toBeVisible()
  const text = await mailedText(page.request, recipient.email, /is waiting for you/)
  await open(recipient.page, /\/licenses\/transfers\/[\w-]+/.exec(text)![0])
  await recipient.page.getByRole('button', { name: 'Accept the license' }).click()
  await expect(recipient.page).toHaveURL(/\/client\/licenses\/[0-9a-f-]{36}\/download$/)
  const theirs = await (await recipient.page.request.get('/api/licenses')).json()
  expect(theirs.items).toMatchObject([{ license_type: 'commercial', status: 'active' }])
  await page.goto(`/verify/${number}`)
  await expect(page.getByText('Transferred').first()).toBeVisible()
  await open(page, '/client/licenses?status=transferred')
  await expect(page.getByRole('row').filter({ hasText: number })).toContainText('Transferred')
}

type Order = { payment_id: string; tax_cents: number; total_cents: number; provider_order_id: string }

/** The payment, PayPal's own record, and the ledger name the same amounts, and the ledger verifies. */
async function agreeToTheCent(admin: Page, { payment_id, tax_cents, total_cents }: Order, total: number): Promise<void> {
  const payment = await (await admin.request.get(`/api/admin/payments/${payment_id}`)).json()
  const sums = Object.fromEntries(payment.sums.map((sum: { account: string; amount_cents: number }) => [sum.account, sum.amount_cents]))
  expect(-sums.income - sums.tax_owed).toBe(total)
  expect(-sums.tax_owed).toBe(tax_cents)
  expect(Object.values<number>(sums).reduce((sum, amount) => sum + amount, 0)).toBe(0)
  const atPayPal = await (await fetch(`${process.env['EASEL_PAYPAL_URL']}/sandbox/orders/${payment.provider_order_id}`)).json()
  const captures = atPayPal.purchase_units[0].payments.captures as { amount: { value: string } }[]
  expect(captures.map(({ amount }) => Math.round(Number(amount.value) * 100))).toEqual([total_cents])
  const env = { ...process.env, DATABASE_URL: process.env['EASEL_DATABASE_URL'] }
  const verified = spawnSync(process.execPath, ['processes/commands/verify-ledger.ts'], { env, encoding: 'utf8' })
  expect(verified.stdout + verified.stderr).toContain('every transaction sums to zero, every seal matches.')
  expect(verified.status).toBe(0)
}

const dollars = (cents: number): string => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)
