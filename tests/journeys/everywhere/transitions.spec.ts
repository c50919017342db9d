import { expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'

/** A transition that the browser ran: what moved, and for how long. */
type Moved = { part: string; ms: number }

declare global {
  interface Window {
    moved: Promise<Moved[]>
  }
}

for (const [reducedMotion, longest] of [
  ['no-preference', 200],
  ['reduce', 0]
] as const)
  test(`a card opens its page within ${longest} ms when motion is ${reducedMotion}`, async ({ browser }) => {
    const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, reducedMotion })
    const page = await context.newPage()
    await page.addInitScript(recordTransition)
    await page.goto('/')
    const moved = await open(page)
    expect(moved.map(({ part }) => part)).toEqual(reducedMotion === 'reduce' ? [] : expect.arrayContaining(['asset-picture', 'root']))
    expect(Math.max(0, ...moved.map(({ ms }) => ms))).toBe(longest)
    await context.close()
  })

test('a card opens its page in a browser without transitions', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'startViewTransition', { value: undefined }))
  await page.goto('/')
  const card = page.locator('main li').getByRole('heading').getByRole('link').first()
  const title = (await card.textContent()) ?? ''
  await card.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
})

/** Follows the first card's link and returns what moved. */
async function open(page: Page): Promise<Moved[]> {
  const card = page.locator('main li').getByRole('heading').getByRole('link').first()
  const title = (await card.textContent()) ?? ''
  await hydrated(card)
  await card.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(title)
  await expect.poll(() => page.evaluate(() => 'moved' in window)).toBe(true)
  return page.evaluate(() => window.moved)
}

function recordTransition(): void {
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    window.moved = transition.ready.then(() =>
      document
        .getAnimations()
        .map(({ effect }) => ({
          part: /\((.+)\)/.exec((effect as KeyframeEffect).pseudoElement ?? '')?.[1] ?? '',
          ms: Number(effect?.getComputedTiming().duration)
        }))
        .filter(({ part, ms }) => part !== '' && ms > 0)
    )
    return transition
  }
}
