import { type Browser, expect, type Page } from '@playwright/test'
import { attachOn, chooseOn, openHydrated, pressOn, tickOn, typeOn } from '#tests/support/browser/by-name.ts'
import { test } from '#tests/support/browser/journey.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

/* Twelve tasks as someone with a screen reader does them: by the roles and names of the accessibility tree, and by keyboard. */

const PASSWORD = 'easel-by-name'
const mark = Date.now().toString(36)
const title = `Paper heron ${mark}`
const drawing = {
  name: 'heron.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path id="p${mark}" d="M3 3h18v7H9z" fill="#287"/></svg>`
  )
}

test.describe.configure({ mode: 'serial', timeout: 120_000 })
test.use({ actionTimeout: 20_000 })

let client: Page
let artist: Page
let admin: Page
/** The certificate number of the license that the client bought. */
let certificate = ''

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000)
  client = await newcomer(browser)
  artist = await person(browser, 'artist')
  admin = await person(browser, 'admin')
})
test.afterAll(async () => {
  for (const page of [client, artist, admin]) await page?.context().close()
})

test('a visitor finds a free asset and gets it by email', async ({ page }) => {
  await openHydrated(page, '/?sort=title')
  const filters = page.getByRole('region', { name: 'Filters' })
  await pressOn(filters, 'link', 'Free now')
  await expect(page).toHaveURL(/free/)
  const first = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Get Free' }) })
    .first()
  await pressOn(first, 'button', 'Get Free')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toMatchAriaSnapshot(`
    - dialog /^Get /:
      - heading /^Get / [level=2]
      - tablist "Ways to get it":
        - tab "Single License"
        - tab "Subscription"
        - tab "Free Download" [selected]
  `)
  await typeOn(dialog, 'Email', `by-name-${mark}@example.com`)
  await tickOn(dialog, 'checkbox', /I agree/)
  const download = page.waitForEvent('download')
  await pressOn(dialog, 'button', 'Continue')
  expect((await download).suggestedFilename()).toMatch(/\.png$/)
})

test('a client buys a license', async () => {
  await openHydrated(client, '/?category=vector&sort=oldest')
  const card = client
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: client.getByRole('button', { name: 'Get', exact: true }) })
    .first()
  await pressOn(card, 'button', 'Get')
  const dialog = client.getByRole('dialog')
  await tickOn(dialog, 'radio', /^Commercial/)
  await tickOn(dialog, 'checkbox', /I agree/)
  await expect(dialog.getByRole('status')).toContainText(/Total\s*\$\d+\.\d\d/)
  await pressOn(dialog, 'button', 'Continue')
  await pressOn(client, 'link', 'Pay with PayPal')
  const download = client.waitForEvent('download')
  await pressOn(client, 'button', 'Approve payment')
  await download
  await expect(client.getByText('Thank you. The license is yours.')).toBeVisible()
})

test('a visitor verifies the certificate of that license', async ({ page }) => {
  await openHydrated(client, '/client/licenses')
  const row = client.getByRole('table', { name: 'Your licenses' }).getByRole('row').nth(1)
  certificate = (await row.getByText(/^LIC-/).textContent()) ?? ''
  await openHydrated(page, '/verify/LIC-0000-0000-0000-0000')
  await expect(page.getByText('No license has this certificate number.')).toBeVisible()
  await typeOn(page, 'Certificate number', certificate)
  await pressOn(page, 'button', 'Check')
  await expect(page.getByRole('region', { name: 'The certificate' })).toMatchAriaSnapshot(`
    - term: Number
    - definition: ${certificate}
    - term: Asset
  `)
})

test('a client asks for custom work', async () => {
  await openHydrated(client, '/custom-requests')
  await client.getByRole('main').getByRole('link', { name: 'New request' }).first().press('Enter')
  const form = client.getByRole('region', { name: 'Submit a Custom Request' })
  await typeOn(form, 'Title', title)
  await typeOn(form, 'Description', 'A heron for our menu.')
  await chooseOn(form, 'Category', 'Illustration')
  await pressOn(form, 'button', 'Submit request')
  await expect(client.getByRole('status').filter({ hasText: 'Your request is submitted.' })).toBeVisible()
  await expect(client.getByRole('table', { name: 'Requests' }).getByRole('row', { name: title })).toContainText('Pending')
})

test('a client compresses a picture', async () => {
  await openHydrated(client, '/tools/compress')
  await attachOn(client, 'Images', drawing)
  await expect(client.getByRole('status').filter({ hasText: '6 files are ready.' })).toBeVisible({ timeout: 60_000 })
  const download = client.waitForEvent('download')
  await pressOn(client, 'link', 'Download heron-400.webp')
  expect((await download).suggestedFilename()).toBe('heron-400.webp')
})

