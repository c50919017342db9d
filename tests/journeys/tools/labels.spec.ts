import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

test.beforeAll(async () => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
})

const read = async (picture: Uint8Array) =>
  (await readBarcodes(picture, { textMode: 'Plain' })).map(({ format, text }) => ({ format: String(format), text }))

async function open(page: Page, who: 'client' | 'artist' | 'admin' | 'subscriber', path = '/qr-barcode'): Promise<void> {
  await signInAs(page.context(), `${who}@easel.test`)
  await page.goto(path)
  await hydrated(page)
}

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true })
const preview = (page: Page) => page.getByRole('dialog', { name: 'Label preview' })

async function create(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create label' }).click()
  await expect(preview(page)).toBeVisible()
}

async function download(page: Page, kind: 'PNG' | 'SVG' | 'PDF') {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    preview(page)
      .getByRole('button', { name: `Download ${kind}` })
      .click()
  ])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

test('a visitor registers first and then returns to the tool', async ({ page }) => {
  await page.goto('/qr-barcode')
  await expect(page).toHaveURL('/register?next=%2Fqr-barcode')
})

test('each validation error is shown at its field, which gets the focus', async ({ page }) => {
  await open(page, 'client')
  const create = page.getByRole('button', { name: 'Create label' })
  await create.click()
  await expect(page.getByText('Website is required for URL QR.')).toBeVisible()
  await expect(field(page, 'Website')).toBeFocused()
  await field(page, 'Website').fill('not an address')
  await expect(page.getByText('Enter a valid URL (e.g., example.com)')).toBeVisible()
  await page.getByRole('tab', { name: 'Text' }).click()
  await expect(page.getByText('Enter at least one of Title, Code, or Notes.')).toBeVisible()
  await page.getByRole('tab', { name: 'Asset' }).click()
  await field(page, 'Base URL').fill('')
  await create.click()
  await expect(page.getByText('Asset ID is required.')).toBeVisible()
  await expect(page.getByText('Base URL is required.')).toBeVisible()
  await page.getByText('Company and contact').click()
  for (const [name, value, text] of [
    ['Phone', '555', 'Enter a valid phone number'],
    ['ZIP', '941', 'Enter a valid ZIP (e.g., 94105)'],
    ['State', 'C1', 'Use 2-letter state code (e.g., CA)']
  ] as const) {
    await field(page, name).fill(value)
    await field(page, name).blur()
    await expect(page.getByText(text)).toBeVisible()
  }
})

const KINDS = [
  ['QR code', 'Text', 'QRCode', 'Größe 日本 7', 'Größe 日本 7'],
  ['Data Matrix', 'Text', 'DataMatrix', 'Box 7 🎨', 'Box 7 🎨'],
  ['Code 128 barcode', 'Text', 'Code128', 'B-7/4', 'B-7/4'],
  ['EAN-13 barcode', 'Text', 'EAN13', '590123412345', '5901234123457'],
  ['EAN-8 barcode', 'Text', 'EAN8', '9638507', '96385074'],
  ['UPC-A barcode', 'Text', 'UPCA', '03600029145', '036000291452']
] as const

for (const [kind, type, format, code, value] of KINDS)
  test(`a ${kind} is created, downloaded, and decoded`, async ({ page }) => {
    await open(page, 'client')
    await page.getByRole('tab', { name: type }).click()
    await page.getByLabel('Code type').selectOption({ label: kind })
    await expect(page.getByLabel('Error correction')).toHaveCount(kind === 'QR code' ? 1 : 0)
    await field(page, 'Code').fill(code)
    await field(page, 'Size').selectOption('512')
    await create(page)
    const { bytes } = await download(page, 'PNG')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 512 })
    const [found, ...more] = await read(bytes)
    expect(more).toEqual([])
    expect(found!.text.replace(/^0(?=0\d{11}$)/, '')).toBe(value)
    expect(found!.format.replaceAll('-', '')).toMatch(new RegExp(`^(${format}|EAN13)$`, 'i'))
  })

