import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { uniquePicture } from '#tests/support/unique-picture.ts'

type Dropped = { name: string; mimeType: string; buffer: Buffer }

async function open(page: Page): Promise<void> {
  await signInAs(page.context(), 'artist@easel.test')
  await page.goto('/create-asset?many')
  await hydrated(page)
}

let made = 0
const mark = () => `${Date.now()}${Math.floor(Math.random() * 1e6)}${made++}`

const drawing = (name: string): Dropped => ({
  name: `${name}.svg`,
  mimeType: 'image/svg+xml',
  buffer: Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path id="m${mark()}" d="M4 4h16v${(made % 9) + 4}H4z" fill="#0${made % 10}8"/></svg>`
  )
})

async function photo(name: string): Promise<Dropped> {
  return { name: `${name}.png`, mimeType: 'image/png', buffer: await uniquePicture({ width: 300, height: 200 }) }
}

const drop = (page: Page, files: Dropped[]) => page.getByLabel('Files', { exact: true }).setInputFiles(files)
const rows = (page: Page) => page.getByRole('list', { name: 'Assets to be created' }).locator(':scope > li')
/** States the origin of each asset that has not been sent. */
async function stateOrigins(page: Page): Promise<void> {
  for (const origin of await page.getByLabel('Where does it come from?').all()) await origin.selectOption('human')
}
const rowOf = (page: Page, file: string) => rows(page).filter({ hasText: file })

test('twenty files in one batch: formats are joined, fields suggested and edited together; a broken file, a duplicate, and an unsupported format are reported', async ({
  page
}) => {
  test.setTimeout(180_000)
  await open(page)
  const taken = drawing('shared-shape')
  const files = [
    ...Array.from({ length: 16 }, (_, index) => drawing(`paperCrane_pose-${index + 1}`)),
    taken,
    await photo('blueHeron'),
    drawing('blueHeron')
  ]
  const broken = {
    name: 'torn-page.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><g></svg>')
  }
  await drop(page, [...files, broken, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') }])
  await expect(page.getByText('notes.txt: This kind of file is not accepted.')).toBeVisible()
  await expect(rows(page)).toHaveCount(19)
  await expect(page.getByText('0 of 20 uploaded.')).toBeVisible()
  await expect(rowOf(page, 'paperCrane_pose-7.svg').getByLabel('Title')).toHaveValue('Paper Crane Pose')
  await expect(rowOf(page, 'paperCrane_pose-7.svg').getByLabel('Tags')).toHaveValue('paper, crane, pose')
  await expect(rowOf(page, 'blueHeron.png')).toContainText('blueHeron.svg')

  await page.getByLabel('Add tags to several').fill('origami, Paper')
  await page.getByLabel('Category for several').selectOption('vector')
  await page.getByLabel('Origin for several').selectOption('human')
  await page.getByRole('button', { name: 'Apply to all 19' }).click()
  await expect(rowOf(page, 'paperCrane_pose-7.svg').getByLabel('Tags')).toHaveValue('paper, crane, pose, origami')
  await expect(rowOf(page, 'blueHeron.png').getByLabel('Category')).toHaveValue('vector')

  await page.getByRole('button', { name: 'Upload 19 assets' }).click()
  await expect(page.getByText('19 of 20 uploaded, 1 with a problem.')).toBeVisible({ timeout: 90_000 })
  await expect(rowOf(page, 'torn-page.svg')).toContainText('This SVG is not well-formed.')
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(19, { timeout: 90_000 })

  await drop(page, [{ ...taken, name: 'same-again.svg' }])
  await expect(rowOf(page, 'same-again.svg')).toBeVisible()
  await stateOrigins(page)
  await page
    .getByRole('button', { name: 'Upload 2 assets' })
    .or(page.getByRole('button', { name: 'Upload 1 asset' }))
    .click()
  await expect(rowOf(page, 'same-again.svg')).toContainText('This file already belongs to another asset.')
  expect(await violationsOn(page)).toEqual([])

  await page.goto('/assets?search=Blue+Heron')
  await expect(page.getByRole('heading', { name: 'Blue Heron' }).first()).toBeVisible()
  await expect(page.getByText('Vector · PNG · SVG').or(page.getByText('Vector · SVG · PNG')).first()).toBeVisible()
  await page.goto('/assets?search=Torn+Page')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('an upload resumes after a lost connection and creates nothing twice', async ({ page }) => {
  await open(page)
  const name = `lostOwl${mark()}`
  let lost = 0
  await page.route('**/api/uploads/new-asset', async (call) => {
    lost += 1
    if (lost > 2) return call.continue()
    // The first request arrives but its response is lost; the second request is lost.
    if (lost === 1) await call.fetch()
    return call.abort('connectionreset')
  })
  await drop(page, [drawing(name)])
  await page.getByLabel('Title').fill(name)
  await stateOrigins(page)
  await page.getByRole('button', { name: 'Upload 1 asset' }).click()
  await expect(page.getByText('Connection lost, trying again')).toBeVisible()
  await expect(page.getByText('1 of 1 uploaded.')).toBeVisible({ timeout: 30_000 })
  const found = (await (await page.request.get(`/api/assets/my-assets?search=${name}`)).json()) as { asset_files: unknown[] }[]
  expect(found.map(({ asset_files }) => asset_files.length)).toEqual([1])
})

test('leaving asks for confirmation while files are not uploaded, and a title and an origin are required', async ({ page }) => {
  await open(page)
  await drop(page, [{ ...drawing('x'), name: 'IMG_0001.svg' }])
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Upload 1 asset' }).click()
  await expect(page.getByText('Title is required.')).toBeVisible()
  await expect(page.getByText('Please choose where the picture comes from.')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByRole('link', { name: 'One', exact: true }).click()
  await page.getByRole('button', { name: 'Stay' }).click()
  await expect(rows(page)).toHaveCount(1)
  const asked = page.waitForEvent('dialog')
  const reloading = page.reload()
  const question = await asked
  expect(question.type()).toBe('beforeunload')
  await question.accept()
  await reloading
  await expect(rows(page)).toHaveCount(0)
})

test('a reload keeps fields and uploaded files, and the other files are chosen again', async ({ page }) => {
  test.setTimeout(180_000)
  await open(page)
  const [owl, crane] = [`keptOwl${mark()}`, `keptCrane${mark()}`]
  const title = `Owl at the window ${owl}`
  const folder = await mkdtemp(join(tmpdir(), 'easel-upload-'))
  const paths = [`${owl}.svg`, `${owl}.png`, `${crane}.svg`].map((name) => join(folder, name))
  await writeFile(paths[0]!, drawing(owl).buffer)
  await writeFile(paths[1]!, (await photo(owl)).buffer)
  await writeFile(paths[2]!, drawing(crane).buffer)
  const choose = () => page.getByLabel('Files', { exact: true }).setInputFiles(paths)
  try {
    // The owl's SVG is uploaded; its photo and the crane are still being sent when the page is reloaded.
    await page.route('**/api/uploads/new-asset', async (call) => {
      if (call.request().postDataBuffer()?.includes(`filename="${owl}.svg"`)) return call.continue()
    })
    await choose()
    await rowOf(page, `${owl}.svg`).getByLabel('Title').fill(title)
    await rowOf(page, `${crane}.svg`).getByLabel('Title').fill('Crane in the reeds')
    await rowOf(page, `${crane}.svg`).getByLabel('Category').selectOption('illustration')
    await stateOrigins(page)
    await page.getByRole('button', { name: 'Upload 2 assets' }).click()
    await expect(page.getByText('1 of 3 uploaded.')).toBeVisible({ timeout: 30_000 })
    page.once('dialog', (question) => void question.accept())
    await page.reload()
    await page.unroute('**/api/uploads/new-asset')
    await hydrated(page)
    await expect(page.getByText('Choose 2 files again to continue.')).toBeVisible()
    await expect(page.getByText(`${owl}.png, ${crane}.svg`)).toBeVisible()
    expect(await violationsOn(page)).toEqual([])

    await choose()
    await expect(page.getByText(`${owl}.svg: This file is already uploaded.`)).toBeVisible()
    await expect(page.getByText('again to continue.')).toHaveCount(0)
    await expect(rowOf(page, `${owl}.png`).getByLabel('Title')).toHaveValue(title)
    await expect(rowOf(page, `${crane}.svg`).getByLabel('Title')).toHaveValue('Crane in the reeds')
    await expect(rowOf(page, `${crane}.svg`).getByLabel('Category')).toHaveValue('illustration')
    await expect(rowOf(page, `${crane}.svg`).getByLabel('Where does it come from?')).toHaveValue('human')
    await page.getByRole('button', { name: 'Upload 2 assets' }).click()
    await expect(page.getByText('2 of 2 uploaded.')).toBeVisible({ timeout: 30_000 })
    const found = (await (await page.request.get(`/api/assets/my-assets?search=${title}`)).json()) as { asset_files: unknown[] }[]
    expect(found.map(({ asset_files }) => asset_files.length)).toEqual([2])
    await page.reload()
    await hydrated(page)
    await expect(page.getByText('again to continue.')).toHaveCount(0)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('a file that is too large is skipped, and refused or failed files can be retried', async ({ page }) => {
  test.setTimeout(120_000)
  await open(page)
  const name = `retriedWren${mark()}`
  const large = { name: 'poster.png', mimeType: 'image/png', buffer: Buffer.alloc(1000) }
  await page.evaluate(() => {
    // The limit is 100 MB, too much to pass to a browser in a test, so the file only claims a larger size.
    const { get } = Object.getOwnPropertyDescriptor(Blob.prototype, 'size')!
    Object.defineProperty(File.prototype, 'size', {
      get(this: File) {
        return this.name === 'poster.png' ? 101 * 1024 * 1024 : get!.call(this)
      }
    })
  })
  await drop(page, [large, drawing(name), await photo(`${name}Two`)])
  await expect(page.getByText('poster.png: This file is too large: at most 100 MB.')).toBeVisible()
  await expect(rows(page)).toHaveCount(2)
  await stateOrigins(page)
  let calls = 0
  await page.route('**/api/uploads/new-asset', async (call) => {
    calls += 1
    if (calls > 1) return call.continue()
    return call.fulfill({ status: 413, json: { error: 'This file is too large.', code: 'file_too_large' } })
  })
  await page.route('**/api/uploads/*/progress', async (call) => {
    const answer = await call.fetch()
    return call.fulfill({ json: { ...(await answer.json()), status: 'failed', failure: 'This file could not be processed.' } })
  })
  await page.getByRole('button', { name: 'Upload 2 assets' }).click()
  await expect(page.getByText('This file is too large.', { exact: true })).toBeVisible()
  await expect(page.getByText('This file could not be processed.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('1 of 2 uploaded, 2 with a problem.')).toBeVisible()
  await page.unroute('**/api/uploads/*/progress')
  await page.getByRole('button', { name: `Retry ${name}.svg` }).click()
  await page.getByRole('button', { name: `Retry ${name}Two.png` }).click()
  await expect(page.getByText('2 of 2 uploaded.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(2, { timeout: 60_000 })
})
