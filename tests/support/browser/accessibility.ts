import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

/** Each page gets a copy, so it is the smaller of the package's two files. */
const SOURCE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export type Violation = { id: string; where: string[] }

/** Returns the accessibility rules that the page breaks, or only what matches `selector`, with the places. */
export async function violationsOn(page: Page, selector?: string): Promise<Violation[]> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(SOURCE)
  return page.evaluate(async (include) => {
    const { axe } = window as unknown as { axe: { run(where: unknown, options: object): Promise<AxeResults> } }
    // Only a rule that is off would read the style sheets, and loading them again takes long.
    const { violations } = await axe.run(include ?? document, { resultTypes: ['violations'], preload: { assets: ['media'] } })
    return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ target }) => target.join(' ')) }))
  }, selector)
}
