import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const row = (page: Page, name: string) => page.getByRole('region', { name })
const searchBox = (page: Page) => page.getByRole('combobox', { name: 'Search assets' })

test('the home page offers featured collections, new and free assets, until something is searched for or filtered', async ({ page }) => {
  await page.goto('/')
  await expect(row(page, 'Featured collections').getByRole('listitem')).toHaveCount(8)
  await expect(row(page, 'New this week').getByRole('link').first()).toBeVisible()
  await expect(row(page, 'Free now').getByRole('link').first()).toBeVisible()
  const cards = page.locator('main li:has(h2)')
  await expect(cards.first()).toBeInViewport()
  await page.getByRole('link', { name: 'Icon', exact: true }).click()
  await expect(page).toHaveURL('/?category=icon')
  await expect(row(page, 'Featured collections')).toHaveCount(0)
  for (const address of ['/?search=fox', '/?page=2', '/?free=free-now']) {
    await page.goto(address)
    await expect(cards.first()).toBeVisible()
    await expect(row(page, 'Featured collections')).toHaveCount(0)
  }
})

test('a row scrolls by its buttons, which say when it ends, and by the arrow keys', async ({ page }) => {
  await page.goto('/')
  const collections = row(page, 'Featured collections')
  const on = collections.getByRole('button', { name: 'Featured collections: more' })
  const back = collections.getByRole('button', { name: 'Featured collections: back' })
  await expect(back).toBeDisabled()
  await on.click()
  await expect(back).toBeEnabled()
  await expect(collections.getByRole('listitem').last()).toBeInViewport()
  await expect(on).toBeDisabled()
  const assets = row(page, 'New this week')
  const moved = () => assets.getByRole('list').evaluate((list) => list.scrollLeft)
  await assets.getByRole('link').first().focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(moved).toBeGreaterThan(0)
})

test('a collection has a page with its works, in the sitemap, and an unknown one is not found', async ({ page, request }) => {
  await page.goto('/')
  await row(page, 'Featured collections').getByRole('link', { name: 'Into the wild' }).click()
  await expect(page).toHaveURL('/featured/into-the-wild')
  await expect(page.getByRole('heading', { level: 1, name: 'Into the wild' })).toBeVisible()
  await expect(page.getByText('24 assets')).toBeVisible()
  await expect(page.locator('main li:has(h2)')).toHaveCount(24)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/featured\/into-the-wild$/)
  expect(await (await request.get('/sitemap.xml')).text()).toContain('/featured/into-the-wild</loc>')
  expect((await request.get('/featured/no-such-collection')).status()).toBe(404)
})

test('suggestions show pictures and the typed words in each category, with how much they find', async ({ page }) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await searchBox(page).pressSequentially('fox')
  const options = page.getByRole('listbox').getByRole('option')
  await expect(options.first().locator('img')).toBeVisible()
  const inCategory = options.filter({ hasText: 'fox in Illustration' })
  const { 'x-total-count': total } = (await page.request.get('/api/assets/?search=fox&category=illustration')).headers()
  await expect(inCategory).toContainText(`${total} asset`)
  await inCategory.click()
  await expect(page).toHaveURL('/?search=fox&category=illustration')
  await expect(searchBox(page)).toHaveValue('fox')
})

test('a search without results offers a near word, the same words elsewhere, and an artist with the words filled in', async ({ page }) => {
  await page.goto('/?search=umbrela+qqqqqqqq')
  await page.getByRole('main').getByRole('link', { name: 'umbrella', exact: true }).first().click()
  await expect(page).toHaveURL('/?search=umbrella')
  await page.goto('/?search=rocket&format=eps')
  await expect(page.getByRole('navigation', { name: '“rocket” elsewhere' }).getByRole('link', { name: /^Any format \d+$/ })).toBeVisible()
  await signInAs(page.context(), 'client@easel.test')
  await page.goto('/?search=purple+qqqqqqqq')
  await page.getByRole('link', { name: 'Ask an artist' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('purple qqqqqqqq')
})

test('a visitor who asks an artist signs in first, and the words come along', async ({ page }) => {
  await page.goto('/?search=purple+qqqqqqqq')
  await page.getByRole('link', { name: 'Ask an artist' }).click()
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/custom-requests?new=1&title=purple+qqqqqqqq')}`)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the rows are links, without buttons that would do nothing', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Featured collections: more' })).toHaveCount(0)
    await row(page, 'Featured collections').getByRole('link', { name: 'Far horizons' }).click()
    await expect(page).toHaveURL('/featured/far-horizons')
  })
})
