import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { approvePayment } from '#tests/support/browser/purchase.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'certificates-'))

test.beforeAll(async () => {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')).buffer as ArrayBuffer
  await prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true })
})
test.afterAll(() => rmSync(folder, { recursive: true }))

/** Reads the QR code as a phone's camera would. */
async function readQr(pdf: Buffer): Promise<string | undefined> {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const page = await document.getPage(0).render({ scale: 2, render: 'bitmap' })
    const { data, width, height } = page
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png()
      .toBuffer()
    document.destroy()
    return (await readBarcodes(png, { textMode: 'Plain' }))[0]?.text
  } finally {
    library.destroy()
  }
}

const verify = async (...given: string[]) => {
  try {
    return { code: 0, said: (await run(process.execPath, ['processes/commands/verify-certificate.ts', ...given])).stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, said: stdout + stderr }
  }
}

/** A retry buys from another list page, because the first try may have bought its asset already. */
async function buy(page: Page): Promise<void> {
  await signInAs(page.context(), 'client@easel.test')
  await page.goto(`/?category=icon&page=${3 + test.info().retry}`)
  await openDialog(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Which license do I need?').click()
  for (const answer of ['Work that earns money or advertises, by up to 10 people', 'Up to 10,000', 'No'])
    await dialog.getByRole('radio', { name: answer, exact: true }).check()
  await dialog.getByRole('button', { name: 'Choose Commercial' }).click()
  await expect(dialog.getByRole('radio', { name: /^Commercial/ })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: /^Commercial/ })).toBeFocused()
  expect(await violationsOn(page, '[role="dialog"], dialog')).toEqual([])
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/pay/checkout?**')
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  await approvePayment(page)
}

/** Opens the acquire dialog of the first asset on the page that is not free. */
async function openDialog(page: Page): Promise<void> {
  const form = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Get', exact: true }) })
    .first()
  await hydrated(form)
  await form.hover()
  await form.getByRole('button', { name: 'Get', exact: true }).click()
}

test('a certificate is downloaded after a purchase, its QR code is scanned, and it is checked online and offline', async ({
  page,
  browser,
  baseURL
}) => {
  await buy(page)
  await page.goto('/client/licenses?status=active&license_type=commercial')
  const row = page.getByRole('row').nth(1)
  const number = (await row.getByText(/^LIC-/).textContent())!
  const [download] = await Promise.all([page.waitForEvent('download'), row.getByRole('link', { name: /as PDF/ }).click()])
  expect(download.suggestedFilename()).toBe(`${number}.pdf`)
  const file = join(folder, 'certificate.pdf')
  await download.saveAs(file)
  const pdf = readFileSync(file)

  const address = await readQr(pdf)
  expect(new URL(address!).pathname).toBe(`/verify/${number}`)
  const phone = await browser.newContext({ baseURL: baseURL!, viewport: { width: 390, height: 844 } })
  const visitor = await phone.newPage()
  await visitor.goto(new URL(address!).pathname)
  await expect(visitor.getByText('This certificate is valid.')).toBeVisible()
  await expect(visitor.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  expect(await violationsOn(visitor)).toEqual([])

  expect(await verify(file, '--from', baseURL!)).toMatchObject({ code: 0, said: expect.stringContaining(number) })
  const keys = join(folder, 'keys.json')
  writeFileSync(keys, await (await page.request.get('/.well-known/jwks.json')).text())
  expect(await verify(file, '--keys', keys)).toMatchObject({ code: 0, said: expect.stringMatching(/^Valid/) })
  const forged = join(folder, 'forged.pdf')
  writeFileSync(forged, pdf.toString('latin1').replace('License Certificate', 'License certificate'), 'latin1')
  expect(await verify(forged, '--keys', keys)).toMatchObject({ code: 1, said: expect.stringMatching(/^Invalid: the document was changed/) })

  await page.goto(`/verify/${number}`)
  await page.getByLabel('Another certificate number').fill('lic 0000 0000 0000 0000')
  await page.getByRole('button', { name: 'Check' }).click()
  await expect(page.getByText('No license has this certificate number.')).toBeVisible()
  await expect(page).toHaveURL(/\/verify\/LIC-0000-0000-0000-0000$/)
  await phone.close()
})

test('an owned license is downloaded from the dialog, not bought again', async ({ page }) => {
  await signInAs(page.context(), 'client@easel.test')
  await page.goto('/client/licenses')
  await page.getByRole('row').nth(1).getByRole('link').first().click()
  await page.waitForURL('**/assets/*')
  await openDialog(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('You already have this asset.')).toBeVisible({ timeout: 30_000 })
  await dialog.getByText('Commercial', { exact: true }).click()
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download', exact: true }).last().click()
  ])
  expect(await download.failure()).toBeNull()
})
