import { type Browser, expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

/** A date range that no other journey uses. */
const YEAR = { start: '2021-01-01', end: '2022-01-01' }
const RANGE = `?start=${YEAR.start}&end=${YEAR.end}`

async function admin(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, ...options })
  await signInAs(context, 'admin@easel.test')
  return context.newPage()
}

async function typeExpense(page: Page, { at, amount, description }: { at: string; amount: string; description: string }) {
  await page.getByLabel('Date and time').fill(at)
  await page.getByLabel('Amount (USD)').fill(amount)
  await page.getByLabel('Description').fill(description)
}

test('an expense is entered in local time, saved once, listed, exported, and reversed once', async ({ browser }) => {
  test.setTimeout(120_000)
  const page = await admin(browser, { timezoneId: 'Asia/Tokyo' })
  await page.goto('/admin/dashboard')
  await hydrated(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Expenses' }).click()
  await expect(page.getByText('Your time (Asia/Tokyo)')).toBeVisible()
  await expect(page.getByLabel('Category')).toHaveValue('general')
  await page.getByLabel('Category').fill('')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(page.getByText('Category is required.')).toBeVisible()
  await expect(page.getByText('Enter an amount such as 12.50.')).toBeVisible()

  await page.goto(`/admin/expenses?start=2021-04-30&end=2021-05-01`)
  await hydrated(page)
  await typeExpense(page, { at: '2021-05-01T12:30', amount: '40.25', description: 'Lamp for the studio' })
  await page.getByRole('button', { name: 'Save Expense' }).dblclick()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  const row = page.getByRole('row').filter({ hasText: 'Lamp for the studio' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('May 1, 2021')
  await expect(page.getByText('$40.25 in 1 entry')).toBeVisible()
  await expect(page.getByLabel('Amount (USD)')).toHaveValue('')
  const file = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download expenses as CSV' }).click()
  expect((await file).suggestedFilename()).toBe('expenses-2021-04-30-to-2021-05-01.csv')

  await row.getByRole('link', { name: 'Reverse $40.25, Lamp for the studio' }).click()
  await expect(page.getByLabel('Reason')).toBeFocused()
  await page.getByRole('button', { name: 'Reverse' }).click()
  await expect(page.getByText('Please give a reason.')).toBeVisible()
  await page.getByLabel('Reason').fill('It went back to the shop.')
  await page.getByRole('button', { name: 'Reverse' }).dblclick()
  await expect(row.locator('s').filter({ hasText: '$40.25' })).toBeVisible()
  await expect(row).toContainText('Reversed on')
  await expect(row.getByRole('link')).toHaveCount(0)
  await page.goto('/admin/expenses')
  await expect(page.getByRole('row').filter({ hasText: 'It went back to the shop.' })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: 'It went back to the shop.' })).toContainText('-$40.25')
})

test('without JavaScript an expense is saved in California time, and typed values are kept after an error', async ({ browser }) => {
  const page = await admin(browser, { javaScriptEnabled: false, timezoneId: 'Asia/Tokyo' })
  await page.goto('/admin/expenses?start=2021-02-28&end=2021-03-01')
  await expect(page.getByText('California time')).toBeVisible()
  await typeExpense(page, { at: '2021-02-28T23:59', amount: '-7', description: 'Paper' })
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(page.getByRole('alert')).toContainText('Enter an amount such as 12.50.')
  await expect(page.getByLabel('Description')).toHaveValue('Paper')
  await page.getByLabel('Amount (USD)').fill('7')
  await page.getByRole('button', { name: 'Save Expense' }).click()
  await expect(page.getByText('Saved.', { exact: true })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Paper' })).toContainText('Feb 28, 2021')
})

test('the details page makes its four calls in parallel, on open and on Refresh, and reports errors', async ({ browser }) => {
  const page = await admin(browser)
  let open = 0
  let most = 0
  const asked: string[] = []
  await page.route(/\/api\/admin\/(expenses|reports\/(payments|wages|financial))\?/, async (route) => {
    asked.push(new URL(route.request().url()).pathname + new URL(route.request().url()).search)
    open += 1
    most = Math.max(most, open)
    await new Promise((done) => setTimeout(done, 1500))
    open -= 1
    await route.continue()
  })
  await page.goto(`/admin/report-details${RANGE}`)
  await expect.poll(() => asked.length).toBe(4)
  await expect.poll(() => open).toBe(0)
  expect(most).toBe(4)
  expect(asked.toSorted()[0]).toBe(`/api/admin/expenses${RANGE}&page_size=1000`)
  await page.getByLabel('Start').fill('2021-01-02')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: 'Loading…' })).toBeDisabled()
  await expect.poll(() => asked.length).toBe(8)
  await expect(page).toHaveURL(/start=2021-01-02/)
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
  await page.unrouteAll({ behavior: 'wait' })

  await page.route('**/api/admin/reports/wages?*', (route) =>
    route.fulfill({ status: 500, json: { error: 'The report is closed.', code: 'x' } })
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toContainText('The report is closed.')
  await page.unrouteAll({ behavior: 'wait' })
  await page.route('**/api/admin/reports/wages?*', (route) => route.abort())
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toContainText('Failed to fetch')
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()
  await page.getByLabel('End').fill('2021-01-01')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('alert')).toContainText('End must be after start.')
})

