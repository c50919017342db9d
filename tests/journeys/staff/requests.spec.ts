import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'
import { CONTACT_MIN_SECONDS } from '#help/rules.ts'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { type Product, startProduct } from '#tests/support/products/product.ts'

const PASSWORD = 'easel-demo'
const word = Date.now().toString(36)
const title = `Mascot ${word}`
const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

test.describe.configure({ mode: 'serial', timeout: 240_000 })
test.use({ actionTimeout: 20_000 })

let browser: Browser
/** The client's app process. It uses the database and files of the first one, which admin and artist use. */
let second: Product
let port: number
let client: Page
let admin: Page
const contexts: BrowserContext[] = []

test.beforeAll(async ({ browser: given }) => {
  // Starts a process.
  test.setTimeout(240_000)
  browser = given
  port = await freePort()
  second = await startSecondProcess()
  client = await someone('client@easel.test', second.url)
  admin = await someone('admin@easel.test')
})
test.afterAll(async () => {
  for (const context of contexts) await context.close()
  await second?.stop()
})

test('a client’s draft survives a reload, missing fields show an error, and the request is submitted', async () => {
  await open(client, '/custom-requests?new=1')
  await client.getByLabel('Title').fill(title)
  await client.getByLabel('Budget').fill('a lot')
  await client.reload()
  await hydrated(client.locator('form[method=post]').first())
  await expect(client.getByLabel('Title')).toHaveValue(title)
  await client.getByRole('button', { name: 'Submit request' }).click()
  await expect(client.getByText('Please describe what you need.')).toBeVisible()
  await expect(client.getByText('Enter a budget such as 250 or 99.50.')).toBeVisible()
  await expect(client.getByLabel('Title')).toHaveValue(title)
  await client.getByLabel('Description').fill('A friendly fox for our bakery, in two colors.')
  await client.getByLabel('Category').selectOption('illustration')
  await client.getByLabel('Budget').fill('250')
  await client.getByRole('button', { name: 'Submit request' }).click()
  await expect(client.getByText('Your request is submitted.')).toBeVisible()
  await expect(client.getByRole('row', { name: title })).toContainText('Pending')
  await open(client, '/custom-requests?new=1')
  await expect(client.getByLabel('Title')).toHaveValue('')
})

test('the client edits the request and finds it by search and status; going back closes it', async () => {
  await client.goto('/custom-requests')
  await hydrated(client.getByRole('search'))
  await client.getByRole('searchbox', { name: 'Search' }).fill(word)
  await expect(client).toHaveURL(new RegExp(`search=${word}`))
  await client.getByRole('link', { name: title }).click()
  const panel = client.getByRole('region', { name: title })
  await expect(panel.getByText('$250.00')).toBeVisible()
  await panel.getByRole('button', { name: 'Edit' }).click()
  const dialog = client.getByRole('dialog', { name: 'Edit request' })
  await dialog.getByLabel('Budget').fill('300')
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await expect(dialog).toBeHidden()
  await expect(panel.getByText('$300.00')).toBeVisible()
  await expect(panel.getByText(/^Edited/)).toBeVisible()
  await client.goBack()
  await expect(panel).toBeHidden()
  await client.getByLabel('Status').selectOption('Approved')
  await expect(client.getByText('No requests found.')).toBeVisible()
})

test('an admin accepts the request and assigns it to an employee found by search; the client sees it without a reload', async () => {
  await open(client, `/custom-requests?search=${word}`)
  await client.getByRole('link', { name: title }).click()
  await expect(client.getByText('Live')).toBeVisible()
  await openAtDesk()
  await admin.getByRole('button', { name: 'Accept' }).click()
  await expect(admin.getByText(/^Set to accepted/)).toBeVisible()
  const employee = admin.getByRole('region', { name: title }).getByRole('combobox', { name: 'Assigned to' })
  await employee.fill('artist@easel')
  await expect(admin.getByRole('listbox').getByRole('option')).toHaveCount(1)
  await employee.press('ArrowDown')
  await employee.press('Enter')
  await expect(employee).toHaveValue(/<artist@easel\.test>$/)
  await admin.getByRole('button', { name: 'Assign' }).click()
  await expect(admin.getByText(/^Assigned to .+ by /)).toBeVisible()
  const panel = client.getByRole('region', { name: title })
  await expect(panel.getByText(/^Set to accepted/)).toBeVisible()
  await expect(panel.getByText('In progress')).toBeVisible()
  await expect(panel.getByText(/^Assigned to .+ by /)).toBeVisible()
})

