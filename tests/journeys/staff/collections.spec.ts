import { expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const worksOf = (page: Page) => page.getByRole('button', { name: /^Remove / })
const titles = async (page: Page) =>
  (await worksOf(page).evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')))).map((label) =>
    label?.replace('Remove ', '')
  )

test('an admin makes a collection, orders its works, removes one and takes it back, publishes it, and deletes it', async ({
  page,
  browser
}) => {
  test.setTimeout(180_000)
  const title = `Winter ${Date.now()}`
  await signInAs(page.context(), 'admin@easel.test')
  await page.goto('/admin/collections', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Add collection' }).click()
  await expect(page.getByText('Please enter a title.')).toBeVisible()
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Summary').fill('Snow and ice.')
  await page.getByRole('button', { name: 'Add collection' }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(page.getByText('No works yet.')).toBeVisible()

  await page.getByLabel('Search the catalogue').fill('snow')
  const found = page.getByRole('button', { name: /^Add / })
  await expect(page).toHaveURL(/q=snow/)
  for (let added = 1; added <= 3; added += 1) {
    await found.first().click()
    await expect(worksOf(page)).toHaveCount(added)
  }
  expect(await violationsOn(page)).toEqual([])
  const [first, second, third] = await titles(page)

  await page.getByRole('button', { name: `Move ${second} back` }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => titles(page)).toEqual([second, first, third])
  await page.getByRole('button', { name: `Remove ${first}` }).click()
  await expect.poll(() => titles(page)).toEqual([second, third])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => titles(page)).toEqual([second, first, third])
  await page.getByRole('button', { name: `Use ${third} as the cover` }).click()
  await expect(page.getByText('The cover is changed.')).toBeVisible()

  await page.getByRole('link', { name: 'All collections' }).click()
  await page.getByRole('button', { name: `Publish ${title}`, exact: true }).click()
  await expect(page.getByText('Published. It is on the home page now.')).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const visitor = await (await browser.newContext({ baseURL: process.env['EASEL_URL']! })).newPage()
  await visitor.goto('/')
  await visitor.getByRole('region', { name: 'Featured collections' }).getByRole('link', { name: title }).click()
  await expect(visitor.locator('main li:has(h2)')).toHaveCount(3)

  await page.getByRole('button', { name: `Unpublish ${title}` }).click()
  await expect(page.getByText('Unpublished. Only admins see it now.')).toBeVisible()
  await expect.poll(async () => (await visitor.reload())?.status()).toBe(404)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Collection deleted. Its works stay in the catalogue.')).toBeVisible()
  await expect(page.getByRole('link', { name: title })).toHaveCount(0)
  await visitor.context().close()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the order of the collections is changed by buttons', async ({ page }) => {
    await signInAs(page.context(), 'admin@easel.test')
    await page.goto('/admin/collections')
    const order = () => page.locator('main ol h2').allTextContents()
    const before = await order()
    await page.getByRole('button', { name: `Move ${before[1]} up` }).click()
    await expect.poll(order).toEqual([before[1], before[0], ...before.slice(2)])
    await page.getByRole('button', { name: `Move ${before[1]} down` }).click()
    await expect.poll(order).toEqual(before)
  })
})
