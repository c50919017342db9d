import { readFileSync } from 'node:fs'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'
import { approvePayment } from '#tests/support/browser/purchase.ts'
import { type Product, startProduct } from '#tests/support/products/product.ts'

const PASSWORD = 'easel-demo'
/** A word that does not occur in the demo, so that a search finds only this test's asset. */
const word = `zephyr${Date.now().toString(36)}`
const title = `Blue ${word}`
const PRICE = { background: { wage_cents: 1200, commercial_cents: 3748, commercial: '$37.48' } }

test.describe.configure({ mode: 'serial', timeout: 120_000 })

let browser: Browser
/** Another app process on the same database and files: artist and visitors use the first one, admin and client this one. */
let second: Product
let artist: Page
let admin: Page
let client: Page
let picture: Buffer
let before: Totals
const contexts: BrowserContext[] = []

type Totals = { income_cents: number; wages_cents: number; expenses_cents: number; assets_sold: number }

test.beforeAll(async ({ browser: given }) => {
  browser = given
  picture = await photo()
  second = await startSecondProcess()
  artist = await openPage()
  admin = await openPage(second.url)
  client = await openPage(second.url)
})
test.afterAll(async () => {
  for (const context of contexts) await context.close()
  await second?.stop()
})

test('an artist creates an asset, uploads a picture and sees its previews', async () => {
  await logIn(artist, 'artist@easel.test')
  await expect(artist).toHaveURL('/employee/dashboard')
  await artist.goto('/create-asset')
  await artist.getByLabel('Title').fill(title)
  await artist.getByLabel('Description').fill('Soft waves for a wide header.')
  await artist.getByLabel('Category').selectOption('background')
  await artist.getByLabel('Tags').fill(`waves, blue, ${word}`)
  await artist.getByLabel('Made by a person').check()
  await artist.getByRole('button', { name: 'Create and add a file' }).click()
  await expect(artist).toHaveURL(/\/upload-file\/[0-9a-f-]{36}$/)
  await hydrated(artist.locator('main form').first())
  await artist.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(artist.getByText('Please select a file.')).toBeVisible()
  await artist.locator('input[type=file]').setInputFiles({ name: 'waves.png', mimeType: 'image/png', buffer: picture })
  await artist.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(artist.getByText('File uploaded successfully!')).toBeVisible()
  await expect(artist.locator('main img').first()).toBeVisible({ timeout: 30_000 })
  await artist.goto('/assets')
  await expect(artist.getByText(title)).toBeVisible()
})

test('other people cannot see it before it is approved', async ({ request }) => {
  const found = await (await request.get(`/api/assets/?search=${word}`)).json()
  expect(found).toEqual([])
})

test('an admin approves it, and the wage is booked', async () => {
  await logIn(admin, 'admin@easel.test')
  await expect(admin).toHaveURL(`${second.url}/admin/dashboard`)
  before = await totals()
  // Older assets are waiting, too.
  await admin.getByRole('button', { name: title }).click()
  await expect(admin.getByRole('heading', { name: title })).toBeVisible()
  await admin.getByRole('button', { name: 'Approve' }).click()
  await expect(admin.getByRole('heading', { name: title })).toBeHidden()
  await expect.poll(async () => (await totals()).wages_cents - before.wages_cents).toBe(PRICE.background.wage_cents)
})

