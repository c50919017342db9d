import { expect } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { openSettled } from '#tests/support/browser/settled-page.ts'

// What a journey before has loaded can be opened offline.
test.use({ hasCache: false })

test('offline, the page shows a notice, keeps typed text, and works again once online', async ({ page, context }) => {
  await openSettled(page, '/contact')
  const subject = page.getByLabel('Subject')
  await subject.fill('A label for my jars')
  await context.setOffline(true)
  const notice = page.getByText('You are offline. This page and everything you typed will stay.')
  await expect(notice).toBeVisible()
  expect(await violationsOn(page)).toEqual([])
  const faq = page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' })
  await faq.click()
  await expect(page).toHaveURL('/contact')
  await expect(subject).toHaveValue('A label for my jars')
  await context.setOffline(false)
  await expect(notice).toBeHidden()
  await faq.click()
  await expect(page).toHaveURL('/faq')
})

test('a message that cannot be sent keeps its text and can be sent later', async ({ page, context }) => {
  await openSettled(page, '/contact')
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

test('offline, links and searches do not leave the page, the search runs once online, and section links work', async ({
  page,
  context
}) => {
  await openSettled(page, '/')
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
  await openSettled(page, '/terms')
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Refunds' }).click()
  await expect(page).toHaveURL('/terms#refunds')
  await expect(page.getByRole('heading', { name: '7. Refunds' })).toBeInViewport()
})

test('offline, the FAQ still filters, and a page that could not be loaded loads once online', async ({ page, context }) => {
  await openSettled(page, '/faq')
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

test('a part that cannot be loaded leaves the page as it is, and comes once online', async ({ page, context }) => {
  await page.route('**/static/heart-button-*', (route) => route.abort())
  await page.route('**/static/acquire-dialog-*', (route) => route.abort())
  await openSettled(page, '/')
  const heart = page.getByRole('button', { name: /^Keep / }).first()
  const get = page.getByRole('main').getByRole('button', { name: 'Get', exact: true }).first()
  const title = page.getByRole('heading', { level: 1 })
  await expect(title).toBeVisible()
  await expect(heart).toHaveCount(0)
  await get.click()
  await expect(page.getByText('This could not be loaded. Please try again, or reload the page.')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.unrouteAll()
  await context.setOffline(true)
  await context.setOffline(false)
  await expect(heart).toBeVisible()
  await get.click()
  await expect(page.getByRole('dialog')).toBeVisible()
})
