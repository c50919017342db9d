import { expect, type Page } from '@playwright/test'

/** Searches by the picture of the asset on a desk: another work is found, the asset itself is not. */
export async function findByPicture(admin: Page, { found, own }: { found: string; own: string }): Promise<void> {
  await admin.getByRole('button', { name: 'Search by this picture' }).click()
  const panel = admin.getByRole('region', { name: 'Search by picture' })
  await expect(panel.getByRole('link', { name: found })).toBeVisible()
  await expect(panel.getByRole('link', { name: own })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toBeHidden()
}
