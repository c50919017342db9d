import { expect, type JSHandle, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

/* On a slow phone, people read, scroll, and click before the scripts are there. What they aim at must not move when the scripts arrive. */

const SIZES = { desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } }
const DOWN = 700
/** What the page loads once it rests, such as its hearts, has come by then, in milliseconds. */
const LATE_MS = 1_000

/** What a person can aim at: the links, buttons, and fields that show now. */
const targets = (page: Page): Promise<JSHandle<Element[]>> =>
  page.evaluateHandle(() =>
    [...document.querySelectorAll('header a, main a, main button, main input, main select')].filter(
      (one) => one.getBoundingClientRect().width > 0
    )
  )

/** Where they are, from the corner of the window. Those that the page has replaced by something else are null. */
const placesOf = (elements: JSHandle<Element[]>) =>
  elements.evaluate((all) =>
    all.map((one) => {
      const { left, top } = one.getBoundingClientRect()
      const name = one.getAttribute('aria-label') ?? one.textContent?.slice(0, 40) ?? ''
      return one.isConnected ? { name, left: Math.round(left), top: Math.round(top) } : null
    })
  )

async function expectNothingMoves(page: Page, path: string): Promise<void> {
  const released = Promise.withResolvers<void>()
  await page.route('**/static/*.js', async (route) => {
    await released.promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  await page.getByRole('contentinfo').waitFor()
  // Before its styles are there, a browser shows nothing of a page.
  await page.waitForFunction(() => [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet))
  await page.evaluate(() => document.fonts.ready)
  // What comes near is laid out with the next frame, and may differ from its estimated height by a pixel.
  await page.evaluate(async (top) => {
    scrollTo(0, top)
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  }, DOWN)
  const aimed = await targets(page)
  const before = await placesOf(aimed)
  released.resolve()
  await hydrated(page)
  await page.waitForTimeout(LATE_MS)
  const after = await placesOf(aimed)
  expect(after.filter((place) => place !== null).length).toBeGreaterThan(5)
  expect(after.filter((place) => place !== null)).toEqual(before.filter((_, index) => after[index] !== null))
}

for (const [size, viewport] of Object.entries(SIZES))
  for (const who of ['visitor', 'client'] as const)
    test(`nothing moves under a ${who} on a ${size} when the scripts arrive`, async ({ page, context, request }) => {
      test.setTimeout(120_000)
      if (who === 'client') await signInAs(context, 'client@easel.test')
      await page.setViewportSize(viewport)
      const [asset] = (await (await request.get('/api/assets?free=not-free&page_size=1')).json()) as [{ id: string }]
      for (const path of ['/', `/assets/${asset.id}`, '/pricing', '/developers', '/faq', '/terms'])
        await test.step(path, () => expectNothingMoves(page, path))
    })
