import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

test('without a connection the page says so, keeps what was typed, and goes on once there is one', async ({ page, context }) => {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  const subject = page.getByLabel('Subject')
  await subject.fill('A label for my jars')
  await context.setOffline(true)
  const notice = page.getByText('You are offline. What is on this page stays')
  await expect(notice).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
  const faq = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })
  await faq.click()
  await expect(page).toHaveURL('/contact')
  await expect(subject).toHaveValue('A label for my jars')
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await faq.click()
  await expect(page).toHaveURL('/faq')
})

test('a message that finds no connection stays as it was typed, and is sent later', async ({ page, context }) => {
  await page.goto('/contact', { waitUntil: 'networkidle' })
  const typed = { Name: 'Ada', Email: `ada-${Date.now()}@example.com`, Subject: 'Labels', Message: 'Do they print on jars?' }
  for (const [label, words] of Object.entries(typed)) await page.getByLabel(label, { exact: true }).fill(words)
  await context.setOffline(true)
  const send = page.getByRole('button', { name: 'Send message' })
  await send.click()
  await expect(page.getByText('Your message could not be sent.')).toBeVisible()
  for (const [label, words] of Object.entries(typed)) await expect(page.getByLabel(label, { exact: true })).toHaveValue(words)
  await context.setOffline(false)
  await send.click()
  await expect(page.getByText('Message sent.')).toBeVisible()
})

test('offline, neither another site nor another page of the list nor a search takes the page away; the search follows later; sections of the page are reached', async ({
  page,
  context
}) => {
  await page.goto('/', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('link', { name: 'Next' }).click()
  await page.getByRole('navigation', { name: 'Follow' }).getByRole('link').first().click()
  const search = page.getByRole('combobox', { name: 'Search assets' })
  await search.fill('fox')
  await search.press('Enter')
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Page 1 /')).toBeVisible()
  await context.setOffline(false)
  await expect(page).toHaveURL('/?search=fox')
  await page.goto('/terms', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Refunds' }).click()
  await expect(page).toHaveURL('/terms#refunds')
  await expect(page.getByRole('heading', { name: '7. Refunds' })).toBeInViewport()
})

test('offline, the FAQ still filters; a page that could not be fetched comes by itself once there is a connection', async ({
  page,
  context
}) => {
  await page.goto('/faq', { waitUntil: 'networkidle' })
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('button', { name: 'Custom Requests' }).click()
  await expect(page.getByRole('button', { name: 'Custom Requests' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL('/faq')
  await context.setOffline(false)
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click()
  await expect(page).toHaveURL('/about')
  await context.setOffline(true)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'You are offline.' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'FAQ', level: 1 })).toBeVisible()
})
