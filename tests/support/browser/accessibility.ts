import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

export type Violation = { id: string; where: string[] }

/** Returns the accessibility rules that the page breaks, or only what matches `selector`, with the places. */
export async function violationsOn(page: Page, selector?: string): Promise<Violation[]> {
  // Half a megabyte of script is sent to each page once only.
  const isLoaded = await page.evaluate(() => 'axe' in window)
  // Our pages have no frames of other origins, so axe can run in the page itself instead of in a second, blank page.
  const axe = new AxeBuilder({ page, ...(isLoaded && { axeSource: '0' }) }).setLegacyMode(true).options({ resultTypes: ['violations'] })
  const { violations } = await (selector ? axe.include(selector) : axe).analyze()
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }))
}
