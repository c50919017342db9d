import { expect } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

test('a payout is refused over the balance, recorded once, and shown in the history and to the artist', async ({ browser }) => {
  const as = async (who: string) => {
    const context = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
    await signInAs(context, `${who}@easel.test`)
    return context.newPage()
  }
  const page = await as('admin')
  await page.goto('/admin/employee-payouts')
  await page.getByRole('button', { name: 'Record payout' }).click()
  await expect(page.getByText('Enter a valid amount greater than 0.')).toBeVisible()
  await page.getByLabel('Amount').fill('1')
  await page.getByRole('button', { name: 'Record payout' }).click()
  await expect(page.getByText('Select an employee first')).toBeVisible()

  await page.getByRole('link', { name: 'Aria Artist' }).click()
  await expect(page.getByRole('heading', { name: 'Pay Aria Artist' })).toBeVisible()
  await page.getByLabel('Amount').fill('99999')
  await page.getByLabel('Reference number').fill('TR-9')
  await page.getByRole('button', { name: 'Record payout' }).click()
  await expect(page.getByText('The amount is more than the balance.')).toBeVisible()
  await expect(page.getByLabel('Reference number')).toHaveValue('TR-9')
  await page.getByLabel('Amount').fill('12.34')
  await page.getByLabel('Payment method').selectOption('moneygram')
  await page.getByRole('button', { name: 'Record payout' }).dblclick()
  await expect(page.getByText('$12.34 to Aria Artist is recorded.')).toBeVisible()
  const rows = page.getByRole('row').filter({ hasText: 'TR-9' })
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('MoneyGram')

  const artist = await as('artist')
  await artist.goto('/employee/earnings')
  await expect(artist.getByRole('row').filter({ hasText: 'TR-9' })).toContainText('$12.34')
  const file = artist.waitForEvent('download')
  await artist.getByRole('button', { name: 'Download CSV' }).click()
  expect((await file).suggestedFilename()).toMatch(/^earnings-\d{4}-\d\d\.csv$/)
})

test('when the server no longer accepts the token, the session ends and the login page opens', async ({ page }) => {
  await page.goto('/login?next=/admin/employee-payouts')
  await page.getByLabel('Email', { exact: true }).fill('admin@easel.test')
  await page.getByLabel('Password', { exact: true }).fill('easel-demo')
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page).toHaveURL('/admin/employee-payouts')
  await page.getByLabel('Employee').selectOption({ label: (await page.getByRole('option', { name: /Aria Artist/ }).textContent()) ?? '' })
  await expect(page.getByRole('heading', { name: 'Pay Aria Artist' })).toBeVisible()
  // Simulates the response of an older server to the page's call.
  await page.route('**/admin/employee-payouts.data*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const body = `[{"_1":2},"data",{"_3":4,"_5":6},"fields",{},"isOver",true]`
    return route.fulfill({ status: 401, contentType: 'text/x-script', headers: { 'x-remix-response': 'yes' }, body })
  })
  await page.getByLabel('Amount').fill('1')
  await page.getByRole('button', { name: 'Record payout' }).click()
  await expect(page.getByText('Session expired. Please log in again.')).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  expect(await page.evaluate(() => localStorage.getItem('token') ?? sessionStorage.getItem('token'))).toBeNull()
})