test('client and admin exchange messages and a file across two app processes; after one is killed nothing is lost or duplicated', async () => {
  await say(client, 'Hello from the client')
  await expect(log(admin).getByText('Hello from the client')).toBeVisible()
  await admin.locator('input[type=file]').setInputFiles({ name: 'sketch.png', mimeType: 'image/png', buffer: PNG })
  await expect(admin.getByRole('list', { name: 'Files to send' })).toContainText('sketch.png')
  await expect(admin.getByRole('button', { name: 'Send' })).toBeEnabled()
  await say(admin, 'A first sketch')
  await expect(log(client).getByRole('link', { name: /sketch\.png/ })).toBeVisible()

  await second.stop('SIGKILL')
  await expect(client.getByText('Reconnecting…')).toBeVisible()
  for (const number of [1, 2, 3]) await say(admin, `While you were away ${number}`)
  await say(client, 'Written without a server')
  await expect(client.getByText(/^Not sent yet/)).toBeVisible()

  second = await startSecondProcess()
  await expect(client.getByText('Live')).toBeVisible({ timeout: 40_000 })
  await expect(client.getByText(/^Not sent yet/)).toBeHidden({ timeout: 20_000 })
  await expect(log(admin).getByText('Written without a server')).toBeVisible()
  const said = ['Hello from the client', 'A first sketch', 'While you were away 1', 'While you were away 2', 'While you were away 3']
  for (const page of [client, admin]) await expect.poll(() => bubbles(page)).toEqual([...said, 'Written without a server'])
  await client.reload()
  await expect.poll(() => bubbles(client)).toEqual([...said, 'Written without a server'])
})

test('Shift+Enter starts a new line, and an unsent text survives a reload', async () => {
  await hydrated(composer(client))
  const field = client.getByLabel('Message', { exact: true })
  await field.fill('One')
  await field.press('Shift+Enter')
  await field.pressSequentially('two')
  await client.reload()
  await hydrated(composer(client))
  await expect(field).toHaveValue('One\ntwo')
  await field.press('Enter')
  await expect(log(admin).getByText('One two')).toBeVisible()
})

test('the client cancels and deletes the request; the admin’s open conversation ends', async () => {
  const panel = client.getByRole('region', { name: title })
  await panel.getByRole('button', { name: 'Cancel request' }).click()
  await client.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await expect(panel.getByText('Cancelled', { exact: true }).first()).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Edit' })).toHaveCount(0)
  await expect(admin.getByText('The client canceled this request.')).toBeVisible()
  await panel.getByRole('button', { name: 'Delete' }).click()
  await client.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(client.getByText('Request deleted.')).toBeVisible()
  await expect(client.getByRole('link', { name: title })).toHaveCount(0)
  await expect(admin.getByText('You no longer have access to this conversation.')).toBeVisible({ timeout: 30_000 })
})

test('a message from the contact page, sent without JavaScript, reaches the admins', async () => {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, javaScriptEnabled: false })
  contexts.push(context)
  const visitor = await context.newPage()
  await visitor.goto('/contact')
  const opened = Date.now()
  await visitor.getByLabel('Name').fill('Vera Visitor')
  await visitor.getByLabel('Email').fill(`vera-${word}@example.com`)
  await visitor.getByLabel('Subject').fill(`Question ${word}`)
  await visitor.getByLabel('Message').fill('Do you draw whole series?')
  await expect.poll(() => Date.now() - opened, { timeout: 10_000 }).toBeGreaterThan(CONTACT_MIN_SECONDS * 1000 + 500)
  await visitor.getByRole('button', { name: 'Send message' }).click()
  await expect(visitor.getByText('Thank you for your message.')).toBeVisible()

  await open(admin, `/admin/messages?state=open&q=${word}`)
  const message = admin.getByRole('listitem').filter({ hasText: `Question ${word}` })
  await expect(message).toContainText('Do you draw whole series?')
  await message.getByRole('button', { name: 'Mark done' }).click()
  await expect(message).toHaveCount(0)
  await admin.goto(`/admin/messages?state=done&q=${word}`)
  await expect(message).toContainText('Done by')
})

const log = (page: Page): Locator => page.getByRole('log')
const composer = (page: Page): Locator => page.locator('form', { has: page.getByLabel('Message', { exact: true }) })
const bubbles = async (page: Page) => (await log(page).locator('li[data-position] p').allInnerTexts()).map((text) => text.trim())

async function say(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Message', { exact: true })
  await field.fill(text)
  await field.press('Enter')
  await expect(log(page).getByText(text)).toBeVisible()
}

async function openAtDesk(): Promise<void> {
  await open(admin, `/admin/requests?q=${word}`)
  await admin.getByRole('link', { name: title }).click()
  await expect(admin.getByText('Live')).toBeVisible()
}

async function startSecondProcess(): Promise<Product> {
  const { EASEL_DATA_DIR, EASEL_DATABASE_URL, EASEL_PAYPAL_URL } = process.env
  if (!EASEL_DATA_DIR || !EASEL_DATABASE_URL || !EASEL_PAYPAL_URL)
    throw new Error('Run this journey without EASEL_URL: it needs the product’s data folder.')
  const env = { DEMO: '0', DATABASE_URL: EASEL_DATABASE_URL, PAYPAL_BASE_URL: EASEL_PAYPAL_URL, PORT: String(port) }
  return startProduct({ dataDir: EASEL_DATA_DIR, env })
}

async function someone(email: string, baseURL = process.env['EASEL_URL']!): Promise<Page> {
  const context = await browser.newContext({ baseURL })
  contexts.push(context)
  const answer = await context.request.post('/api/auth/login', { data: { email, password: PASSWORD } })
  expect(answer.status()).toBe(200)
  return context.newPage()
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page.locator('main form').first())
}