test('the preview updates while typing; PNG, SVG, and PDF have the label’s name and code', async ({ page }) => {
  await open(page, 'client')
  await field(page, 'Website').fill('easel.test/spring')
  await field(page, 'Label title').fill('Spring sale')
  await expect(page.getByRole('img', { name: 'Label with the code https://easel.test/spring' })).toBeVisible()
  await expect(page.getByText('Verified: the code contains exactly this text.')).toBeVisible()
  await create(page)
  expect(await violationsOn(page)).toEqual([])
  const png = await download(page, 'PNG')
  const svg = await download(page, 'SVG')
  const pdf = await download(page, 'PDF')
  expect([png.name, svg.name, pdf.name]).toEqual(['spring-sale.png', 'spring-sale.svg', 'spring-sale.pdf'])
  for (const picture of [png.bytes, await sharp(svg.bytes).png().toBuffer()])
    expect((await read(picture)).map(({ text }) => text)).toEqual(['https://easel.test/spring'])
  expect(svg.bytes.toString()).toContain('>Spring sale</text>')
  expect(pdf.bytes.subarray(0, 8).toString()).toBe('%PDF-1.4')
})

test.describe('in a browser that has loaded nothing before', () => {
  test.use({ hasCache: false })

  test('offline, labels can still be created and downloaded in every format', async ({ page, context }) => {
    await open(page, 'client')
    await field(page, 'Website').fill('easel.test/before')
    await expect(page.getByText('Verified: the code contains exactly this text.')).toBeVisible()
    await context.setOffline(true)
    await expect(page.getByText('You are offline.')).toBeVisible()
    await field(page, 'Website').fill('easel.test/offline')
    await create(page)
    const [png, svg, pdf] = [await download(page, 'PNG'), await download(page, 'SVG'), await download(page, 'PDF')]
    for (const picture of [png.bytes, await sharp(svg.bytes).png().toBuffer()])
      expect((await read(picture)).map(({ text }) => text)).toEqual(['https://easel.test/offline'])
    expect(pdf.bytes.subarray(0, 8).toString()).toBe('%PDF-1.4')
    await expect(page).toHaveURL('/qr-barcode')
  })
})

test('the tool button opens the dialog on any page; closing it asks first and resets the form', async ({ page }) => {
  await open(page, 'client', '/user/dashboard')
  const button = page.getByRole('link', { name: 'Free QR Barcode' }).first()
  const dialog = page.getByRole('dialog', { name: 'Create QR / Label' })
  await button.click()
  await expect(dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await button.click()
  await field(page, 'Website').fill('easel.test/modal')
  await create(page)
  expect(await violationsOn(page)).toEqual([])
  expect((await read((await download(page, 'PNG')).bytes))[0]?.text).toBe('https://easel.test/modal')
  await preview(page).getByRole('button', { name: 'Close' }).click()
  await field(page, 'Label title').fill('Not kept')
  await page.keyboard.press('Escape')
  const asking = page.getByRole('dialog', { name: 'Discard this label?' })
  await asking.getByRole('button', { name: 'Stay' }).click()
  await expect(field(page, 'Label title')).toHaveValue('Not kept')
  await page.keyboard.press('Escape')
  await asking.getByRole('button', { name: 'Close and discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/user/dashboard')
  await button.click()
  await expect(field(page, 'Label title')).toHaveValue('')
  await expect(field(page, 'Website')).toHaveValue('')
})

test('hidden fields are not printed but stay in the code', async ({ page }) => {
  await open(page, 'client')
  await page.getByRole('tab', { name: 'Text' }).click()
  await field(page, 'Notes').fill('Hidden words')
  await page.getByLabel('Show Notes on the label').uncheck()
  await create(page)
  const svg = await download(page, 'SVG')
  expect(svg.bytes.toString()).not.toContain('Hidden words')
  expect((await read((await download(page, 'PNG')).bytes))[0]?.text).toBe('Hidden words')
})

test('content too long for the level or the size shows an error', async ({ page }) => {
  await open(page, 'client')
  await page.getByRole('tab', { name: 'Text' }).click()
  await field(page, 'Notes').fill('é'.repeat(1000))
  await page.getByLabel('Error correction').selectOption('H')
  await page.getByRole('button', { name: 'Create label' }).click()
  await expect(page.getByRole('form').getByText('The content is too long for one code.')).toBeVisible()
  await page.getByLabel('Error correction').selectOption('L')
  await page.getByRole('button', { name: 'Create label' }).click()
  await expect(page.getByRole('form').getByText('The content is too long for a code of this size.')).toBeVisible()
  await field(page, 'Size').selectOption('1024')
  await page.getByLabel('Show Notes on the label').uncheck()
  await create(page)
  expect((await read((await download(page, 'PNG')).bytes))[0]?.text).toBe('é'.repeat(1000))
})

for (const who of ['artist', 'admin'] as const)
  test(`the ${who} chooses an asset, and the code leads to its page`, async ({ page }) => {
    await open(page, who)
    await page.getByRole('tab', { name: 'Asset' }).click()
    await page.getByRole('list', { name: 'Assets found' }).getByRole('button').first().click()
    const id = await field(page, 'Asset ID').inputValue()
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    await create(page)
    const [found] = await read((await download(page, 'PNG')).bytes)
    expect(found!.text).toBe(`${process.env['EASEL_URL']}/asset/${id}`)
  })

test('a client finds a licensed asset by words in its title', async ({ page }) => {
  await open(page, 'subscriber')
  const [asset] = (await (await page.request.get('/api/assets/?page_size=1&sort=title')).json()) as { id: string; title: string }[]
  const data = { asset_id: asset!.id, license_type: 'subscription', via_subscription: true, terms_accepted: true }
  const given = await page.request.post('/api/licenses/checkout', { data, headers: { origin: process.env['EASEL_URL']! } })
  expect(given.status()).toBe(200)
  await page.getByRole('tab', { name: 'Asset' }).click()
  const search = page.getByLabel('Find one of your licensed assets')
  await search.fill('no such title')
  await expect(page.getByText('None of your licensed assets match.')).toBeVisible()
  await search.fill(asset!.title.toUpperCase())
  const found = page.getByRole('list', { name: 'Assets found' }).getByRole('button', { name: asset!.title }).first()
  await found.click()
  await expect(field(page, 'Asset ID')).toHaveValue(asset!.id)
})

test('a client without licenses can type an asset ID', async ({ page }) => {
  await open(page, 'client')
  await page.getByRole('tab', { name: 'Asset' }).click()
  await field(page, 'Asset ID').fill('7')
  await field(page, 'Base URL').fill('easel.test/')
  await create(page)
  expect((await read((await download(page, 'PNG')).bytes))[0]?.text).toBe('https://easel.test/asset/7')
})

test('printing starts after 350 ms with only the label on the page', async ({ page }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', String(performance.now()))
  })
  await open(page, 'client')
  await field(page, 'Website').fill('easel.test')
  await create(page)
  const pressed = await page.evaluate(() => performance.now())
  await preview(page).getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', /\d/)
  expect(Number(await page.locator('html').getAttribute('data-printed')) - pressed).toBeGreaterThanOrEqual(350)
  await page.emulateMedia({ media: 'print' })
  const shown = await page.evaluate(
    () => [...document.body.children].filter((element) => getComputedStyle(element).display !== 'none').length
  )
  expect(shown).toBe(1)
  expect((await read(await page.screenshot()))[0]?.text).toBe('https://easel.test')
})

