import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'

type Dropped = { name: string; mimeType: string; buffer: Buffer }

/** The page is alive when React has taken it over. */
const alive = (page: Page) =>
  page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')))

async function open(page: Page): Promise<void> {
  const answer = await page.context().request.post('/api/auth/login', { data: { email: 'artist@easel.test', password: 'easel-demo' } })
  expect(answer.status()).toBe(200)
  await page.goto('/create-asset?many')
  await alive(page)
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
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#346', noise } })
    .png()
    .toBuffer()
  return { name: `${name}.png`, mimeType: 'image/png', buffer }
}

const drop = (page: Page, files: Dropped[]) => page.getByLabel('Files', { exact: true }).setInputFiles(files)
const rows = (page: Page) => page.getByRole('list', { name: 'Assets to be made' }).locator(':scope > li')
const rowOf = (page: Page, file: string) => rows(page).filter({ hasText: file })

test('twenty files at once: formats joined, words suggested and edited together, one broken, one a duplicate, one of another kind', async ({
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
  await page.getByRole('button', { name: 'Apply to all 19' }).click()
  await expect(rowOf(page, 'paperCrane_pose-7.svg').getByLabel('Tags')).toHaveValue('paper, crane, pose, origami')
  await expect(rowOf(page, 'blueHeron.png').getByLabel('Category')).toHaveValue('vector')

  await page.getByRole('button', { name: 'Upload 19 assets' }).click()
  await expect(page.getByText('19 of 20 uploaded, 1 with a problem.')).toBeVisible({ timeout: 90_000 })
  await expect(rowOf(page, 'torn-page.svg')).toContainText('This SVG is not well-formed.')
  await expect(page.getByText('Ready', { exact: true })).toHaveCount(19, { timeout: 90_000 })

  await drop(page, [{ ...taken, name: 'same-again.svg' }])
  await page
    .getByRole('button', { name: 'Upload 2 assets' })
    .or(page.getByRole('button', { name: 'Upload 1 asset' }))
    .click()
  await expect(rowOf(page, 'same-again.svg')).toContainText('This file already belongs to another asset.')
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]!.target])).toEqual([])

  await page.goto('/assets?search=Blue+Heron')
  await expect(page.getByRole('heading', { name: 'Blue Heron' }).first()).toBeVisible()
  await expect(page.getByText('Vector · PNG · SVG').or(page.getByText('Vector · SVG · PNG')).first()).toBeVisible()
  await page.goto('/assets?search=Torn+Page')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('a lost connection is waited for, and the same call makes nothing twice', async ({ page }) => {
  await open(page)
  const name = `lostOwl${mark()}`
  let lost = 0
  await page.route('**/api/uploads/new-asset', async (call) => {
    lost += 1
    if (lost > 2) return call.continue()
    // The first arrives, and its answer does not; the second does not arrive.
    if (lost === 1) await call.fetch()
    return call.abort('connectionreset')
  })
  await drop(page, [drawing(name)])
  await page.getByLabel('Title').fill(name)
  await page.getByRole('button', { name: 'Upload 1 asset' }).click()
  await expect(page.getByText('Connection lost, trying again')).toBeVisible()
  await expect(page.getByText('1 of 1 uploaded.')).toBeVisible({ timeout: 30_000 })
  const found = (await (await page.request.get(`/api/assets/my-assets?search=${name}`)).json()) as { asset_files: unknown[] }[]
  expect(found.map(({ asset_files }) => asset_files.length)).toEqual([1])
})

test('leaving asks first while files have not arrived; a title is required', async ({ page }) => {
  await open(page)
  await drop(page, [{ ...drawing('x'), name: 'IMG_0001.svg' }])
  await expect(rows(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Upload 1 asset' }).click()
  await expect(page.getByText('Title is required.')).toBeVisible()
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
