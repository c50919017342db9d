import { expect, type Page } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { test } from '#tests/support/browser/journey.ts'
import { motionOn, overflowOn, unfocusableOn } from '#tests/support/browser/layout.ts'
import { fillAddresses, PAGES } from '#tests/support/browser/pages.ts'
import { openSettled } from '#tests/support/browser/settled-page.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

/** One color scheme per width is enough, because both widths use the same variables. */
const SCREENS = [
  { screen: 'desk in light', viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  { screen: 'phone in dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' }
] as const
/** 320 px is also what 400 % zoom leaves of a desk, and 640 px what 200 % leaves. */
const WIDTHS = [320, 640, 1280]

// These only read, so they may run at the same time.
test.describe.configure({ mode: 'parallel' })

for (const [who, addresses] of Object.entries(PAGES))
  test(`pages of a ${who} are accessible at every width and zoom, in light, dark, forced colors, and right-to-left, and log no errors`, async ({
    browser
  }) => {
    test.setTimeout(360_000)
    const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, reducedMotion: 'reduce' })
    if (who !== 'visitor') {
      await signInAs(context, `${who}@easel.test`)
    }
    const page = await context.newPage()
    const heard = listen(page)
    for (const [at, address] of (await fillAddresses(addresses, page.request)).entries()) {
      // Half of the pages load on the desk and the others on the phone. The layout is CSS alone, so the other screen needs no second load.
      const [first, second] = at % 2 === 0 ? SCREENS : SCREENS.toReversed()
      await showOn(page, first!)
      await openSettled(page, address)
      await expectFine(page, address, first!)
      await showOn(page, second!)
      await expectFine(page, address, second!)
      await expectFlexible(page, address)
    }
    expect(heard()).toEqual([])
    await context.close()
  })

type Screen = (typeof SCREENS)[number]

async function showOn(page: Page, { viewport, colorScheme }: Screen): Promise<void> {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
}

async function expectFine(page: Page, address: string, { screen }: Screen): Promise<void> {
  expect({ address, screen, violations: await violationsOn(page) }).toEqual({ address, screen, violations: [] })
  expect({ address, screen, overflow: await overflowOn(page) }).toEqual({ address, screen, overflow: [] })
}

/** The same page in other widths, from right to left, and in forced colors, where a ring must still show what is focused. */
async function expectFlexible(page: Page, address: string): Promise<void> {
  for (const dir of ['ltr', 'rtl']) {
    await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 640 })
      expect.soft({ address, dir, width, overflow: await overflowOn(page) }).toEqual({ address, dir, width, overflow: [] })
    }
  }
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors })
    const withoutRing = await unfocusableOn(page)
    expect.soft({ address, forcedColors, withoutRing }).toEqual({ address, forcedColors, withoutRing: [] })
  }
  await page.emulateMedia({ forcedColors: 'none' })
  expect.soft({ address, moves: await motionOn(page) }).toEqual({ address, moves: [] })
}

/** Collects console errors and warnings, except for the intended 404. */
function listen(page: Page): () => string[] {
  const heard: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/\/(no-such-page|LIC-0000-0000-0000-0000)$/.test(page.url()))
      heard.push(`${page.url()} ${message.text()}`)
  })
  page.on('pageerror', (error) => heard.push(`${page.url()} ${error.message}`))
  return () => heard
}
