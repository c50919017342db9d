import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { expect, type Page, type Request } from '@playwright/test'
import sharp from 'sharp'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { openSettled } from '#tests/support/browser/settled-page.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { dataFile } from '#tests/support/data.ts'
import { hasPrograms } from '#tests/support/programs.ts'

const PAGE = '/tools/compress'
const WRONG = 'Please choose a PNG, JPEG, WEBP, GIF, or SVG image.'
const TURNED = dataFile('images/exif-orientation/Landscape_6.jpg')

// The longest file runs last, so its tests are shared between the workers.
test.describe.configure({ timeout: 180_000, mode: 'parallel' })

/** What each worker of the page loads before it can compress: one codec resizes, the others write PNG and WebP. */
const CODECS = 3

/** Opens the tool, and waits until it no longer needs the network. */
async function open(page: Page): Promise<void> {
  await signInAs(page.context(), 'client@easel.test')
  let loaded = 0
  const count = (request: Request) => {
    if (request.url().endsWith('.wasm')) loaded += 1
  }
  page.on('requestfinished', count)
  await openSettled(page, PAGE)
  await expect.poll(() => page.workers().length).toBeGreaterThan(0)
  await expect.poll(() => loaded, { timeout: 30_000 }).toBe(CODECS * page.workers().length)
  page.off('requestfinished', count)
}

const DRAWING = '<circle cx="12" cy="8" r="7" fill="teal"/><script>window.top.hacked = true</script>'
const svg = (size: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${size}>${DRAWING}</svg>`)

/** A shape on a transparent background. */
const picture = (width: number, height: number) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"><circle cx="80" cy="60" r="50" fill="#c33"/></svg>`
    )
  )

/** Wide, because a picture that is enlarged to 1200 pixels has few of them then. */
const smallPicture = () => picture(160, 32).png().toBuffer()

const grain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#346', noise: { type: 'gaussian', mean: 128, sigma: 50 } } })
    .jpeg()
    .toBuffer()

type Chosen = { name: string; mimeType: string; buffer: Buffer }
const file = (name: string, buffer: Buffer, mimeType = ''): Chosen => ({ name, mimeType, buffer })

const choose = (page: Page, ...files: Chosen[]) => page.locator('input[type=file]').setInputFiles(files)
const ready = (page: Page, count: number) => expect(page.getByText(`${count} files are ready.`)).toBeVisible({ timeout: 120_000 })

async function download(page: Page, name: string): Promise<Buffer> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: `Download ${name}`, exact: true }).click()
  ])
  expect(saved.suggestedFilename()).toBe(name)
  return readFile(await saved.path())
}

async function expectSix(page: Page, base: string, shape: number): Promise<void> {
  for (const width of [1200, 800, 400])
    for (const type of ['png', 'webp']) {
      const name = `${base}-${width}.${type}`
      const bytes = await download(page, name)
      const opened = await sharp(bytes).metadata()
      expect([name, opened.format, opened.width, opened.height]).toEqual([name, type, width, Math.round(width / shape)])
      const row = page.getByRole('row').filter({ hasText: name })
      await expect(row).toContainText(`${width} × ${opened.height}`)
      await expect(row.getByRole('cell').nth(3)).toHaveText(/^[\d,.]+$/)
      await sharp(bytes).raw().toBuffer()
    }
}

test('a visitor registers first and then returns to the tool', async ({ page }) => {
  await page.goto(PAGE)
  await expect(page).toHaveURL(`/register?next=${encodeURIComponent(PAGE)}`)
})

/** Kind, image, aspect ratio, and how many of the six files are enlarged. Wide images have fewer pixels to compress. */
const KINDS: [string, () => Promise<Buffer> | Buffer, number, number][] = [
  ['png', () => smallPicture(), 5, 6],
  ['jpeg', () => picture(1600, 400).flatten({ background: '#fff' }).jpeg().toBuffer(), 4, 0],
  ['webp', () => picture(900, 225).webp().toBuffer(), 4, 2],
  ['gif', () => picture(160, 32).gif().toBuffer(), 5, 6],
  ['svg', () => svg('viewBox="0 0 24 6"'), 4, 0]
]

for (const [kind, make, shape, enlarged] of KINDS)
  test(`a ${kind} becomes six valid files of the right sizes, without network requests`, async ({ page, context }) => {
    await open(page)
    const asked: string[] = []
    page.on('request', (request) => /^(blob|data):/.test(request.url()) || asked.push(request.url()))
    await context.setOffline(true)
    await choose(page, file(`holiday.${kind}`, await make()))
    await ready(page, 6)
    await expectSix(page, 'holiday', shape)
    await expect(page.getByText('enlarged', { exact: true })).toHaveCount(enlarged)
    expect(asked).toEqual([])
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  })