test('a client makes a label', async () => {
  await openHydrated(client, '/qr-barcode')
  await typeOn(client, 'Website', 'example.com')
  await pressOn(client, 'button', 'Create label')
  const preview = client.getByRole('dialog', { name: 'Label preview' })
  const download = client.waitForEvent('download')
  await pressOn(preview, 'button', 'Download PNG')
  expect((await download).suggestedFilename()).toMatch(/\.png$/)
})

test('a client changes the name in the profile', async () => {
  await openHydrated(client, '/user/profile')
  const info = client.getByRole('region', { name: 'Basic info' })
  await typeOn(info, 'Name', 'Nora Named')
  await pressOn(info, 'button', 'Save name')
  await expect(client.getByRole('status').filter({ hasText: 'Your name is saved.' })).toBeVisible()
})

test('a client subscribes to a plan', async () => {
  await openHydrated(client, '/pricing')
  await pressOn(client, 'link', 'Subscribe to Individual')
  const dialog = client.getByRole('dialog', { name: 'Subscribe to Individual' })
  await tickOn(dialog, 'checkbox', /./)
  await pressOn(dialog, 'button', 'Continue')
  await pressOn(client, 'link', 'Subscribe with PayPal')
  await pressOn(client, 'button', /^(Approve|Agree)/)
  await expect(client).toHaveURL('/user/dashboard?subscribed=1')
})

test('an artist creates an asset and uploads its file', async () => {
  await openHydrated(artist, '/create-asset')
  await typeOn(artist.getByRole('main'), 'Title', title)
  await chooseOn(artist.getByRole('main'), 'Category', 'Icon')
  await artist.getByRole('main').getByRole('radio', { name: 'Made by a person' }).check()
  await pressOn(artist, 'button', 'Create and add a file')
  await expect(artist).toHaveURL(/\/upload-file\/[0-9a-f-]{36}$/)
  await attachOn(artist.getByRole('main'), 'File', drawing)
  await pressOn(artist.getByRole('main'), 'button', 'Upload')
  await expect(artist.getByText('File uploaded successfully!')).toBeVisible()
})

test('an admin reviews and approves it', async () => {
  // Approving an asset whose file became ready meanwhile asks to look again.
  const statusOf = async () => {
    const found = (await (await admin.request.get(`/api/admin/assets?q=${encodeURIComponent(title)}`)).json()) as {
      files: { status: string }[]
    }[]
    return found[0]?.files[0]?.status
  }
  await expect.poll(statusOf, { timeout: 20_000 }).toBe('ready')
  await openHydrated(admin, '/admin/review')
  await expect(admin.getByRole('list', { name: 'Pending' }).getByRole('button', { name: title })).toBeVisible()
  await pressOn(admin.getByRole('list', { name: 'Pending' }), 'button', title)
  await expect(admin.getByRole('region', { name: 'Pending assets' })).toMatchAriaSnapshot(`
    - heading "${title}" [level=3]
    - term: Artist
    - definition: Aria Artist
    - button "Approve"
    - button "Reject"
  `)
  await pressOn(admin, 'button', 'Approve')
  await expect(admin.getByRole('heading', { name: title })).toHaveCount(0)
})

test('an admin records a payout', async () => {
  await openHydrated(admin, '/admin/employee-payouts')
  await pressOn(admin.getByRole('table', { name: 'Open balances' }), 'link', 'Aria Artist')
  await expect(admin.getByRole('heading', { name: 'Pay Aria Artist' })).toBeVisible()
  await typeOn(admin, 'Amount', '1.25', 'spinbutton')
  await chooseOn(admin, 'Payment method', 'Check')
  await typeOn(admin, 'Reference number (optional)', `By name ${mark}`)
  await pressOn(admin, 'button', 'Record payout')
  await expect(admin.getByRole('row').filter({ hasText: `By name ${mark}` })).toContainText('$1.25')
})

test('an admin reads the financial report as a table', async () => {
  await openHydrated(admin, '/admin/reports')
  await pressOn(admin, 'link', 'Details')
  await expect(admin).toHaveURL(/\/admin\/report-details/)
  const tables = admin.getByRole('main').getByRole('table')
  await expect(tables.first()).toHaveAccessibleName(/./)
  await expect(tables.first().getByRole('columnheader').first()).toHaveAccessibleName(/./)
})

async function person(browser: Browser, who: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, reducedMotion: 'reduce' })
  await signInAs(context, `${who}@easel.test`)
  return context.newPage()
}

/** Registers, verifies, and signs in a client. */
async function newcomer(browser: Browser): Promise<Page> {
  const email = `by-name-${mark}-${Math.floor(Math.random() * 1e6)}@example.com`
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, reducedMotion: 'reduce' })
  const { request } = context
  await request.post('/api/auth/register', { data: { name: 'Nora Newcomer', email, password: PASSWORD, terms: true } })
  const code = await mailedCode(request, email)
  expect((await request.post('/api/auth/verify-email', { data: { email, code } })).status()).toBe(200)
  return context.newPage()
}
