import { expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'

/* English pages load the fonts with their letters alone. Other letters bring the rest of Latin. */

const FIRST = ['bricolage-grotesque-first', 'instrument-sans-first']

/** Returns the names of the fonts that the page loads, without the hashes of their addresses. */
function fontsOf(page: Page): Set<string> {
  const names = new Set<string>()
  page.on('request', (request) => {
    const [, name] = /\/([\w-]+)-[\w-]{8}\.woff2$/.exec(request.url()) ?? []
    if (name) names.add(name)
  })
  return names
}

/** Returns the fonts in which the browser draws the element, and whether each comes from the page. */
async function drawnIn(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  return fonts.map(({ familyName, isCustomFont }) => `${familyName}, ${isCustomFont ? 'of the page' : 'of the system'}`)
}

for (const path of ['/', '/pricing', '/about', '/faq', '/careers']) {
  test(`${path} loads the first letters of two fonts, and nothing else`, async ({ page }) => {
    const loaded = fontsOf(page)
    await page.goto(path)
    await hydrated(page)
    await page.evaluate(() => document.fonts.ready)
    expect([...loaded].toSorted()).toEqual(FIRST)
    expect(await drawnIn(page, 'h1')).toEqual([expect.stringMatching(/^Bricolage Grotesque.*, of the page$/)])
  })
}

test('a title with other letters is drawn in the same font, and so is a text', async ({ page }) => {
  const loaded = fontsOf(page)
  await page.goto('/about')
  await hydrated(page)
  await page.evaluate(async () => {
    const [title, text] = [document.querySelector('h1'), document.querySelector('main p')]
    if (title) title.textContent = 'Café Ångström'
    if (text) text.textContent = 'Überall Zażółć'
    text?.setAttribute('id', 'text')
    await document.fonts.load('650 20px "Bricolage Grotesque"', 'é')
    await document.fonts.load('400 16px "Instrument Sans"', 'üż')
    await document.fonts.ready
  })
  await expect
    .poll(() => [...loaded].filter((name) => name.includes('latin')).toSorted())
    .toEqual(['bricolage-grotesque-latin-wght-normal', 'instrument-sans-latin-ext-wght-normal', 'instrument-sans-latin-wght-normal'])
  await expect.poll(() => drawnIn(page, 'h1')).not.toContainEqual(expect.stringContaining('of the system'))
  await expect.poll(() => drawnIn(page, '#text')).not.toContainEqual(expect.stringContaining('of the system'))
})

test('a phone loads the picture of an asset in the width that it shows', async ({ browser, request }) => {
  const [newest] = await (await request.get('/api/assets?page_size=1')).json()
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true
  })
  const page = await context.newPage()
  await page.goto(`/assets/${newest.id}`)
  // Chosen again, from addresses that are not cached: a browser that emulates a phone may choose before it knows how wide the page is.
  const shown = await page
    .locator('figure img')
    .first()
    .evaluate(async (image: HTMLImageElement) => {
      const again = new Image()
      Object.assign(again, { sizes: image.sizes, srcset: image.srcset.replaceAll('.webp', '.webp?again') })
      await again.decode()
      return { width: image.clientWidth, source: again.currentSrc }
    })
  // A preview of 640 pixels has more than nine tenths of those that the screen has there.
  expect(shown.width * 1.75).toBeLessThan(640 / 0.9)
  expect(shown.source).toMatch(/\/640(?:-marked)?\.(?:webp|avif)\?again$/)
  await context.close()
})
