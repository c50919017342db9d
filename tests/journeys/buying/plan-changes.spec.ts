import { expect } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { mailedText } from '#tests/support/browser/mailbox.ts'
import { open, payAtPayPal, subscriber } from '#tests/support/browser/subscribers.ts'

test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 20_000 })

test('a cheaper plan is quoted, approved at PayPal, applies from the next period on, and can be undone before approval', async ({
  browser
}) => {
  const { page } = await subscriber(browser, 'Chris Changer', 'team_monthly')
  await open(page, '/client/subscriptions')
  const toIndividual = page.getByRole('button', { name: 'Change to Individual', exact: true })
  await toIndividual.click()
  const quote = page.getByRole('region', { name: 'Change to Individual' })
  await expect(quote.getByText('$0.00')).toBeVisible()
  await quote.getByRole('checkbox').check()
  await quote.getByRole('button', { name: 'Confirm the change' }).click()
  await expect(page.getByText('Your plan changes to Individual.')).toBeVisible()
  await page.getByRole('button', { name: 'Keep Team' }).click()
  await toIndividual.click()
  await quote.getByRole('checkbox').check()
  await quote.getByRole('button', { name: 'Confirm the change' }).click()
  await page.getByRole('link', { name: 'Approve at PayPal' }).click()
  await page.getByRole('button', { name: /^(Approve|Agree)/ }).click()
  await expect(page).toHaveURL(/\/client\/subscriptions\?changed/)
  await expect(page.getByText('Your plan changes to Individual.')).toBeVisible()
  await page.context().close()
})

test('a dearer plan is quoted with the credit for unused days, paid at PayPal, and active at once', async ({ browser }) => {
  const { page } = await subscriber(browser, 'Gwen Grower', 'indiv_monthly')
  await open(page, '/client/subscriptions')
  await page.getByRole('button', { name: 'Change to Individual Yearly' }).click()
  const quote = page.getByRole('region', { name: 'Change to Individual Yearly' })
  await expect(quote.getByText('−$19.00')).toBeVisible()
  await expect(quote.getByText('$171.00', { exact: true })).toBeVisible()
  await quote.getByRole('checkbox').check()
  await quote.getByRole('button', { name: 'Continue to pay $171.00' }).click()
  await expect(page).toHaveURL(/\/pay\/subscribe\?plan_id=indiv_yearly/)
  await expect(page.getByText('−$19.00')).toBeVisible()
  await payAtPayPal(page, '$171.00')
  await expect(page).toHaveURL('/user/dashboard?subscribed=1')
  await open(page, '/client/subscriptions')
  await expect(page.getByRole('heading', { name: 'Individual Yearly plan' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '$171.00' }).getByRole('link')).toHaveAttribute('href', /\/receipts\//)
  await page.context().close()
})

test('the mail before a yearly renewal has a link that cancels it without signing in', async ({ browser }) => {
  const { page, email, provider_subscription_id } = await subscriber(browser, 'Yara Yearly', 'indiv_yearly')
  const advanced = await page.request.post(`${process.env['EASEL_PAYPAL_URL']}/sandbox/subscriptions/${provider_subscription_id}/advance`, {
    data: { days: 340 }
  })
  expect(advanced.ok()).toBe(true)
  const text = await mailedText(page.request, email, /renews on/)
  expect(text).toContain('$190.00')
  const link = /http\S+\/subscriptions\/cancel-renewal\/[\w-]+/.exec(text)?.[0] ?? 'no link'
  const visitor = await browser.newContext({ baseURL: process.env['EASEL_URL']!, javaScriptEnabled: false })
  const notice = await visitor.newPage()
  await notice.goto(new URL(link).pathname)
  await expect(notice.getByText('$190.00')).toBeVisible()
  await notice.getByRole('button', { name: 'Cancel Renewal' }).click()
  await expect(notice.getByText('The renewal of your Individual Yearly plan is canceled.')).toBeVisible()
  await page.goto('/client/subscriptions')
  await expect(page.getByText('This plan does not renew.')).toBeVisible()
  await visitor.close()
  await page.context().close()
})
