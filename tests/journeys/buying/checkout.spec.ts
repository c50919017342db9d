import { expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { approvePayment } from '#tests/support/browser/purchase.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const PASSWORD = 'easel-demo'

test('the dialog requires everything before Continue, and resets when it is closed', async ({ page }) => {
  await page.goto('/')
  await openDialog(page)
  const dialog = page.getByRole('dialog')
  const proceed = dialog.getByRole('button', { name: 'Continue' })
  await expect(dialog.getByRole('heading', { name: /^Get / })).toBeVisible()
  await expect(dialog.getByRole('tab')).toHaveText(['Single License', 'Subscription', 'Free Download'])
  await expect(dialog.getByRole('tab', { name: 'Single License' })).toHaveAttribute('aria-selected', 'true')
  await expect(proceed).toBeDisabled()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Coupons aren’t enabled yet.')).toBeVisible()
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await expect(proceed).toBeEnabled()
  await dialog.getByRole('tab', { name: 'Subscription' }).click()
  await expect(dialog.getByText('$19')).toBeVisible()
  await expect(dialog.getByText('$59')).toBeVisible()
  await expect(proceed).toBeDisabled()
  await dialog.getByRole('tab', { name: 'Free Download' }).click()
  await expect(proceed).toBeDisabled()
  await dialog.getByLabel('Email').fill('someone@example.com')
  await expect(proceed).toBeEnabled()
  await proceed.click()
  await expect(dialog.getByRole('alert')).toHaveText('This asset is not free.')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()

  await openDialog(page)
  await expect(dialog.getByRole('tab', { name: 'Single License' })).toHaveAttribute('aria-selected', 'true')
  await expect(dialog.getByRole('checkbox', { name: /I agree/ })).not.toBeChecked()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
})

test('the dialog says that a price failed to load, and cannot be closed during a request', async ({ page }) => {
  await signInAs(page.context(), 'client@easel.test')
  await page.goto('/')
  await page.route('**/api/assets/*/pricing', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  await openDialog(page)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Failed to load.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  let answer = () => {}
  await page.route('**/api/licenses/checkout', async (route) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    await route.fulfill({ status: 500, json: {} })
  })
  await openDialog(page)
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeDisabled()
  await expect(dialog).toBeVisible()
  answer()
  await expect(dialog.getByRole('alert')).toHaveText('Something went wrong.')
})

test('a declined payment can be tried again, and a canceled one continued', async ({ page }) => {
  await signInAs(page.context(), 'client@easel.test')
  await page.goto('/?page=2')
  await openDialog(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Extended', { exact: true }).click()
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await expect(page.getByRole('alert')).toHaveText('The payment was declined. You have not been charged.')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('link', { name: 'Pay with PayPal' }).click()
  await page.getByRole('button', { name: 'Cancel and return' }).click()
  await expect(page.getByText('You left PayPal before paying.')).toBeVisible()
  await page.getByRole('link', { name: 'Try again with PayPal' }).click()
  // The download starts automatically, once.
  expect((await approvePayment(page)).suggestedFilename()).toMatch(/\.svg$/)
  await expect(page).not.toHaveURL(/paid=/)
  let others = 0
  page.on('download', () => {
    others += 1
  })
  await page.reload()
  await expect(page.getByText('Thank you. The license is yours.')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.svg$/)
  expect(others).toBe(1)
})

test('an artist who signs in to continue a purchase learns that it needs a client account, and stays signed in', async ({ page }) => {
  await page.goto('/?page=2')
  await openDialog(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/login?next=/resume-checkout')
  await page.getByLabel('Email').fill('artist@easel.test')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Licenses are bought with a client account.')).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('checkout_intent'))).toBeNull()
  await page.goto('/employee/dashboard')
  await expect(page).toHaveURL('/employee/dashboard')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a license can be bought and downloaded', async ({ page }) => {
    await signInAs(page.context(), 'client@easel.test')
    await page.goto('/?page=3')
    const href = await page.locator('main a[href^="/assets/"]').first().getAttribute('href')
    await page.goto(`/pay/checkout?type=license&asset_id=${href!.split('/').pop()}&license_type=extended&amount=0.01`)
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await page.getByRole('link', { name: 'Pay with PayPal' }).click()
    await page.getByRole('button', { name: 'Approve payment' }).click()
    await page.getByRole('button', { name: 'Complete the payment' }).click()
    await expect(page.getByText('Thank you. The license is yours.')).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/\.svg$/)
  })
})

/** Opens the acquire dialog of the first asset on the page that is not free. */
async function openDialog(page: Page): Promise<void> {
  const form = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Get', exact: true }) })
    .first()
  await hydrated(form)
  await form.hover()
  await form.getByRole('button', { name: 'Get', exact: true }).click()
}
