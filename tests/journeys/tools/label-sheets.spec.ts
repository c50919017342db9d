import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

test.beforeAll(async () => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
})

const form = (page: Page) => page.getByRole('form', { name: 'Label' })
const field = (page: Page, name: string) => form(page).getByLabel(name, { exact: true })

async function open(page: Page): Promise<void> {
  await signInAs(page.context(), 'client@easel.test')
  await page.goto('/qr-barcode', { waitUntil: 'networkidle' })
  await page.getByRole('tab', { name: 'Text' }).click()
  await field(page, 'Code').fill('before')
  // The program that makes labels is loaded by the first one.
  await expect(page.getByText('Verified: the code contains exactly this text.')).toBeVisible({ timeout: 30_000 })
}

/** The size of each page in points, and the texts of the codes on it. */
async function pagesOf(pdf: Buffer, format: 'QRCode' | 'Code128'): Promise<{ size: string; codes: string[] }[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages = []
  for (const page of document.pages()) {
    const { originalWidth, originalHeight } = page.getOriginalSize()
    const { data, width, height } = await page.render({ scale: 300 / 72, render: 'bitmap', colorSpace: 'Gray' })
    const picture = await sharp(data, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
    const codes = await readBarcodes(picture, { formats: [format], maxNumberOfSymbols: 60, tryHarder: true })
    pages.push({ size: `${originalWidth.toFixed()} × ${originalHeight.toFixed()}`, codes: codes.map(({ text }) => text) })
  }
  document.destroy()
  library.destroy()
  return pages
}

test.describe('in a browser that has loaded nothing before', () => {
  test.use({ hasCache: false })

  test('a CSV file becomes verified labels on sheets, offline, with the errors by line', async ({ page, context }) => {
    await open(page)
    await context.setOffline(true)
    await page.getByLabel('Code type').selectOption({ label: 'Code 128 barcode' })
    await page.getByLabel('Format').selectOption({ label: 'Avery 5163 (4 × 2 in)' })
    const lines = Array.from({ length: 11 }, (_, index) => `B-${index + 1};"Größe ${index + 1}"`)
    const buffer = Buffer.from(['SKU;Product', ...lines.slice(0, 4), 'Größe;accents', ...lines.slice(4)].join('\r\n'))
    await page.getByLabel('CSV file', { exact: true }).setInputFiles({ name: 'goods.csv', mimeType: 'text/csv', buffer })
    await expect(page.getByRole('group', { name: 'Columns' }).getByLabel('Title')).toHaveValue('1')
    await expect(page.getByText('1 line is left out.')).toBeVisible()
    await expect(page.getByText('Line 6: Code: Code 128 supports only letters without accents')).toBeVisible()
    await page.getByLabel('Start at label').fill('3')
    await page.getByRole('button', { name: 'Create 11 labels' }).click()
    await expect(page.getByText('11 labels are ready, and every code was read back.')).toBeVisible({ timeout: 60_000 })
    const created = page.getByRole('list', { name: 'Labels created' }).getByRole('listitem')
    await expect(created).toHaveCount(11)
    await expect(created.filter({ hasText: 'Verified' })).toHaveCount(11)
    expect(await violationsOn(page)).toEqual([])
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download PDF' }).click()])
    const pages = await pagesOf(readFileSync(await saved.path()), 'Code128')
    expect(pages.map(({ size, codes }) => [size, codes.length])).toEqual([
      ['612 × 792', 8],
      ['612 × 792', 3]
    ])
    expect(pages.flatMap(({ codes }) => codes).toSorted()).toEqual(lines.map((line) => line.split(';')[0]!).toSorted())
  })
})

test('a change of the form discards the labels of the file, and a file without lines is refused', async ({ page }) => {
  await open(page)
  const choose = (text: string) =>
    page.getByLabel('CSV file', { exact: true }).setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('Code\n')
  await expect(page.getByText('This file has no lines below its column names.')).toBeVisible()
  await choose('Code\nA-1')
  await page.getByRole('button', { name: 'Create 1 label' }).click()
  await expect(page.getByText('1 label is ready, and every code was read back.')).toBeVisible({ timeout: 30_000 })
  await page.getByLabel('Format').selectOption({ label: 'Shelf label (2¼ × 1¼ in)' })
  await expect(page.getByRole('button', { name: 'Create 1 label' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Labels created' })).toHaveCount(0)
})

test('a business card is previewed in true size, and a sheet is filled with one label', async ({ page }) => {
  await open(page)
  await page.getByLabel('Format').selectOption({ label: 'Business card (3½ × 2 in)' })
  await expect(page.getByText('89 × 51 mm, shown in true size')).toBeVisible({ timeout: 30_000 })
  const label = page.getByRole('img', { name: /^Label with the code/ })
  await expect.poll(() => label.boundingBox()).toMatchObject({ width: 336, height: 192 })
  await page.getByLabel('Format').selectOption({ label: 'Avery L7163 (99.1 × 38.1 mm)' })
  await page.getByRole('button', { name: 'Create label' }).click()
  const preview = page.getByRole('dialog', { name: 'Label preview' })
  const [saved] = await Promise.all([page.waitForEvent('download'), preview.getByRole('button', { name: 'Download PDF' }).click()])
  expect(await pagesOf(readFileSync(await saved.path()), 'QRCode')).toEqual([{ size: '595 × 842', codes: Array(14).fill('before') }])
})

test('a shipping label and a business card begin with what is usual on them', async ({ page }) => {
  await open(page)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByLabel('Format').selectOption({ label: 'Shipping label (4 × 6 in)' })
  await expect(page.getByLabel('Code type')).toHaveValue('code128')
  await expect(page.getByLabel('Title', { exact: true })).toHaveValue('Ship to')
  await expect(page.getByLabel('Street', { exact: true })).toBeVisible()
  await page.getByLabel('Format').selectOption({ label: 'Business card (3½ × 2 in)' })
  await expect(page.getByLabel('Code type')).toHaveValue('qr')
  await expect(page.getByLabel('Contact name', { exact: true })).not.toHaveValue('')
  await expect(page.getByText('Where the code on the card leads: your site or portfolio.')).toBeVisible()
})
