import { readFileSync } from 'node:fs'
import { type Download, expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { approvePayment } from '#tests/support/browser/purchase.ts'
import { openSettled } from '#tests/support/browser/settled-page.ts'
import { newcomer, subscriber } from '#tests/support/browser/subscribers.ts'

type Drawing = { id: string; title: string; palette: { color: string; share: number }[] }
const NEW = '#c0ffee'

/** Returns a drawing with several colors. Journeys that buy one choose different ones. */
async function drawing(page: Page, free: 'free-now' | 'not-free', skipped = 0): Promise<Drawing> {
  let left = skipped
  for (let number = 1; number < 6; number += 1)
    for (const { id } of await (await page.request.get(`/api/assets/?format=svg&page_size=40&page=${number}&free=${free}`)).json()) {
      const asset: Drawing = await (await page.request.get(`/api/assets/${id}`)).json()
      if ((asset.palette ?? []).filter(({ share }) => share > 0.05).length < 3) continue
      if (left === 0) return asset
      left -= 1
    }
  throw new Error('The demo has no such drawing.')
}

const section = (page: Page) => page.getByRole('region', { name: 'Colors' })
const value = (page: Page, color: string) => section(page).getByRole('textbox', { name: `New color for ${color}` })
const shown = (page: Page) => page.getByRole('main').getByRole('img').first()
const at = (id: string, colors?: string) => `/assets/${id}${colors ? `?${new URLSearchParams({ colors })}` : ''}`

/** The share of a picture's pixels that are about that color. */
async function shareOf(bytes: Buffer, color: string): Promise<number> {
  const { data } = await sharp(bytes, { limitInputPixels: 1e8 }).resize(200).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((place) => Number.parseInt(color.slice(place, place + 2), 16))
  let [near, all] = [0, 0]
  for (let pixel = 0; pixel + 2 < data.length; pixel += 3) {
    all += 1
    const [dr, dg, db] = [(data[pixel] ?? 0) - r, (data[pixel + 1] ?? 0) - g, (data[pixel + 2] ?? 0) - b]
    if (Math.abs(dr) + Math.abs(dg) + Math.abs(db) < 24) near += 1
  }
  return near / all
}

const bytesOf = async (download: Download): Promise<Buffer> => readFileSync(await download.path())

test('a visitor changes colors with the keyboard, undoes, shifts, makes one color, and resets', async ({ page }) => {
  const { id, palette } = await drawing(page, 'not-free')
  const [first, second] = palette.map(({ color }) => color) as [string, string]
  await openSettled(page, at(id))
  await value(page, first).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(NEW)
  await expect(page).toHaveURL(at(id, `${first}-${NEW}`))
  await expect(shown(page)).toHaveAttribute('src', /recolored\?colors=/)
  await expect(section(page)).toHaveAttribute('aria-busy', 'false')
  const src = await shown(page).evaluate((img: HTMLImageElement) => img.currentSrc)
  expect(await shareOf(await (await page.request.get(src)).body(), NEW)).toBeGreaterThan(0.02)

  await section(page).getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(at(id))
  await expect(value(page, first)).toHaveValue(first)

  await section(page).getByRole('slider').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page).toHaveURL(/colors=/)
  await section(page).getByRole('button', { name: 'Make it one color' }).click()
  await expect(value(page, first)).toHaveValue(await value(page, second).inputValue())
  await section(page).getByRole('link', { name: 'Reset' }).click()
  await expect(page).toHaveURL(at(id))
  await expect(value(page, second)).toHaveValue(second)
})

/** Moves a color picker as a person does who drags through it and closes it. */
const drag = (page: Page, color: string, through: readonly string[]) =>
  section(page)
    .getByLabel(new RegExp(`^Replace ${color}`))
    .evaluate((input: HTMLInputElement, through) => {
      const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
      for (const color of through) {
        write?.call(input, color)
        input.dispatchEvent(new Event('input', { bubbles: true }))
      }
      input.dispatchEvent(new Event('change', { bubbles: true }))
      input.focus()
    }, through)