test('a visitor finds it by search, and its originals have no public URL', async () => {
  const visitor = await openPage()
  await visitor.goto('/')
  await visitor.getByRole('combobox', { name: 'Search assets' }).fill(word)
  await expect(visitor).toHaveURL(new RegExp(`search=${word}`))
  const card = visitor.getByRole('listitem').filter({ hasText: title })
  await expect(card).toHaveCount(1)
  await card.getByRole('link').first().click()
  await expect(visitor.getByRole('heading', { level: 1, name: title })).toBeVisible()
  const shown = await visitor.locator('main img').first().getAttribute('src')
  expect(shown).toMatch(/^\/previews\//)
  const preview = await visitor.request.get(shown!)
  expect(preview.headers()['content-type']).toBe('image/webp')
  for (const guess of [shown!.replace('-marked', ''), shown!.replace('/previews/', '/originals/'), shown!.replace('/previews/', '/files/')])
    if (guess !== shown) expect((await visitor.request.get(guess)).status()).toBe(404)
})

test('a visitor gets a free asset by email as a 1500 px PNG', async () => {
  const visitor = await openPage()
  const email = `free-${Date.now()}@example.com`
  await visitor.goto('/')
  const card = visitor
    .getByRole('listitem')
    .filter({ has: visitor.getByText('FREE', { exact: true }) })
    .first()
  await hydrated(card.locator('form'))
  await card.hover()
  await card.getByRole('button', { name: 'Get Free' }).click()
  const dialog = visitor.getByRole('dialog')
  await expect(dialog.getByRole('tab', { name: 'Free Download' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await dialog.getByLabel('Email').fill(email)
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  const download = visitor.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const { width, height, format } = await sharp(readFileSync(await (await download).path())).metadata()
  expect({ format, longest: Math.max(width, height) }).toEqual({ format: 'png', longest: 1500 })
  await expect
    .poll(async () => (await visitor.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text(), { timeout: 20_000 })
    .toContain('Your free download')
})

test('a visitor’s purchase continues after registration, is paid at PayPal, and downloads the original', async () => {
  const email = `buyer-${Date.now()}@example.com`
  await client.goto(`/?search=${word}`)
  await get(client)
  const dialog = client.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: `Get ${title}` })).toBeVisible()
  await dialog.getByText('Commercial', { exact: true }).click()
  await expect(dialog.getByText(PRICE.background.commercial).first()).toBeVisible()
  await dialog.getByLabel('Coupon').fill('SAVE10')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Coupons aren’t enabled yet.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(client).toHaveURL(`${second.url}/login?next=/resume-checkout`)

  await client.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await hydrated(client.locator('main form').first())
  await client.getByLabel('Full name').fill('Bea Buyer')
  await client.getByLabel('Email').fill(email)
  await client.getByLabel('Password', { exact: true }).fill('easel-buyer')
  await client.getByRole('button', { name: 'Create account' }).click()
  // The form is submitted automatically after the code's last digit.
  await client.getByLabel('Code').fill(await mailedCode(client.request, email))
  await expect(client).toHaveURL(/\/pay\/checkout\?/)

  const cheaper = new URL(client.url())
  cheaper.searchParams.set('amount', '0.01')
  await client.goto(cheaper.href)
  await expect(client.getByText(PRICE.background.commercial).first()).toBeVisible()
  await client.getByRole('link', { name: 'Pay with PayPal' }).click()
  await expect(client.getByText(/37\.48/).first()).toBeVisible()
  await approvePayment(client)

  await client.goto('/client/licenses')
  const row = client.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('Active')
  await expect(row).toContainText('Commercial')
  const download = client.waitForEvent('download')
  await row.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`${title}.png`)
  expect(readFileSync(await file.path()).equals(picture)).toBe(true)
  await expect
    .poll(async () => (await client.request.get(`/dev/mailbox?to=${encodeURIComponent(email)}`)).text(), { timeout: 20_000 })
    .toMatch(/receipt|license/i)
})

test('buying it again downloads it without a second charge', async () => {
  await client.goto(`/?search=${word}`)
  await get(client)
  const dialog = client.getByRole('dialog')
  await dialog.getByText('Commercial', { exact: true }).click()
  const download = client.waitForEvent('download')
  // The client owns it, so Continue becomes Download. The terms are still required.
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.locator('button[type=submit]', { hasText: 'Download' }).last().click()
  await download
  expect((await totals()).assets_sold - before.assets_sold).toBe(1)
})

test('the admin’s report and the artist’s wage match the ledger to the cent', async () => {
  const after = await totals()
  expect({ income: after.income_cents - before.income_cents, wages: after.wages_cents - before.wages_cents }).toEqual({
    income: PRICE.background.commercial_cents,
    wages: PRICE.background.wage_cents
  })
  await admin.goto('/admin/reports')
  const main = admin.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Project Growth (last 12 months)' })).toBeVisible()
  for (const shown of [dollars(after.income_cents), dollars(after.wages_cents), String(after.assets_sold)])
    await expect(main.getByText(shown, { exact: true }).first()).toBeVisible()

  await artist.goto('/employee/earnings')
  const row = artist.getByRole('row').filter({ hasText: title })
  await expect(row).toContainText('$12.00')
})

async function startSecondProcess(): Promise<Product> {
  const { EASEL_DATA_DIR, EASEL_DATABASE_URL, EASEL_PAYPAL_URL } = process.env
  if (!EASEL_DATA_DIR || !EASEL_DATABASE_URL || !EASEL_PAYPAL_URL)
    throw new Error('Run this test without EASEL_URL: it needs the product’s data folder.')
  return startProduct({ dataDir: EASEL_DATA_DIR, env: { DEMO: '0', DATABASE_URL: EASEL_DATABASE_URL, PAYPAL_BASE_URL: EASEL_PAYPAL_URL } })
}

async function openPage(baseURL = process.env['EASEL_URL']!): Promise<Page> {
  const context = await browser.newContext({ acceptDownloads: true, baseURL })
  contexts.push(context)
  return context.newPage()
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await hydrated(page.locator('main form').first())
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Opens the acquire dialog from the only card found. */
async function get(page: Page): Promise<void> {
  const card = page.getByRole('listitem').filter({ hasText: title })
  await hydrated(card.locator('form'))
  await card.hover()
  await card.getByRole('button', { name: 'Get', exact: true }).click()
}

async function totals(): Promise<Totals> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
  const answer = await admin.request.get(`/api/admin/reports/financial?start=${day(-3)}&end=${day(3)}`)
  expect(answer.status()).toBe(200)
  return (await answer.json()).totals as Totals
}

const dollars = (cents: number) => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

/** Returns a picture of waves that is different in every run. */
async function photo(): Promise<Buffer> {
  const [width, height] = [1600, 1200]
  const pixels = Buffer.alloc(width * height * 3)
  const shift = Math.random() * 100
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)]
    const wave = Math.sin(x / 90 + shift + Math.sin(y / 140) * 2) * 40
    pixels[at * 3] = 30 + wave
    pixels[at * 3 + 1] = 120 + wave
    pixels[at * 3 + 2] = 190 + wave / 2
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}
