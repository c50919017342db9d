import { type Download, expect, type Page } from '@playwright/test'

/**
 * Approves the payment on PayPal's page and returns the download, which starts by itself. Without waiting for it, the download
 * would abort the page that a test opens next.
 */
export async function approvePayment(page: Page): Promise<Download> {
  const started = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Approve payment' }).click()
  await expect(page.getByText('Thank you. The license is yours.')).toBeVisible({ timeout: 30_000 })
  return started
}