test('dragging through a color picker is one step, which the keyboard undoes; the palette is copied, and the contrast is told', async ({
  page
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { id, palette } = await drawing(page, 'not-free')
  const [first, second, ...others] = palette.map(({ color }) => color) as [string, string, ...string[]]
  await openSettled(page, at(id))
  await value(page, first).fill(NEW)
  const blues = Array.from({ length: 120 }, (_, nth) => `#0000${(100 + nth).toString(16)}`)
  await drag(page, second, blues)
  await drag(page, second, ['#00ff00'])
  await expect(page).toHaveURL(at(id, [`${first}-${NEW}`, `${second}-#00ff00`].toSorted().join(',')))
  await expect(section(page).getByText(`Was ${second}.`)).toContainText('to see on the')
  await section(page).getByRole('button', { name: 'Copy palette' }).click()
  await expect(page.getByText('Palette copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe([NEW, '#00ff00', ...others].join(', '))

  await section(page).getByRole('button', { name: 'Copy palette' }).press('ControlOrMeta+z')
  await expect(value(page, second)).toHaveValue(blues.at(-1) ?? '')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(value(page, second)).toHaveValue(second)
  await expect(value(page, first)).toHaveValue(NEW)
  await expect(page).toHaveURL(at(id, `${first}-${NEW}`))
})

test('the preview of a free work follows within 300 ms, in the browser', async ({ page }) => {
  const { id, palette } = await drawing(page, 'free-now')
  const [first, second] = palette.map(({ color }) => color) as [string, string]
  await openSettled(page, at(id))
  await value(page, first).fill(NEW)
  await expect(shown(page)).toHaveAttribute('src', /^blob:/)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // Measured in the page: the test's own calls take longer.
  await page.evaluate(() => {
    const typed = new Promise<number>((resolve) =>
      addEventListener('input', () => resolve(performance.now()), { once: true, capture: true })
    )
    const drawn = new Promise<number>((resolve) => {
      const found = new MutationObserver(() => requestAnimationFrame(() => resolve(performance.now())))
      found.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['src'] })
    })
    Object.assign(window, { took: Promise.all([typed, drawn]).then(([start, end]) => end - start) })
  })
  await value(page, second).fill('#123456')
  expect(await page.evaluate(() => Reflect.get(window, 'took'))).toBeLessThan(300)
  expect(asked.filter((url) => url.includes('/recolored'))).toEqual([])
})

test('a link to other colors shows them without JavaScript, and its form leads to others', async ({ browser, page }) => {
  const { id, palette } = await drawing(page, 'not-free')
  const [first, second] = palette.map(({ color }) => color) as [string, string]
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env['EASEL_URL']! })
  const plain = await context.newPage()
  await plain.goto(at(id, `${first}-${NEW}`))
  await expect(shown(plain)).toHaveAttribute('src', /recolored\?colors=/)
  await expect(value(plain, first)).toHaveValue(NEW)
  await section(plain)
    .getByLabel(new RegExp(`^Replace ${second}`))
    .fill('#123456')
  await section(plain).getByRole('button', { name: 'Show these colors' }).click()
  await expect(plain).toHaveURL(/colors=/)
  await expect(value(plain, first)).toHaveValue(NEW)
  await expect(value(plain, second)).toHaveValue('#123456')
  await plain.goto(at(id, '#010203-#000000'))
  await expect(plain.getByText('This link names colors that are not in this drawing')).toBeVisible()
  await context.close()
})

for (const { name, viewport, colorScheme } of [
  { name: 'a desk in light', viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  { name: 'a desk in dark', viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
  { name: 'a phone in light', viewport: { width: 390, height: 844 }, colorScheme: 'light' },
  { name: 'a phone in dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' }
] as const)
  test(`a recolored page is accessible on ${name}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    await page.emulateMedia({ colorScheme })
    const { id, palette } = await drawing(page, 'not-free')
    await openSettled(page, at(id, `${palette[0]?.color}-${NEW}`))
    expect(await violationsOn(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  })

test('a client saves a palette, and uses it on another drawing', async ({ browser }) => {
  const { page } = await newcomer(browser, 'Paula Palette')
  const [one, other] = [await drawing(page, 'not-free'), await drawing(page, 'not-free', 1)]
  await openSettled(page, at(one.id, one.palette.map(({ color }) => `${color}-${NEW}`).join(',')))
  await section(page).getByRole('button', { name: 'Save as my palette' }).click()
  await expect(page.getByText('Saved as your palette.')).toBeVisible()
  await openSettled(page, at(other.id))
  await section(page).getByRole('button', { name: 'My palette', exact: true }).click()
  for (const { color } of other.palette) await expect(value(page, color)).toHaveValue(NEW)
  await page.context().close()
})

test('a visitor gets a free drawing in other colors by email', async ({ page }) => {
  const { id, palette } = await drawing(page, 'free-now')
  await openSettled(page, at(id, `${palette[0]?.color}-${NEW}`))
  await page
    .getByRole('button', { name: /^(Get|Download)/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: /email/i }).fill('colors@example.com')
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  const started = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^(Continue|Download|Get)/ }).click()
  expect(await shareOf(await bytesOf(await started), NEW)).toBeGreaterThan(0.02)
})

test('a subscriber downloads a drawing in other colors', async ({ browser }) => {
  const { page } = await subscriber(browser, 'Colin Colors', 'indiv_monthly')
  const { id, palette } = await drawing(page, 'not-free', 2)
  await openSettled(page, at(id, `${palette[0]?.color}-${NEW}`))
  await page
    .getByRole('button', { name: /^(Get|Download)/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  const started = page.waitForEvent('download')
  await dialog.getByRole('button', { name: /^(Continue|Download)/ }).click()
  const bytes = await bytesOf(await started)
  expect(bytes.toString('utf8').startsWith('<') ? bytes.includes(NEW) : (await shareOf(bytes, NEW)) > 0.02).toBe(true)
  await page.context().close()
})

test('a client who pays by PayPal gets the colors chosen before', async ({ browser }) => {
  const { page } = await newcomer(browser, 'Petra Payer')
  const { id, palette } = await drawing(page, 'not-free', 3)
  await openSettled(page, at(id, `${palette[0]?.color}-${NEW}`))
  await page
    .getByRole('button', { name: /^(Get|Buy)/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  const bytes = await bytesOf(await approvePayment(page))
  expect(bytes.toString('utf8').startsWith('<') ? bytes.includes(NEW) : (await shareOf(bytes, NEW)) > 0.02).toBe(true)
  await expect(page.getByText('You get it in the colors that you chose.')).toBeVisible()
  await page.context().close()
})