test('an SVG without dimensions gets the browsers’ default size', async ({ page }) => {
  await open(page)
  await choose(page, file('plain.svg', svg('')))
  await ready(page, 6)
  const opened = await sharp(await download(page, 'plain-1200.png')).metadata()
  expect([opened.width, opened.height]).toEqual([1200, 600])
})

test('EXIF rotation is applied and transparency is kept', async ({ page }) => {
  await open(page)
  // A strip of a photo, with the photo's EXIF.
  const turned = await sharp(TURNED).extract({ left: 0, top: 0, width: 300, height: 1800 }).keepExif().jpeg().toBuffer()
  await choose(page, file('turned.jpg', turned), file('round.png', await smallPicture()))
  await ready(page, 12)
  const upright = await sharp(turned).autoOrient().resize(400).toBuffer({ resolveWithObject: true })
  const opened = await sharp(await download(page, 'turned-400.png')).metadata()
  expect([opened.width, opened.height]).toEqual([upright.info.width, upright.info.height])
  expect(opened.width).toBeGreaterThan(opened.height)
  for (const type of ['png', 'webp']) {
    const corner = await sharp(await download(page, `round-400.${type}`))
      .extract({ left: 390, top: 70, width: 4, height: 4 })
      .raw()
      .toBuffer()
    expect(corner[3]).toBe(0)
  }
})

