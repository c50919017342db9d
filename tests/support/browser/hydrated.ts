import { expect, type Locator, type Page } from '@playwright/test'

/** How long a page that never rests may keep a journey waiting, in milliseconds. */
const REST_MS = 3_000

/**
 * Waits until React handles what a person does on the page, or to the element. Before that, a key or a click is lost, or the browser submits
 * the form by itself.
 */
export async function hydrated(where: Page | Locator): Promise<void> {
  const part = ('goto' in where ? where.locator('main') : where).first()
  const isHydrated = () => part.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__reactProps')))
  await expect.poll(isHydrated).toBe(true)
  // React marks elements while it renders. Effects, and parts that load later, follow until the page rests.
  await part.evaluate((_, timeout) => new Promise((rested) => requestIdleCallback(rested, { timeout })), REST_MS)
}
