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
