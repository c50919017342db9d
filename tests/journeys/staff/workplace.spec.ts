import { readFileSync } from 'node:fs'
import { type Browser, expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

async function open(
  browser: Browser,
  address: string,
  { as = 'admin', ...options }: Parameters<Browser['newContext']>[0] & { as?: string } = {}
) {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, ...options })
  await signInAs(context, `${as}@easel.test`)
  const page = await context.newPage()
  await page.goto(address)
  return page
}

/** The page listens for keys shortly after hydration. */
async function openPalette(page: Page) {
  const field = page.getByRole('combobox', { name: 'Find pages and records' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused({ timeout: 1000 })
  }).toPass({ timeout: 10_000 })
  return field
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' })

test('the sidebar has the admin’s pages in groups, counts what waits, and stays narrow once it was narrowed', async ({ browser }) => {
  const page = await open(browser, '/admin/payments', { viewport: { width: 1280, height: 860 } })
  await hydrated(page)
  for (const group of ['Work', 'Catalogue', 'Business', 'People', 'System'])
    await expect(sidebar(page).getByRole('list', { name: group })).toBeVisible()
  await expect(sidebar(page).getByRole('link', { name: 'Payments' })).toHaveAttribute('aria-current', 'page')
  const review = sidebar(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Review', exact: true }) })
  await expect(review).toContainText(/\d+\+? waiting/)
  const width = async () => (await sidebar(page).boundingBox())!.width
  expect(await width()).toBeGreaterThan(150)
  await page.getByRole('checkbox', { name: 'Icons only' }).check({ force: true })
  await expect.poll(width).toBeLessThan(80)
  await page.goto('/admin/audit-log')
  await expect(page.getByRole('checkbox', { name: 'Icons only' })).toBeChecked()
  expect(await width()).toBeLessThan(80)
  await sidebar(page).getByRole('link', { name: 'Wage Rules' }).click()
  await expect(page).toHaveURL('/admin/wage-rules')
})

test('without JavaScript the sidebar narrows, and its links work', async ({ browser }) => {
  const page = await open(browser, '/admin/dashboard', { viewport: { width: 1280, height: 860 }, javaScriptEnabled: false })
  await page.getByText('Icons only').click()
  expect((await sidebar(page).boundingBox())!.width).toBeLessThan(80)
  await sidebar(page).getByRole('link', { name: 'Expenses' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Expenses')
})

test('the skip link leads past the sidebar', async ({ browser }) => {
  const page = await open(browser, '/admin/licenses', { viewport: { width: 1280, height: 860 } })
  await hydrated(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('main').locator(':focus')).toBeVisible()
})

test('on a phone and on public pages the menu has all pages in groups', async ({ browser }) => {
  const page = await open(browser, '/admin/messages', { viewport: { width: 390, height: 844 } })
  await expect(sidebar(page)).toBeHidden()
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect(menu.getByRole('list', { name: 'Business' }).getByRole('link')).toHaveText([
    'Reports',
    'Payments',
    'Invoices',
    'Tax Rates',
    'Coupons',
    'Licenses',
    'Subscriptions',
    'Payouts',
    'Approvals',
    'Expenses',
    'Wage Rules'
  ])
  await menu.getByRole('link', { name: 'Search Words' }).click()
  await expect(page).toHaveURL('/admin/synonyms')
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto('/faq')
  await expect(sidebar(page).getByRole('link')).toHaveText(['Home', 'Dashboard', 'Review', 'All Assets', 'Reports'])
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Operations' })).toBeVisible()
})

test('a menu that is opened before the scripts have loaded stays open, and closes with the next page', async ({ browser }) => {
  const page = await open(browser, '/robots.txt', { viewport: { width: 390, height: 844 } })
  const { promise: opened, resolve: load } = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await opened
    await route.continue()
  })
  await page.goto('/faq', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const link = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Search Words' })
  await expect(link).toBeVisible()
  load()
  await hydrated(page)
  await expect(link).toBeVisible()
  await link.click()
  await expect(page).toHaveURL('/admin/synonyms')
  await expect(link).toBeHidden()
})

test('the palette finds pages, users, and payments by the keyboard, and remembers what was opened until signing out', async ({
  browser
}) => {
  const page = await open(browser, '/admin/dashboard')
  await hydrated(page)
  const field = await openPalette(page)
  await field.fill('wage')
  await expect(page.getByRole('option').first()).toHaveText(/^Wage Rules/)
  await field.fill('subscriber@easel')
  const users = page.getByRole('group', { name: 'Users' })
  await expect(users.getByRole('option')).toHaveText([/Sam Subscriber/])
  expect(await violationsOn(page)).toEqual([])
  await field.press('Enter')
  await expect(page).toHaveURL('/admin/manage-users?q=subscriber%40easel.test')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toHaveText([/Sam Subscriber/])
  await field.fill('audit')
  await expect(page.getByRole('option')).not.toHaveCount(0)
  await field.press('ArrowDown')
  await field.press('ArrowUp')
  await page.getByRole('option', { name: /^Audit Log/ }).click()
  await expect(page).toHaveURL('/admin/audit-log')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('the palette finds collections by title and claims by number', async ({ browser }) => {
  const page = await open(browser, '/admin/dashboard')
  const [collection] = (await (await page.request.get('/api/featured-collections')).json()).items
  const [asset] = await (await page.request.get('/api/assets/?page_size=1')).json()
  const claim = { asset_id: asset.id, kind: 'other', name: 'Ann', email: 'ann@example.com', address: '1 Main Street', role: 'owner' }
  const signed = { work: 'Mine', good_faith: true, accuracy: true, signature: 'Ann' }
  const headers = { origin: new URL(page.url()).origin }
  const { claim_number } = await (await page.request.post('/api/claims', { data: { ...claim, ...signed }, headers })).json()
  await hydrated(page)
  const field = await openPalette(page)
  await field.fill(collection.title.slice(0, 6).toUpperCase())
  await expect(page.getByRole('group', { name: 'Collections' }).getByRole('option').first()).toContainText(collection.title)
  await field.fill(claim_number)
  await expect(page.getByRole('group', { name: 'Claims' }).getByRole('option')).toContainText([claim_number])
  await field.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: `Claim ${claim_number}` })).toBeVisible()
})

test('ticked assets become free, and Undo gives each the free period that it had', async ({ browser }) => {
  const page = await open(browser, '/all-assets?status=approved&free=not-free')
  await hydrated(page)
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  const names = await Promise.all([0, 1].map(async (place) => (await boxes.nth(place).getAttribute('aria-label'))!))
  for (const name of names) await page.getByRole('checkbox', { name, exact: true }).first().check()
  await page.getByRole('button', { name: 'Make selected free now' }).click()
  await expect(page.getByText('2 assets are free now.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: names[0]!, exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('checkbox', { name: names[0]!, exact: true }).first()).toBeVisible()
  await expect(page.getByRole('checkbox', { name: names[1]!, exact: true }).first()).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
})

test('an artist’s palette finds own assets, and a client has none', async ({ browser }) => {
  const page = await open(browser, '/employee/dashboard', { as: 'artist', viewport: { width: 390, height: 844 } })
  await hydrated(page)
  await page.getByRole('button', { name: 'Find', exact: true }).click()
  await page.getByRole('combobox', { name: 'Find pages and records' }).fill('confetti')
  await expect(page.getByRole('group', { name: 'My assets' }).getByRole('option').first()).toContainText('Confetti')
  expect(await violationsOn(page)).toEqual([])
  const client = await open(browser, '/user/dashboard', { as: 'client' })
  await hydrated(client)
  await client.keyboard.press('Control+k')
  await expect(client.getByRole('combobox', { name: 'Find pages and records' })).toHaveCount(0)
  await expect(client.getByRole('button', { name: 'Find', exact: true })).toHaveCount(0)
})

test('hidden columns stay hidden, also in the first answer, and the CSV has what is shown', async ({ browser }) => {
  const page = await open(browser, '/admin/manage-users?q=subscriber@easel.test')
  await hydrated(page)
  await page.getByText('Columns', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Joined' }).uncheck()
  await expect(page.getByRole('columnheader', { name: 'Joined' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Joined' })).toHaveCount(0)
  const html = await (await page.request.get('/admin/manage-users')).text()
  expect(html).toContain('>Last seen<')
  expect(html).not.toContain('>Joined<')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'This page as CSV' }).click()])
  expect(download.suggestedFilename()).toBe('users.csv')
  const [head, row, ...more] = readFileSync(await download.path(), 'utf8')
    .slice(1)
    .split('\r\n')
  expect(head).toBe('"User","Role","Grants","Status","Last seen"')
  expect(row).toMatch(/^"(S )?Sam Subscriber subscriber@easel\.test","Client",/)
  expect(more).toEqual([''])
})

test('filters are saved under a name, deleted at once, and brought back by Undo', async ({ browser }) => {
  const page = await open(browser, '/admin/subscriptions?status=active')
  await hydrated(page)
  await page.getByText('Save filters', { exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('Running plans')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = page.getByRole('list', { name: 'Saved filters' }).getByRole('link', { name: 'Running plans' })
  await expect(saved).toHaveAttribute('aria-current', 'true')
  await page.goto('/admin/subscriptions')
  await saved.click()
  await expect(page).toHaveURL('/admin/subscriptions?status=active')
  await page.getByRole('button', { name: 'Delete the saved filters Running plans' }).click()
  await expect(saved).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(saved).toBeVisible()
  await page.getByRole('button', { name: 'Delete the saved filters Running plans' }).click()
  await expect(saved).toHaveCount(0)
})

test('J and K move by rows, Enter opens one, and X ticks it; not while typing, and not when shortcuts are off', async ({ browser }) => {
  const page = await open(browser, '/admin/payments')
  await hydrated(page)
  const rows = page.getByRole('table', { name: 'Payments' }).getByRole('row')
  await page.getByLabel('Search').fill('j')
  await expect(rows.nth(1)).not.toBeFocused()
  await page.goto('/admin/payments')
  await hydrated(page)
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/payment=/)
  await page.goto('/admin/payments')
  await hydrated(page)
  await page.evaluate(() => localStorage.setItem('easel.shortcuts', 'off'))
  await page.keyboard.press('j')
  await expect(rows.nth(1)).not.toBeFocused()
})

test('the dashboard links each figure, and its bars can be read as a table', async ({ browser }) => {
  const page = await open(browser, '/admin/dashboard')
  await hydrated(page)
  const needs = page.getByRole('region', { name: 'Needs you now' })
  await expect(needs.getByRole('link', { name: /to review/ })).toHaveAttribute('href', '/admin/review')
  const week = page.getByRole('region', { name: 'The last seven days' })
  await week.getByText('Show as a table').click()
  await expect(week.getByRole('table', { name: 'Figures by day, today last' }).getByRole('row')).toHaveCount(15)
  await week.getByRole('link', { name: 'Signups' }).click()
  await expect(page).toHaveURL('/admin/manage-users')
})

test('the report compares with the period and the year before', async ({ browser }) => {
  const page = await open(browser, '/admin/reports')
  await hydrated(page)
  await expect(page.getByText(/than in the period before|As in the period before/)).toHaveCount(4)
  await page.getByText('Show as a table').click()
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  await page.getByRole('link', { name: 'Compare with the year before' }).click()
  await expect(page).toHaveURL(/compare=1/)
  await expect(page.getByRole('columnheader', { name: 'Income, year before' })).toBeVisible()
})

test('ticked messages are marked done at once, and Undo opens them again', async ({ browser }) => {
  const page = await open(browser, '/admin/messages')
  const word = `bulk${Date.now()}`
  for (const name of ['Ann', 'Ben']) {
    // The field that people do not see makes it spam.
    const website = 'https://example.com'
    const data = { name: `${name} ${word}`, email: `${name.toLowerCase()}@example.com`, subject: 'General Inquiry', message: word, website }
    expect((await page.request.post('/api/contact', { headers: { origin: process.env['EASEL_URL']! }, data })).status()).toBe(201)
  }
  await page.goto(`/admin/messages?state=spam&q=${word}`)
  await hydrated(page)
  const boxes = page.getByRole('checkbox', { name: new RegExp(word) })
  await expect(boxes).toHaveCount(2)
  await boxes.first().check()
  await page.getByRole('button', { name: 'Select all on this page' }).click()
  await page.getByRole('button', { name: 'Selected are not spam' }).click()
  await expect(boxes).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(boxes).toHaveCount(2)
})
