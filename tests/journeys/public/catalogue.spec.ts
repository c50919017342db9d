import { expect, type Locator, type Page } from '@playwright/test'
import { SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'

const cards = (page: Page) => page.locator('main li:has(h2)')
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search assets' })

test('a search waits for a pause in typing, is part of the address, and Back leaves it', async ({ page }) => {
  const requests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('search=')) requests.push(request.url())
  })
  await page.clock.install()
  await page.goto('/?page=2')
  await expect(cards(page)).toHaveCount(12)
  await hydrated(page)
  // The clock stands still while the person types, however slow the machine is.
  await page.clock.pauseAt(Date.now() + 1000)
  await searchBox(page).pressSequentially('rocket')
  expect(requests).toEqual([])
  await page.clock.runFor(SEARCH_DEBOUNCE_MS)
  await page.clock.resume()
  await expect(page).toHaveURL('/?search=rocket')
  await expect(page.getByText(/assets? for “rocket”/)).toBeVisible()
  await expect(cards(page).first()).toContainText(/rocket/i)
  // One asks for the page, and one for the totals in each category.
  expect(requests).toHaveLength(2)
  await page.goBack()
  await expect(page).toHaveURL('/?page=2')
  await expect(searchBox(page)).toHaveValue('')
  await expect(page.getByText('Page 2 /')).toBeVisible()
})

test('categories and pages are part of the address; a search stays within the category', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'Background' }).click()
  await expect(page).toHaveURL('/?category=background')
  // The address changes a moment before the list.
  await expect(page.getByRole('link', { name: 'Background', exact: true })).toHaveAttribute('aria-current', 'true')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page).toHaveURL('/?category=background&page=2')
  await hydrated(page)
  await searchBox(page).fill('waves')
  await expect(page).toHaveURL('/?search=waves&category=background')
  for (const text of await cards(page).allInnerTexts()) expect(text).toContain('Background')
})

test('/ focuses the search, but types a slash inside it', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await page.keyboard.press('/')
  await expect(searchBox(page)).toBeFocused()
  await page.keyboard.type('a/b')
  await expect(searchBox(page)).toHaveValue('a/b')
})

test('a search without results says so and links to all assets', async ({ page }) => {
  await page.goto('/?search=qqqqqqqq')
  await expect(page.getByText('No assets found.')).toBeVisible()
  await expect(page.getByText('Page 1 / 1')).toBeVisible()
  await page.getByRole('link', { name: 'Show all assets' }).click()
  await expect(cards(page)).toHaveCount(12)
})

test('a preview that does not load falls back to the next source, and finally to No Preview', async ({ page }) => {
  await page.route('**/previews/**', (route) => route.abort())
  await page.goto('/')
  await expect(page.getByText('No Preview').first()).toBeVisible()
  await page.unroute('**/previews/**')
  await page.route('**/320.*', (route) => route.abort())
  await page.goto('/')
  const shown = () =>
    cards(page)
      .first()
      .locator('img')
      .evaluate((image: HTMLImageElement) => [image.currentSrc.includes('/640'), image.naturalWidth])
  await expect.poll(shown).toEqual([true, 640])
})

test('on a phone, cards far below are laid out when they come near, and have kept the space', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/')
  await hydrated(page)
  const isLaidOut = (card: Locator) => card.locator('h2').evaluate((title) => title.checkVisibility({ contentVisibilityAuto: true }))
  const height = () => page.evaluate(() => document.documentElement.scrollHeight)
  expect(await isLaidOut(cards(page).first())).toBe(true)
  expect(await isLaidOut(cards(page).last())).toBe(false)
  const before = await height()
  for (const card of await cards(page).all()) {
    await card.scrollIntoViewIfNeeded()
    await expect.poll(() => isLaidOut(card)).toBe(true)
  }
  expect(Math.abs((await height()) - before)).toBeLessThan(20)
})

test('previews block dragging and the context menu', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const refused = await cards(page)
    .first()
    .locator('img')
    .evaluate((image) => {
      const menu = new MouseEvent('contextmenu', { bubbles: true, cancelable: true })
      const drag = new DragEvent('dragstart', { bubbles: true, cancelable: true })
      image.dispatchEvent(menu)
      image.dispatchEvent(drag)
      return [menu.defaultPrevented, drag.defaultPrevented, (image as HTMLImageElement).draggable]
    })
  expect(refused).toEqual([true, true, false])
})