test('a total of the report links to its lines, and a line to its payment and artist', async ({ browser }) => {
  const page = await admin(browser)
  await page.goto('/admin/reports')
  await hydrated(page)
  const [start, end] = [await page.getByLabel('Start').inputValue(), await page.getByLabel('End').inputValue()]
  expect(start).toMatch(/-01$/)
  await page.getByRole('link', { name: 'See payments' }).click()
  await expect(page).toHaveURL(`/admin/report-details?start=${start}&end=${end}#payments`)
  const payments = page.getByRole('table', { name: 'Payments' })
  await payments.getByRole('row').nth(1).getByRole('link').click()
  await expect(page).toHaveURL(/\/admin\/payments\?payment=[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Ledger' })).toBeVisible()
  await page.goto(`/admin/report-details?start=${start}&end=${end}#wages`)
  await page.getByRole('table', { name: 'Wages' }).getByRole('link', { name: 'Aria Artist' }).first().click()
  await expect(page.getByRole('heading', { name: /Aria Artist/ })).toBeVisible()
})

test('the printed preview has no navigation, is black on white in the dark theme, and repeats table heads on each page', async ({
  browser
}, info) => {
  test.setTimeout(120_000)
  const page = await admin(browser, { colorScheme: 'dark' })
  const booked = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      page.request.post('/api/admin/expenses', {
        headers: { origin: process.env['EASEL_URL']! },
        data: { occurred_at: '2021-08-10T19:00:00Z', category: 'hosting', amount: '10.01', description: `Server ${index + 1}` }
      })
    )
  )
  expect(booked.every((answer) => answer.ok())).toBe(true)
  await page.goto('/admin/report-preview?start=2021-08-01&end=2021-09-01')
  await hydrated(page)
  await expect(page.getByText('2021-08-01 → 2021-09-01')).toBeVisible()
  await expect(page.getByText('Generated')).toBeVisible()
  const net = page.getByText('Net', { exact: true }).locator('..')
  await expect(net).toContainText('-$600.60')
  const red = await net.getByText('-$600.60').evaluate((element) => getComputedStyle(element).color)
  await expect(page.getByText('No payments in range.')).toBeVisible()
  await expect(page.getByText('No wages in range.')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Expenses' }).getByRole('row')).toHaveCount(62)
  await expect(page.getByRole('button', { name: 'Print / Save PDF' })).toHaveCount(2)

  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByLabel('Start')).toBeHidden()
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe('rgb(255, 255, 255)')
  const pdf = await page.pdf({ path: info.outputPath('report.pdf'), preferCSSPageSize: true, format: 'Letter' })
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)!.length).toBeGreaterThan(1)
  await page.emulateMedia({ media: null })

  await page.getByLabel('Start').fill('2021-09-01')
  await page.getByLabel('End').fill('2021-10-01')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('2021-09-01 → 2021-10-01')).toBeVisible()
  await expect(page.getByText('No expenses in range.')).toBeVisible()
  const green = await net.getByText('$0.00').evaluate((element) => getComputedStyle(element).color)
  expect(green).not.toBe(red)
  await page.route('**/admin/report-preview.data*', async (route) => {
    await new Promise((done) => setTimeout(done, 1000))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByRole('button', { name: 'Refreshing…' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Refresh' })).toBeEnabled()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByLabel('End').fill('2021-09-01')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByRole('alert')).toContainText('End must be after start.')
  await expect(page.getByRole('table')).toHaveCount(0)
})
