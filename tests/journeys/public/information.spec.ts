import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'

const SUPPORT_HOURS = 'Monday to Friday, 9am to 5pm Pacific Time'

const questions = (page: Page) => page.locator('details')
const count = (page: Page) => page.getByText(/^\d+ questions?$/)

test('the FAQ searches text in any case, filters by category, opens one answer at a time, and has an empty state', async ({ page }) => {
  await page.goto('/faq', { waitUntil: 'networkidle' })
  const topics = page.getByRole('group', { name: 'Category' }).getByRole('button')
  await expect(topics).toHaveText([
    'All',
    'Clients',
    'Employees',
    'Admins',
    'Accounts & Security',
    'Uploads & Files',
    'Licensing & Usage',
    'Subscriptions & Billing',
    'Custom Requests',
    'Troubleshooting',
    'Legal & Compliance'
  ])
  const all = await questions(page).count()
  expect(all).toBeGreaterThanOrEqual(44)
  await expect(count(page)).toHaveText(`${all} questions`)
  await questions(page).nth(0).locator('summary').click()
  await questions(page).nth(1).locator('summary').click()
  expect(await questions(page).evaluateAll((each) => each.map((one) => (one as HTMLDetailsElement).open).slice(0, 3))).toEqual([
    false,
    true,
    false
  ])
  await page.getByLabel('Search').fill('TWO-FACTOR')
  await expect(count(page)).toHaveText('1 question')
  await topics.getByText('Custom Requests').click()
  await expect(page.getByText('No questions match your filters.')).toBeVisible()
  await page.getByLabel('Search').fill('')
  await expect(count(page)).not.toHaveText('0 questions')
  for (const topic of await questions(page).locator('summary').allInnerTexts()) expect(topic).toContain('Custom Requests')
  await expect(page.getByRole('region', { name: 'Still have a question?' })).toContainText(SUPPORT_HOURS)
  await page.getByRole('link', { name: 'Back to Home' }).click()
  await expect(page).toHaveURL('/')
})

test('without JavaScript the FAQ filters through its form', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ baseURL: baseURL ?? '', javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/faq?search=refund')
  await page.getByRole('button', { name: 'Subscriptions & Billing' }).click()
  await expect(page).toHaveURL(/search=refund&category=Subscriptions/)
  for (const text of await questions(page).allInnerTexts()) expect(text).toContain('Subscriptions & Billing')
  await context.close()
})

for (const [address, sections] of [
  ['/terms', 15],
  ['/privacy', 11]
] as const)
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 }
  ])
    test(`${address} at ${viewport.width} px: ${sections} sections, sticky chips highlight the current section, and Back to top works`, async ({
      page
    }) => {
      await page.setViewportSize(viewport)
      await page.goto(address, { waitUntil: 'networkidle' })
      const chips = page.getByRole('navigation', { name: 'Sections' })
      const links = chips.getByRole('listitem').getByRole('link')
      const headings = page.locator('main section h2')
      expect([await links.count(), await headings.count()]).toEqual([sections, sections])
      await expect(page.getByText(/^Last updated [A-Z][a-z]+ \d+, 20\d\d$/)).toBeVisible()
      const current = chips.locator('[aria-current=location]')
      const middle = Math.floor(sections / 2)
      await headings.nth(middle).evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
      await expect(current).toHaveText((await links.nth(middle).textContent())!)
      await expect(current).toBeInViewport({ ratio: 1 })
      await links.last().evaluate((link: HTMLElement) => link.click())
      await expect(current).toHaveText((await links.last().textContent())!)
      await expect(headings.last()).toBeInViewport()
      await chips.getByRole('link', { name: 'Back to top' }).click()
      await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
      await expect(current).toHaveText((await links.first().textContent())!)
    })