test('Get opens the acquire dialog from a card and from the asset page', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  const card = cards(page)
    .filter({ has: page.getByRole('button', { name: 'Get', exact: true }) })
    .first()
  const title = (await card.getByRole('heading').textContent()) ?? ''
  await card.hover()
  await card.getByRole('button', { name: 'Get', exact: true }).click()
  await expect(page.getByRole('dialog', { name: `Get ${title}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'Get', exact: true })).toBeFocused()
  await card.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('radio', { name: 'Extended' }).check()
  await page.getByLabel(`File format of ${title}`).selectOption('webp')
  await page.getByRole('button', { name: 'Get', exact: true }).first().click()
  const dialog = page.getByRole('dialog', { name: `Get ${title}` })
  await expect(dialog.getByRole('radio', { name: 'Extended' })).toBeChecked()
  await expect(dialog.getByText(/^Downloads as WEBP\./)).toBeVisible()
})

test('an asset page has structured data, and its tags link to searches', async ({ page, request }) => {
  // Assets that other journeys make may have no tags.
  const [asset] = await (await request.get('/api/assets/?page_size=1&search=rocket')).json()
  await page.goto(`/asset/${asset.id}`)
  await expect(page).toHaveURL(`/assets/${asset.id}`)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new RegExp(`/assets/${asset.id}$`))
  await expect(page.locator('meta[property="og:image"]')).toHaveAttribute('content', /^http.+\/link-pictures\//)
  const details = JSON.parse((await page.locator('script[type="application/ld+json"]').first().textContent()) ?? '')
  expect(details).toMatchObject({ '@type': 'ImageObject', name: asset.title, creator: { name: asset.employee_name } })
  expect(details.acquireLicensePage).toContain(`/assets/${asset.id}`)
  await page.getByRole('list', { name: 'Tags' }).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/\?search=/)
})

test('the mat behind the picture can be changed', async ({ page, request }) => {
  const [asset] = await (await request.get('/api/assets/?page_size=1&category=icon')).json()
  await page.goto(`/assets/${asset.id}`)
  const mats = page.getByRole('group', { name: 'Mat' })
  const ground = () => page.locator('figure > div').evaluate((mat) => getComputedStyle(mat).backgroundColor)
  await mats.getByRole('radio', { name: 'Dark' }).check()
  const dark = await ground()
  await mats.getByRole('radio', { name: 'Paper' }).check()
  expect(await ground()).not.toBe(dark)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('search and pagination work, and Get opens the asset page', async ({ page }) => {
    await page.goto('/')
    await searchBox(page).fill('rocket')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/?search=rocket')
    await expect(cards(page).first()).toContainText(/rocket/i)
    await page.goto('/')
    await page.getByRole('link', { name: 'Next' }).click()
    await expect(page.getByText('Page 2 /')).toBeVisible()
    const card = cards(page).first()
    const title = (await card.getByRole('heading').textContent()) ?? ''
    await card.getByRole('button', { name: /^Get/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  })
})

const sideways = () => document.documentElement.scrollWidth - innerWidth

for (const width of [360, 768, 1280]) {
  test(`nothing scrolls sideways at ${width} px`, async ({ page, request }) => {
    const [asset] = await (await request.get('/api/assets/?page_size=1')).json()
    await page.setViewportSize({ width, height: 800 })
    for (const path of ['/', '/?search=qqqqqqqq', `/assets/${asset.id}`]) {
      await page.goto(path)
      expect([path, await page.evaluate(sideways)]).toEqual([path, 0])
    }
    await page.evaluate(() => {
      for (const text of document.querySelectorAll('h1, h3 a, [aria-label=Tags] a')) text.textContent = 'W'.repeat(160)
    })
    expect(await page.evaluate(sideways)).toBe(0)
  })
}

test('the sitemap names approved assets and robots.txt names the sitemap', async ({ request }) => {
  const [asset] = await (await request.get('/api/assets/?page_size=1')).json()
  const sitemap = await request.get('/sitemap.xml')
  expect(sitemap.headers()['content-type']).toContain('xml')
  expect(await sitemap.text()).toContain(`/assets/${asset.id}</loc>`)
  expect(await (await request.get('/robots.txt')).text()).toMatch(/^Sitemap: http.+\/sitemap\.xml$/m)
})
