import { type APIRequestContext, type Browser, expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { mailedCode } from '#tests/support/browser/mailbox.ts'

export const PASSWORD = 'easel-walk'
/** The header that the site's own pages send. */
export const OWN_ORIGIN = { origin: process.env['EASEL_URL']! }

export const addressOf = (name: string) => `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@example.com`

/** Registers, verifies, and signs in a client in a new browser context. */
export async function newcomer(browser: Browser, name: string, options: { javaScriptEnabled?: boolean; baseURL?: string } = {}) {
  const email = addressOf(name.split(' ')[0]!.toLowerCase())
  const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, ...options })
  const request: APIRequestContext = context.request
  await request.post('/api/auth/register', { data: { name, email, password: PASSWORD, terms: true } })
  const code = await mailedCode(request, email)
  expect((await request.post('/api/auth/verify-email', { data: { email, code } })).status()).toBe(200)
  return { email, page: await context.newPage() }
}

/** A client with an active plan. */
export async function subscriber(browser: Browser, name: string, plan_id: string) {
  const person = await newcomer(browser, name)
  const { request } = person.page.context()
  const begun = await request.post('/api/subscriptions/checkout', { data: { plan_id, renewal_consent: true }, headers: OWN_ORIGIN })
  const { sub_id, provider_subscription_id } = await begun.json()
  const approved = await request.post(`${process.env['EASEL_PAYPAL_URL']}/sandbox/subscriptions/${provider_subscription_id}/approve`)
  expect(approved.ok()).toBe(true)
  expect((await request.post(`/api/subscriptions/${sub_id}/confirm`, { headers: OWN_ORIGIN })).status()).toBe(200)
  return { ...person, provider_subscription_id }
}

export async function payAtPayPal(page: Page, amount: string): Promise<void> {
  await page.getByRole('link', { name: 'Subscribe with PayPal' }).click()
  await expect(page.getByText(amount).first()).toBeVisible()
  await page.getByRole('button', { name: /^(Approve|Agree)/ }).click()
}

export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await hydrated(page)
}
