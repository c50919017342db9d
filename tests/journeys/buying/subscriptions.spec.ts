import { type APIRequestContext, type Browser, expect, type Locator, type Page, test } from '@playwright/test'
import { mailedCode, mailedText } from '#tests/support/browser/mailbox.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

const PASSWORD = 'easel-walk'
/** The header that the site's own pages send. */
const OWN_ORIGIN = { origin: process.env['EASEL_URL']! }

test.describe.configure({ timeout: 240_000 })
test.use({ actionTimeout: 20_000 })

test('a visitor chooses a plan on /pricing, registers, subscribes at PayPal, downloads with the plan and cancels the renewal', async ({
  page
}) => {
  const email = addressOf('pricing')
  await open(page, '/pricing')
  await page.getByRole('link', { name: 'Subscribe to Individual' }).click()
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Individual' })
  await expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/login?next=/resume-checkout')

  await page.getByRole('main').getByRole('link', { name: 'Create account' }).click()
  await hydrated(page.locator('main form').first())
  await page.getByLabel('Full name').fill('Pia Planner')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByLabel('Code').fill(await mailedCode(page.request, email))
  await expect(page).toHaveURL(/\/pay\/subscribe\?plan_id=indiv_monthly&paypal_plan_id=[\w-]+&sub_id=[0-9a-f-]{36}$/)

  // The client gives consent here before PayPal is offered.
  const receipt = page.getByRole('region', { name: 'Your subscription' })
  await expect(receipt.getByRole('checkbox')).not.toBeChecked()
  await expect(page.getByRole('link', { name: 'Subscribe with PayPal' })).toHaveCount(0)
  await receipt.getByRole('checkbox').check()
  await receipt.getByRole('button', { name: 'Continue' }).click()
  await payAtPayPal(page, '$19.00')
  await expect(page).toHaveURL('/user/dashboard?subscribed=1')

  await page.goto('/pricing')
  await expect(page.getByText('You have the Individual plan.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Subscribe to/ })).toHaveCount(0)
  await page.getByRole('main').getByRole('link', { name: 'My Subscription' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Individual plan' })).toBeVisible()
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
  await expect(main.getByText('50 of 50 downloads left')).toBeVisible()
  await expect(main.getByText(/^0 used, resets /)).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: '$19.00' }).getByRole('link')).toHaveAttribute('href', /\/receipts\//)

  await openAcquire(page)
  const acquire = page.getByRole('dialog')
  await expect(acquire.getByRole('tab', { name: 'Subscription (Active)' })).toHaveAttribute('aria-selected', 'true')
  await expect(acquire.getByText('50 of 50 downloads left')).toBeVisible()
  await expect(acquire.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await acquire.getByRole('checkbox', { name: /I agree/ }).check()
  const download = page.waitForEvent('download')
  await acquire.getByRole('button', { name: 'Continue' }).click()
  expect((await download).suggestedFilename()).toMatch(/\.svg$/)
  await expect(acquire.getByText('49 of 50 downloads left')).toBeVisible()

  // Downloading the same asset again is not counted.
  await openAcquire(page)
  await acquire.getByRole('checkbox', { name: /I agree/ }).check()
  const again = page.waitForEvent('download')
  await acquire.getByRole('button', { name: 'Download' }).click()
  await again
  await expect(acquire.getByText('49 of 50 downloads left')).toBeVisible()

  await open(page, '/client/subscriptions')
  await page.getByRole('button', { name: 'Cancel Renewal' }).click()
  const asking = page.getByRole('dialog', { name: 'Cancel the renewal?' })
  await expect(asking.getByText(/^You keep access until /)).toBeVisible()
  await asking.getByRole('button', { name: 'Keep the renewal' }).click()
  await expect(asking).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel Renewal' }).click()
  await asking.getByRole('button', { name: 'Cancel Renewal' }).click()
  await expect(main.getByText(/^The renewal is canceled\. You keep access until /)).toBeVisible()
  await page.getByRole('button', { name: 'Keep my plan' }).click()
  await expect(main.getByText(/^Your plan renews on /)).toBeVisible()
  await page.getByRole('button', { name: 'Cancel Renewal' }).click()
  await asking.getByRole('button', { name: 'Cancel Renewal' }).click()
  await expect(page.getByText('This plan does not renew.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel Renewal' })).toHaveCount(0)
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
})

test('a plan is chosen in the acquire dialog, abandoned and declined at PayPal, and then paid', async ({ browser }) => {
  const { page } = await newcomer(browser, 'Olga Owner')
  await openAcquire(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('tab', { name: 'Subscription' }).click()
  await dialog.getByRole('checkbox', { name: /I agree/ }).check()
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled()
  await dialog.getByText('Team', { exact: true }).click()
  await expect(dialog.getByText('$59.00')).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect(dialog.getByText('Coupons aren’t enabled yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/pay\/subscribe\?/)
  await page.getByRole('main').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const answer of ['Cancel and return', 'Decline']) {
    await page.getByRole('link', { name: /with PayPal$/ }).click()
    await page.getByRole('button', { name: answer }).click()
    await expect(page.getByText('Your plan was not started.')).toBeVisible()
  }
  await page.getByRole('link', { name: 'Try again with PayPal' }).click()
  await page.getByRole('button', { name: /^(Approve|Agree)/ }).click()
  await expect(page).toHaveURL('/user/dashboard?subscribed=1')

  await page.context().close()
})

test('a team shares a plan: members are invited, join, download, are removed, and leave', async ({ browser }) => {
  const { page } = await subscriber(browser, 'Tess Teamlead', 'team_monthly')
  const member = await newcomer(browser, 'Max Member')
  await open(page, '/client/subscriptions')
  const seats = page.getByRole('region', { name: 'Seats' })
  await expect(seats.getByText('1 of 5 seats')).toBeVisible()
  await invite(page, member.email)
  await expect(seats.getByText('2 of 5 seats')).toBeVisible()
  await expect(seats.getByRole('listitem').filter({ hasText: member.email })).toContainText('Invited')
  await expect(seats.getByText('Max Member')).toHaveCount(0)
  const unknown = addressOf('nobody-yet')
  await invite(page, unknown)
  await expect(seats.getByRole('listitem').filter({ hasText: unknown })).toContainText('Invited')
  await mailedText(page.request, unknown, /Team|plan|seat|invite/i)
  await invite(page, unknown)
  await expect(page.getByText('This person already has a seat.')).toBeVisible()
  await seats.getByRole('button', { name: `Remove ${unknown}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(seats.getByText('2 of 5 seats')).toBeVisible()

  await open(member.page, '/client/subscriptions')
  const theirs = member.page.getByRole('main')
  await expect(theirs.getByRole('heading', { name: 'Team plan' })).toBeVisible()
  await expect(theirs.getByText('250 of 250 downloads left')).toBeVisible()
  await expect(theirs.getByText('$')).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: 'Cancel Renewal' })).toHaveCount(0)
  await theirs.getByRole('button', { name: 'Join', exact: true }).click()
  await expect(theirs.getByRole('listitem').filter({ hasText: 'Max Member' })).toContainText('Joined')
  await openAcquire(member.page)
  const acquire = member.page.getByRole('dialog')
  await expect(acquire.getByRole('tab', { name: 'Subscription (Active)' })).toHaveAttribute('aria-selected', 'true')
  await acquire.getByRole('checkbox', { name: /I agree/ }).check()
  const download = member.page.waitForEvent('download')
  await acquire.getByRole('button', { name: 'Continue' }).click()
  await download
  await page.reload()
  await expect(page.getByText('249 of 250 downloads left')).toBeVisible()
  await expect(seats.getByRole('listitem').filter({ hasText: 'Max Member' })).toContainText('Joined')
  await open(member.page, '/client/subscriptions')
  await member.page.getByRole('button', { name: 'Leave this plan' }).click()
  await member.page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(theirs.getByText('You have no active plan.')).toBeVisible()

  await page.context().close()
  await member.page.context().close()
})

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

test('another client cannot open a subscription, and staff see that plans are for clients', async ({ page, browser }) => {
  const owner = await newcomer(browser, 'Uma Unpaid')
  await owner.page.goto('/pay/subscribe?plan_id=indiv_monthly&price=0.01')
  await expect(owner.page.getByText('$19.00').first()).toBeVisible()
  await owner.page.getByRole('checkbox').check()
  await owner.page.getByRole('button', { name: 'Continue to payment' }).click()
  await expect(owner.page.getByRole('link', { name: 'Subscribe with PayPal' })).toBeVisible()
  const address = owner.page.url()
  await page.goto(address)
  await expect(page).toHaveURL(/\/login\?next=/)
  const other = await newcomer(browser, 'Otto Other')
  expect((await other.page.goto(address))?.status()).toBe(404)
  await signInAs(page.context(), 'artist@easel.test')
  await page.goto('/pricing')
  await expect(page.getByText('Plans are for client accounts.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Subscribe to/ })).toHaveCount(0)
  await owner.page.context().close()
  await other.page.context().close()
})

test('a checkout response without a URL shows an error', async ({ browser }) => {
  const { page } = await newcomer(browser, 'Nick Noaddress')
  await page.route('**/api/subscriptions/checkout', (route) => route.fulfill({ status: 200, json: {} }))
  await open(page, '/pricing')
  await page.getByRole('link', { name: 'Subscribe to Team' }).click()
  await page.getByRole('dialog').getByRole('checkbox').check()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText('Missing subscription checkout URL')
  await page.context().close()
})

test('a client on a free plan subscribes from My Subscription', async ({ browser }) => {
  const client = await newcomer(browser, 'Fred Free')
  const admin = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  await admin.request.post('/api/auth/login', { data: { email: 'admin@easel.test', password: 'easel-demo' } })
  const created = await admin.request.post('/api/admin/subscriptions', {
    data: { user_email: client.email, plan_type: 'free' },
    headers: OWN_ORIGIN
  })
  const { id } = await created.json()
  expect((await admin.request.post(`/api/admin/subscriptions/${id}/activate`, { headers: OWN_ORIGIN })).ok()).toBe(true)
  const { page } = client
  await page.goto('/pricing')
  await expect(page.getByRole('link', { name: 'Subscribe to Team' })).toBeVisible()
  await open(page, '/client/subscriptions')
  await page.getByRole('link', { name: 'Subscribe to Individual' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await payAtPayPal(page, '$19.00')
  await expect(page).toHaveURL('/user/dashboard?subscribed=1')
  await admin.close()
  await page.context().close()
})

test('an admin creates, activates, extends, converts, prices and cancels a subscription', async ({ browser }) => {
  const client = await newcomer(browser, 'Gina Given')
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']! })
  await signInAs(context, 'admin@easel.test')
  const page = await context.newPage()
  await open(page, '/admin/subscriptions')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'New Subscription' }).click()
  await dialog.getByLabel('Client’s email').fill(addressOf('nobody'))
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('No client has this email address.')
  await dialog.getByLabel('Client’s email').fill(client.email)
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByLabel('Search').fill(client.email)
  await expect(page).toHaveURL(/q=/)
  const row = page.getByRole('row').filter({ hasText: client.email })
  await expect(row).toContainText('Inactive')
  await row.getByRole('button', { name: /^Activate/ }).click()
  await expect(row).toContainText('Active')
  const until = await row.getByRole('time').getAttribute('datetime')
  await row.getByRole('button', { name: /^Extend 30 days/ }).click()
  await expect
    .poll(async () => Date.parse((await row.getByRole('time').getAttribute('datetime'))!) - Date.parse(until!))
    .toBe(30 * 86_400_000)
  await open(client.page, '/client/subscriptions')
  await expect(client.page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()

  await row.getByRole('button', { name: /^Price/ }).click()
  await dialog.getByLabel('Price (USD)').fill('12.505')
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByLabel('Price (USD)').fill('12.50')
  await dialog.getByRole('button', { name: 'Save price' }).click()
  await expect(row).toContainText('$12.50')
  await row.getByRole('button', { name: /^Convert/ }).click()
  await dialog.getByLabel('Plan type').selectOption('yearly')
  await dialog.getByRole('button', { name: 'Convert' }).click()
  await expect(row).toContainText('Yearly')
  await row.getByRole('button', { name: /^Cancel/ }).click()
  await dialog.getByRole('button', { name: 'Cancel subscription' }).click()
  await expect(row.getByRole('button', { name: /^Activate/ })).toBeVisible()
  await page.getByRole('link', { name: 'Active', exact: true }).click()
  await expect(page.getByText('No subscriptions found.')).toBeVisible()
  await client.page.reload()
  await expect(client.page.getByText('You have no active plan.')).toBeVisible()
  await context.close()
  await client.page.context().close()
})

test.describe('without JavaScript', () => {
  test('a plan is paid, confirmed, and its renewal canceled', async ({ browser }) => {
    const { page } = await newcomer(browser, 'Nora Noscript', { javaScriptEnabled: false })
    await page.goto('/pricing')
    await page.getByText('Yearly, 2 months free').click()
    await expect(page.getByRole('link', { name: 'Subscribe to Individual', exact: true })).toHaveCount(0)
    await page.getByRole('link', { name: 'Subscribe to Individual Yearly' }).click()
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue to payment' }).click()
    await expect(page.getByText('each year, until you cancel')).toBeVisible()
    await page.getByRole('link', { name: 'Subscribe with PayPal' }).click()
    await page.getByRole('button', { name: /^(Approve|Agree)/ }).click()
    await page.getByRole('button', { name: 'Activate my plan' }).click()
    await expect(page).toHaveURL('/user/dashboard?subscribed=1')
    await page.goto('/client/subscriptions')
    await page.getByRole('button', { name: 'Cancel Renewal' }).click()
    await expect(page.getByText(/^The renewal is canceled\. You keep access until /)).toBeVisible()
    await expect(page.getByText('This plan does not renew.')).toBeVisible()
    await page.context().close()
  })
})

const addressOf = (name: string) => `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`

/** Registers, verifies, and signs in a client in a new browser context. */
async function newcomer(browser: Browser, name: string, options: { javaScriptEnabled?: boolean } = {}) {
  const email = addressOf(name.split(' ')[0]!.toLowerCase())
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, ...options })
  const request: APIRequestContext = context.request
  await request.post('/api/auth/register', { data: { name, email, password: PASSWORD, terms: true } })
  const code = await mailedCode(request, email)
  expect((await request.post('/api/auth/verify-email', { data: { email, code } })).status()).toBe(200)
  return { email, page: await context.newPage() }
}

/** A client with an active plan. */
async function subscriber(browser: Browser, name: string, plan_id: string) {
  const person = await newcomer(browser, name)
  const { request } = person.page.context()
  const begun = await request.post('/api/subscriptions/checkout', { data: { plan_id, renewal_consent: true }, headers: OWN_ORIGIN })
  const { sub_id, provider_subscription_id } = await begun.json()
  const approved = await request.post(`${process.env['EASEL_PAYPAL_URL']}/sandbox/subscriptions/${provider_subscription_id}/approve`)
  expect(approved.ok()).toBe(true)
  expect((await request.post(`/api/subscriptions/${sub_id}/confirm`, { headers: OWN_ORIGIN })).status()).toBe(200)
  return { ...person, provider_subscription_id }
}

async function payAtPayPal(page: Page, amount: string): Promise<void> {
  await page.getByRole('link', { name: 'Subscribe with PayPal' }).click()
  await expect(page.getByText(amount).first()).toBeVisible()
  await page.getByRole('button', { name: /^(Approve|Agree)/ }).click()
}

async function invite(page: Page, email: string): Promise<void> {
  await page.getByLabel('Invite by email').fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')))
}

/** Opens the acquire dialog of the first asset that is not free. */
async function openAcquire(page: Page): Promise<void> {
  await page.goto('/?page=4')
  const form = page
    .locator('form')
    .filter({ has: page.getByRole('button', { name: 'Get', exact: true }) })
    .first()
  await hydrated(form)
  await form.hover()
  await form.getByRole('button', { name: 'Get', exact: true }).click()
}

/** Waits until React has hydrated the form. */
async function hydrated(form: Locator): Promise<void> {
  await expect.poll(() => form.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))).toBe(true)
}