test('an unsupported, broken, or too large file shows an error', async ({ page }) => {
  await open(page)
  await choose(page, file('notes.png', Buffer.from('just words'), 'image/png'))
  await expect(page.getByRole('alert').getByText(WRONG, { exact: true })).toBeVisible()
  const whole = await smallPicture()
  const huge = Buffer.from(whole)
  huge.writeUInt32BE(20_000, 16)
  huge.writeUInt32BE(20_000, 20)
  await choose(
    page,
    file('broken.png', whole.subarray(0, 60)),
    file('huge.png', huge),
    file('notes.pdf', Buffer.from('%PDF-1.7')),
    file('good.png', whole)
  )
  await expect(page.getByText(`${WRONG} Not accepted: notes.pdf`)).toBeVisible()
  await expect(page.getByText('6 files are ready. 2 images failed.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'broken.png' })).toContainText('Failed to compress image.')
  await expect(page.getByRole('region', { name: 'huge.png' })).toContainText('400 megapixels')
})

test('many images: Cancel stops immediately and keeps finished files, the rest can be created later, and everything downloads as one ZIP, also offline', async ({
  page,
  context
}) => {
  test.skip(!hasPrograms('python3'), 'Python lists the ZIP.')
  await open(page)
  const small = await smallPicture()
  await choose(page, file('first.png', small))
  await ready(page, 6)
  // Large enough that none is done before the cancel, and wide, so that the one compressed after it has few pixels.
  const large = await grain(6000, 1500)
  await choose(page, ...['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map((name) => file(name, large)))
  await expect(page.getByRole('progressbar', { name: 'Compressing a.jpg and 3 more' })).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText(/^Canceled\. \d of 6 files were created\.$/)).toHaveCount(4)
  await expect(page.getByText(/^\d+ files are ready\.$/)).toBeVisible()
  for (const name of ['b.jpg', 'c.jpg', 'd.jpg']) await page.getByRole('button', { name: `Remove ${name}` }).click()
  await page.getByRole('button', { name: 'Create the rest' }).click()
  await ready(page, 12)
  for (const offline of [false, true]) {
    await context.setOffline(offline)
    const [saved] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download all as ZIP' }).click()])
    expect(saved.suggestedFilename()).toBe('compressed-images.zip')
    const names = namesIn(await readFile(await saved.path()))
    expect(names).toHaveLength(12)
    expect(names).toEqual(expect.arrayContaining(['first-1200.png', 'first-400.webp', 'a-800.webp']))
  }
})

/** The names in a ZIP's directory, read by an independent program. */
function namesIn(zip: Buffer): string[] {
  const read =
    'import io, sys, zipfile; z = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read())); assert z.testzip() is None; print("\\n".join(z.namelist()))'
  return execFileSync('python3', ['-c', read], { input: zip, encoding: 'utf8' }).trim().split('\n')
}

test('a new quality re-creates the WebP files, keys move the comparison slider, and leaving asks first', async ({ page }) => {
  await open(page)
  await choose(page, file('photo.jpg', await grain(1600, 400)))
  await ready(page, 6)
  const fine = (await download(page, 'photo-1200.webp')).length
  await page.getByLabel('WebP quality').fill('0.1')
  await page.getByRole('button', { name: 'Compress again at 10%' }).click()
  await expect(page.getByText('WebP at 10%')).toBeVisible()
  await ready(page, 6)
  await page.getByRole('button', { name: 'Compare photo-1200.webp' }).click()
  const slider = page.getByRole('slider', { name: 'Share of the original shown' })
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  await expect(slider).toHaveAttribute('aria-valuetext', '51% original, 49% compressed')
  await page.getByRole('link', { name: 'My Licenses' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  expect((await download(page, 'photo-1200.webp')).length).toBeLessThan(fine)
  await page.getByRole('link', { name: 'My Licenses' }).first().click()
  await expect(page).toHaveURL('/client/licenses')
})

test('images dropped anywhere on the page are compressed', async ({ page }) => {
  await open(page)
  const bytes = [...(await smallPicture())]
  const dataTransfer = await page.evaluateHandle((given) => {
    const dragged = new DataTransfer()
    dragged.items.add(new File([new Uint8Array(given)], 'dropped.png'))
    return dragged
  }, bytes)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.dispatchEvent('dragenter', { dataTransfer })
  await expect(page.getByText('Drop the images anywhere to compress them')).toBeVisible()
  await heading.dispatchEvent('drop', { dataTransfer })
  await expect(page.getByText('Drop the images anywhere to compress them')).toBeHidden()
  await ready(page, 6)
  await expect(page.getByRole('region', { name: 'dropped.png' })).toContainText('1200 px WebP')
})

test('the comparison zooms by buttons and keys, and the picture moves by keys and by a click', async ({ page }) => {
  await open(page)
  await choose(page, file('photo.jpg', await grain(1600, 400)))
  await ready(page, 6)
  await page.getByRole('button', { name: 'Compare photo-1200.webp' }).click()
  const shown = page.getByRole('img', { name: 'photo.jpg, the original' })
  const view = () =>
    shown.evaluate((image) =>
      getComputedStyle(image)
        .transform.match(/-?[\d.]+/g)!
        .map((number) => Math.round(Number(number)))
    )
  const { width, height } = (await shown.boundingBox())!
  await page.getByRole('button', { name: 'Zoom in' }).click()
  expect(await view()).toEqual([2, 0, 0, 2, Math.round(-width / 2), Math.round(-height / 2)])
  const slider = page.getByRole('slider', { name: 'Share of the original shown' })
  await slider.focus()
  await page.keyboard.press('+')
  await expect(page.getByText('400%')).toBeVisible()
  for (let press = 0; press < 30; press++) await page.keyboard.press('Shift+ArrowLeft')
  expect((await view())[4]).toBe(0)
  await expect(slider).toHaveAttribute('aria-valuetext', '50% original, 50% compressed')
  await page.keyboard.press('0')
  expect(await view()).toEqual([1, 0, 0, 1, 0, 0])
  await page.keyboard.press('+')
  const stage = (await slider.boundingBox())!
  await page.mouse.click(stage.x + stage.width * 0.9, stage.y + stage.height / 2)
  expect((await view())[4]).toBeLessThan(-width * 0.8)
})

for (const screen of [
  { viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }
] as const)
  test(`the compressor with files is accessible, ${screen.viewport.width} px wide, ${screen.colorScheme}`, async ({ browser }) => {
    const page = await (await browser.newContext({ ...screen, baseURL: process.env['EASEL_URL']!, reducedMotion: 'reduce' })).newPage()
    await open(page)
    await choose(page, file('notes.png', Buffer.from('x')), file(`${'long-name-'.repeat(20)}.png`, await smallPicture()))
    await ready(page, 6)
    await page.getByRole('button', { name: /^Compare .*-800\.webp$/ }).click()
    expect(await violationsOn(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
    await page.context().close()
  })

test('the tool button opens the dialog on any page, and closing it asks before files are lost', async ({ page }) => {
  await open(page)
  await page.goto('/client/licenses', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Free Compress Size' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Compress Image' })
  await expect(dialog).toBeVisible()
  await choose(page, file('photo.png', await smallPicture()))
  await ready(page, 6)
  const asking = page.getByRole('dialog', { name: 'Discard the compressed files?' })
  await page.keyboard.press('Escape')
  await asking.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog.getByText('6 files are ready.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Close', exact: true }).click()
  await asking.getByRole('button', { name: 'Close and discard' }).click()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/client/licenses')
})
