import { expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'

const cards = (page: Page) => page.locator('main li:has(h2)')
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search assets' })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')

test('filters are part of the address: they combine, start at page 1, and Back removes the last one', async ({ page }) => {
  await page.goto('/?page=2')
  await page.getByRole('link', { name: 'Red', exact: true }).click()
  await expect(page).toHaveURL('/?color=red')
  await page.getByRole('link', { name: 'SVG', exact: true }).click()
  await expect(page).toHaveURL('/?color=red&format=svg')
  await page.getByRole('link', { name: 'Title A–Z' }).click()
  await expect(page).toHaveURL('/?color=red&format=svg&sort=title')
  // The list follows its address.
  await expect(async () => {
    const titles = await cards(page).getByRole('heading').allTextContents()
    expect(titles).toEqual(titles.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)))
  }).toPass({ timeout: 10_000 })
  await page.goBack()
  await expect(page).toHaveURL('/?color=red&format=svg')
  const removeRed = page.getByRole('link', { name: 'Remove Red' })
  await expect(removeRed).toHaveAttribute('href', '/?format=svg')
  await removeRed.click()
  await expect(page).toHaveURL('/?format=svg')
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/')
})

test('the free filter shows only assets that are free now', async ({ page }) => {
  await page.goto('/?category=icon')
  await page.getByRole('link', { name: 'Free now', exact: true }).click()
  await expect(page).toHaveURL('/?category=icon&free=free-now')
  // The address changes before the page does.
  await expect(page.getByRole('link', { name: 'Remove Free now' })).toBeVisible()
  for (const text of await cards(page).allInnerTexts()) expect(text).toContain('FREE')
})

test('a search keeps the filters, and the filters keep the search', async ({ page }) => {
  await page.goto('/?color=blue')
  await hydrated(page)
  await searchBox(page).fill('rocket')
  await expect(page).toHaveURL('/?search=rocket&color=blue')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Newest' }).click()
  await expect(page).toHaveURL('/?search=rocket&color=blue&sort=newest')
})

test('arrow keys select a suggestion, Enter searches for it, and Escape closes the list', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await searchBox(page).pressSequentially('rock')
  await expect(options(page).first()).toBeVisible()
  await expect(searchBox(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  const text = (await options(page).first().textContent()) ?? ''
  await expect(searchBox(page)).toHaveAttribute('aria-activedescendant', (await options(page).first().getAttribute('id')) ?? '')
  await page.keyboard.press('Enter')
  await expect(searchBox(page)).toHaveValue(text)
  await expect(page).toHaveURL(`/?${new URLSearchParams({ search: text })}`)
  await expect(options(page)).toHaveCount(0)
  await page.keyboard.press('ArrowDown')
  await expect(options(page).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(options(page)).toHaveCount(0)
  await expect(searchBox(page)).toHaveValue(text)
})

test('recent searches are suggested in this browser until they are cleared', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  await searchBox(page).fill('rocket')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/?search=rocket')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page).toHaveURL('/')
  await expect(searchBox(page)).toHaveValue('')
  await searchBox(page).click()
  await expect(page.getByRole('listbox', { name: 'Recent searches' }).getByRole('option')).toHaveText(['rocket'])
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(options(page)).toHaveCount(0)
  await page.reload()
  await hydrated(page)
  await searchBox(page).click()
  await expect(options(page)).toHaveCount(0)
})

test('a search without results offers related searches and a way to clear the filters', async ({ page }) => {
  await page.goto('/?search=rocket+qqqqqqqq')
  await expect(page.getByText('No assets found.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Related searches' }).getByRole('link').first().click()
  await expect(cards(page).first()).toBeVisible()
  await page.goto('/?search=rocket&format=eps')
  await expect(page.getByText('No assets found.')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).last().click()
  await expect(page).toHaveURL('/?search=rocket')
})

test('an asset page shows similar assets and links to its category', async ({ page, request }) => {
  const [asset] = await (await request.get('/api/assets/?search=rocket&category=illustration&page_size=1')).json()
  await page.goto(`/assets/${asset.id}`)
  const similar = page.getByRole('region', { name: 'Similar assets' })
  const title = (await similar.getByRole('heading', { level: 3 }).first().textContent()) ?? ''
  await similar.getByRole('link', { name: title }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: asset.title })).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Illustration' }).click()
  await expect(page).toHaveURL('/?category=illustration')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('filters open in a sheet, show the number of results, and close', async ({ page }) => {
    // Before the script has taken over, a filter is a link that loads the page, which closes the sheet.
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(page.getByRole('link', { name: 'Red', exact: true })).toBeHidden()
    await page.getByRole('button', { name: 'Filters', exact: true }).click()
    await page.getByRole('link', { name: 'Red', exact: true }).click()
    await expect(page).toHaveURL('/?color=red')
    const total = (await page.request.get('/api/assets/?color=red&page_size=1')).headers()['x-total-count']
    await page.getByRole('button', { name: `Show ${total} assets` }).click()
    await expect(page.getByRole('link', { name: 'Blue', exact: true })).toBeHidden()
    await expect(page.getByRole('link', { name: 'Remove Red' })).toBeVisible()
  })

  test('Get stays visible however long the title is', async ({ page, request }) => {
    const [asset] = await (await request.get('/api/assets/?page_size=1')).json()
    await page.goto(`/assets/${asset.id}`)
    await page.locator('h1').evaluate((heading) => {
      heading.textContent = 'A very long title of a very long drawing '.repeat(4)
    })
    await expect(page.locator('main').getByRole('button', { name: /^Get/ }).first()).toBeInViewport({ ratio: 1 })
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('filters work, and a free asset is requested through a page with an email field', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('link', { name: 'Free now', exact: true }).click()
    await expect(page).toHaveURL('/?free=free-now')
    await cards(page).first().getByRole('link').click()
    await page.getByRole('button', { name: 'Get Free' }).first().click()
    await page.getByLabel('Email').fill('no-script@example.com')
    await page.getByLabel(/I agree to the/).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByText('Your download is ready.')).toBeVisible()
    const link = await page.getByRole('link', { name: 'Download it here' }).getAttribute('href')
    expect((await page.request.get(link!)).headers()['content-type']).toBe('image/png')
  })
})