test('a label is sent by email as a PNG, and failures are shown', async ({ page }) => {
  await open(page, 'admin')
  await field(page, 'Website').fill('easel.test/mailed')
  await create(page)
  await preview(page).getByRole('button', { name: 'Share via email' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share via email' })
  const send = dialog.getByRole('button', { name: 'Send' })
  await send.click()
  await expect(dialog.getByText('Please enter at least one recipient email.')).toBeVisible()
  await dialog.getByLabel('Recipients').fill('not an address')
  await send.click()
  await expect(dialog.getByText('Please enter a valid email.')).toBeVisible()
  await page.route('**/api/auth/qr-email', (route) => route.fulfill({ status: 502, body: '<html>' }), { times: 1 })
  const address = `label-${Date.now()}@example.com`
  await dialog.getByLabel('Recipients').fill(`${address}, other-${address}`)
  await send.click()
  await expect(dialog.getByText('Email failed (502)')).toBeVisible()
  await page.route('**/api/auth/qr-email', (route) => route.abort(), { times: 1 })
  await send.click()
  await expect(dialog.getByText('Failed to send email')).toBeVisible()
  await send.click()
  await expect(dialog.getByText('Email sent!')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(preview(page)).toBeVisible()
  expect((await read(await mailedPicture(page, address)))[0]?.text).toBe('https://easel.test/mailed')
})

async function mailedPicture(page: Page, address: string): Promise<Buffer> {
  let href: string | undefined
  await expect(async () => {
    const list = await (await page.request.get(`/dev/mailbox?to=${encodeURIComponent(address)}`)).text()
    const mail = /href="(\/dev\/mailbox\/[^"?]+)"/.exec(list)?.[1]
    expect(mail).toBeTruthy()
    href = /href="([^"]*\/attachments\/0)"/.exec(await (await page.request.get(mail!)).text())?.[1]
    expect(href).toBeTruthy()
  }).toPass({ timeout: 20_000 })
  return (await page.request.get(href!)).body()
}
