import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import { type Browser, type BrowserContext, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { approvePayment } from '#tests/support/browser/purchase.ts'
import { putOffDrawing } from '#tests/support/products/demo-products.ts'
import { type Product, startProduct } from '#tests/support/products/product.ts'
import { hasS3Server, S3_KEY, type S3Server, startS3Server } from '#tests/support/servers/s3-server.ts'

const BUCKET = 'pictures'
const word = `quill${Date.now().toString(36)}`
const title = `Long ${word}`

test.skip(!hasS3Server(), 'No S3 server is installed: this test needs radosgw, ceph-mon, ceph-osd and ceph-common.')
test.describe.configure({ mode: 'serial', timeout: 120_000 })

let browser: Browser
let server: S3Server
let bucket: S3Client
/** A product whose files are all in the bucket, including the demo's catalogue. */
let product: Product
let picture: Buffer
const contexts: BrowserContext[] = []

test.beforeAll(async ({ browser: given }) => {
  test.setTimeout(400_000)
  browser = given
  picture = await noise()
  server = await startS3Server()
  bucket = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', credentials: S3_KEY, forcePathStyle: true })
  await bucket.send(new CreateBucketCommand({ Bucket: BUCKET }))
  product = await startProduct({ env: { FILES_URL: server.address(BUCKET) } })
  await putOffDrawing(product.databaseUrl)
})
test.afterAll(async () => {
  test.setTimeout(120_000)
  for (const context of contexts) await context.close()
  await product?.stop()
  await server?.stop()
})

test('the catalogue’s pictures are served from the bucket', async () => {
  const visitor = await someone()
  await visitor.goto('/')
  const shown = visitor.locator('main li:has(h2)').first().locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth), { timeout: 30_000 }).toBeGreaterThan(0)
})

test('an artist uploads to the bucket, and an admin sees the picture and approves it', async () => {
  const artist = await someone()
  await logIn(artist, 'artist@easel.test')
  await artist.goto('/create-asset')
  await hydrated(artist.locator('main form').first())
  await artist.getByLabel('Title').fill(title)
  await artist.getByLabel('Tags').fill(word)
  await artist.getByLabel('Made by a person').check()
  await artist.getByRole('button', { name: 'Create and add a file' }).click()
  await expect(artist).toHaveURL(/\/upload-file\//)
  await hydrated(artist.locator('main form').first())
  await artist.locator('input[type=file]').setInputFiles({ name: 'quill.png', mimeType: 'image/png', buffer: picture })
  await artist.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect(artist.getByText('File uploaded successfully!')).toBeVisible({ timeout: 30_000 })
  await expect(artist.getByText('Ready', { exact: true })).toBeVisible({ timeout: 60_000 })
  expect(await keysOf('originals/')).not.toEqual([])

  const admin = await someone()
  await logIn(admin, 'admin@easel.test')
  await admin.goto('/admin/review')
  await hydrated(admin.locator('main'))
  await admin.getByRole('list', { name: 'Pending' }).getByAltText(title).click()
  await expect(admin.getByRole('heading', { name: title })).toBeVisible()
  await admin.keyboard.press('a')
  await expect(admin.getByText(`Approved “${title}”.`)).toBeVisible()
})

test('a visitor gets a free asset, rendered from the master in the bucket', async () => {
  const visitor = await someone()
  await visitor.goto('/?free=free-now')
  const card = visitor.locator('main li:has(h2)').first()
  await hydrated(card.locator('form'))
  await card.hover()
  await card.getByRole('button', { name: 'Get Free' }).click()
  const dialog = visitor.getByRole('dialog')
  await dialog.getByLabel('Email').fill(`${word}@example.com`)
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  const download = visitor.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const { width, height, format } = await sharp(readFileSync(await (await download).path())).metadata()
  expect({ format, longest: Math.max(width, height) }).toEqual({ format: 'png', longest: 1500 })
})

test('a client buys the upload and downloads it byte for byte', async () => {
  const client = await someone()
  await logIn(client, 'client@easel.test')
  await client.goto(`/?search=${word}`)
  const card = client.getByRole('listitem').filter({ hasText: title })
  await hydrated(card.locator('form'))
  await card.hover()
  await card.getByRole('button', { name: 'Get', exact: true }).click()
  const dialog = client.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await client.getByRole('link', { name: 'Pay with PayPal' }).click()
  await approvePayment(client)
  await client.goto('/client/licenses')
  const row = client.getByRole('row').filter({ hasText: title })
  const download = client.waitForEvent('download')
  await row.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe(`${title}.png`)
  expect(readFileSync(await file.path()).equals(picture)).toBe(true)
})

test('nothing is stored on the local disk', () => {
  expect(existsSync(join(product.dataDir, 'files'))).toBe(false)
})

async function keysOf(prefix: string): Promise<string[]> {
  const { Contents = [] } = await bucket.send(new ListObjectsV2Command({ Bucket: BUCKET, Prefix: prefix, MaxKeys: 10 }))
  return Contents.map(({ Key = '' }) => Key)
}

async function someone(): Promise<Page> {
  const context = await browser.newContext({ acceptDownloads: true, baseURL: product.url })
  contexts.push(context)
  return context.newPage()
}

async function logIn(page: Page, email: string): Promise<void> {
  await page.goto('/login')
  await hydrated(page.locator('main form').first())
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('easel-demo')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
}

const noise = (): Promise<Buffer> =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#346', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })
    .png()
    .toBuffer()