test('each legal page shows the date of its last change, and a table compares the license limits', async ({ page }) => {
  for (const address of ['/terms', '/privacy', '/license-terms', '/free-license', '/subscription-terms']) {
    await page.goto(address)
    await expect(page.getByText(/^Last updated [A-Z][a-z]+ \d+, 20\d\d$/), address).toBeVisible()
  }
  await page.goto('/license-terms')
  const table = page.getByRole('table', { name: 'Limits of each license' })
  await expect(table.getByRole('row', { name: /Print run/ }).getByRole('cell')).toHaveText(['Print run', /100$/, /10,000$/, /500,000$/])
})

test('the licenses are summed up in numbers that agree with the table below them', async ({ page }) => {
  await page.goto('/license-terms')
  const summary = page.getByRole('region', { name: 'At a glance' })
  await expect(summary.getByRole('heading', { level: 3 })).toHaveText(['Personal', 'Commercial', 'Extended'])
  await expect(summary.getByText('printed copies')).toHaveText(['100 printed copies', '10,000 printed copies', '500,000 printed copies'])
})

test('artwork leads on the pages that sell, and plans are compared in cards on a phone and in a table on a desk', async ({ page }) => {
  for (const [address, label] of [
    ['/about', 'New in the catalogue'],
    ['/careers', 'Vectors from the catalogue'],
    ['/pricing', 'Illustrations from the catalogue']
  ] as const) {
    await page.goto(address)
    const works = page.getByRole('list', { name: label }).getByRole('link')
    await expect(works).toHaveCount(address === '/pricing' ? 6 : 4)
    expect(await works.first().getAttribute('href')).toMatch(/^\/assets\/[0-9a-f-]{36}$/)
  }
  const table = page.getByRole('table', { name: 'Comparison of licenses and plans' })
  const cards = page.getByRole('region', { name: 'Side by side' }).getByRole('heading', { level: 3 })
  await expect(table).toBeVisible()
  await expect(cards).toHaveCount(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(table).toBeHidden()
  await expect(cards).toHaveText(['Free license', 'Single license', 'Individual', 'Team'])
})

test('long pages print as text only: no navigation, all answers open, dark ink', async ({ page }) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const address of ['/terms', '/license-terms', '/faq']) {
    await page.goto(address, { waitUntil: 'networkidle' })
    for (const part of ['header', 'footer', 'nav']) for (const one of await page.locator(part).all()) await expect(one).toBeHidden()
    await expect(page.locator('main h1')).toHaveCSS('color', /rgb\((\d|[1-4]\d), (\d|[1-4]\d), (\d|[1-4]\d)\)/)
    expect((await page.pdf({ format: 'Letter' })).subarray(0, 5).toString()).toBe('%PDF-')
  }
  for (const answer of await page.locator('details > div').all()) expect((await answer.boundingBox())!.height).toBeGreaterThan(10)
})

test('About goes back to the previous page and links to the contact page', async ({ page }) => {
  await page.goto('/faq', { waitUntil: 'networkidle' })
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page.getByRole('heading', { name: 'About', level: 1 })).toBeVisible()
  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL('/faq')
  await page.goto('/about', { waitUntil: 'networkidle' })
  await page.getByRole('link', { name: 'Get in Touch' }).click()
  await expect(page).toHaveURL('/contact')
  await expect(page.getByText(SUPPORT_HOURS).first()).toBeVisible()
})

test('an unknown address answers 404 and offers a search', async ({ page }) => {
  const answer = await page.goto('/no-such-page')
  expect(answer!.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'Page not found.' })).toBeVisible()
  await expect(page).toHaveTitle(/^Not found/)
  const search = page.getByRole('main').getByRole('searchbox', { name: 'Search assets' })
  await search.fill('arrow')
  await search.press('Enter')
  await expect(page).toHaveURL('/?search=arrow')
})

test('a page that fails to load shows no internals and can be retried', async ({ page }) => {
  await page.goto('/pricing', { waitUntil: 'networkidle' })
  await page.route('**/faq.data*', (route) => route.fulfill({ status: 500, body: 'secret stack' }))
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click()
  await expect(page.getByRole('heading', { name: 'Something went wrong.' })).toBeVisible()
  await expect(page.getByText('secret stack')).toHaveCount(0)
  await page.unroute('**/faq.data*')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'FAQ', level: 1 })).toBeVisible()
})
