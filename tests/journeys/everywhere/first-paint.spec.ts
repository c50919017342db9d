import { expect, type Page, type Route } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'

/* A public page carries those of its rules that it needs, and is painted with them. The whole stylesheets follow with the scripts, and must change nothing. */

const SIZES = { desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844 } }
/** What starts the scripts, and asks for the stylesheets with them. */
const STARTER = /<script>\(\(\)=>\{\nconst inputs[\s\S]*?<\/script>/

declare global {
  interface Window {
    looks: () => { name: string; styles: string[] }[]
    first: { name: string; styles: string[] }[]
  }
}

/** Opens the page as it is before anything starts. */
async function openUnstarted(page: Page, path: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch()
      const html = await response.text()
      expect(html).toMatch(STARTER)
      expect(html).toContain('<script type="late-data">window.__reactRouterContext')
      expect(html).not.toContain('<script>window.__reactRouterContext')
      await route.fulfill({ response, body: html.replace(STARTER, '') })
    }
  )
  await page.goto(path)
  await page.evaluate(() => document.fonts.ready)
}

/** Keeps how each element looks: its name, its place, and its computed styles. Returns how many looks there are. */
const keepLooks = (page: Page) =>
  page.evaluate(() => {
    // Browsers report automatic margins in more than one way. What they do shows in the places.
    const properties = [...getComputedStyle(document.body)].filter((property) => !property.startsWith('margin'))
    const placeOf = ({ left, top, width, height }: DOMRect) => `at ${[left, top, width, height].map(Math.round).join(' ')}`
    window.looks = () =>
      [...document.querySelectorAll('body, body *')].flatMap((one) =>
        [undefined, '::before', '::after'].flatMap((part) => {
          const style = getComputedStyle(one, part)
          if (part && style.content === 'none') return []
          const name = `${one.localName} ${one.getAttribute('class')} ${part ?? ''}`
          return [
            {
              name,
              styles: [
                placeOf(one.getBoundingClientRect()),
                ...properties.map((property) => `${property}: ${style.getPropertyValue(property)}`)
              ]
            }
          ]
        })
      )
    window.first = window.looks()
    return window.first.length
  })

/** Returns what has changed since, as the elements and their new styles. */
const changesIn = (page: Page) =>
  page.evaluate(() =>
    window.looks().flatMap(({ name, styles }, index) => {
      const before = window.first[index]
      const changed = styles.flatMap((style, place) => (style === before?.styles[place] ? [] : [`${before?.styles[place]} → ${style}`]))
      return name === before?.name && changed.length === 0 ? [] : [`${name} ${changed.join('; ')}`]
    })
  )

async function loadWholeStylesheets(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=late-stylesheet]')]
    await Promise.all(
      links.map((link) => {
        const loaded = new Promise((resolve) => link.addEventListener('load', resolve))
        link.rel = 'stylesheet'
        return loaded
      })
    )
    document.querySelector('style[data-first-paint]')?.remove()
    return links.length
  })
}

for (const [size, viewport] of Object.entries(SIZES))
  test(`the whole stylesheets change nothing of what a ${size} has painted`, async ({ page, request }) => {
    test.setTimeout(120_000)
    await page.setViewportSize(viewport)
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: size === 'phone' ? 'dark' : 'light' })
    const [asset] = (await (await request.get('/api/assets?free=not-free&page_size=1')).json()) as [{ id: string }]
    for (const path of ['/', `/assets/${asset.id}`, '/pricing', '/faq', '/about', '/careers', '/terms', '/license-terms'])
      await test.step(path, async () => {
        await openUnstarted(page, path)
        expect(await keepLooks(page)).toBeGreaterThan(100)
        expect(await loadWholeStylesheets(page)).toBeGreaterThan(0)
        expect(await changesIn(page)).toEqual([])
      })
  })

const STYLESHEETS = '**/static/*.css'
/** The rules that a public page carries until its stylesheets are there. */
const carried = (page: Page) => page.locator('style[data-first-paint]')

test('a stylesheet that fails once is loaded again', async ({ page }) => {
  const failed = new Set<string>()
  await page.route(STYLESHEETS, async (route: Route) => {
    const url = route.request().url()
    if (failed.has(url)) return route.continue()
    failed.add(url)
    return route.abort()
  })
  await page.goto('/')
  await hydrated(page)
  expect(failed.size).toBeGreaterThan(0)
  await expect(carried(page)).toHaveCount(0)
})

for (const [what, answer] of [
  ['fail', (route: Route) => route.abort()],
  ['hang', () => new Promise<void>(() => {})]
] as const)
  test(`a page whose stylesheets ${what} comes alive with the rules that it carries`, async ({ page }) => {
    await page.route(STYLESHEETS, answer)
    await page.goto('/', { waitUntil: 'commit' })
    await hydrated(page)
    await expect(carried(page)).toHaveCount(1)
  })

const addressesOf = (page: Page) =>
  page.locator('link[rel=stylesheet]').evaluateAll((links) => (links as HTMLLinkElement[]).map(({ href }) => href))

test('each stylesheet is loaded once, also when what loads later needs it, too', async ({ page }) => {
  await page.goto('/')
  await hydrated(page)
  // The hearts come as the first thing that is imported later.
  await expect(page.getByRole('button', { name: /^Keep/ }).first()).toBeVisible()
  const addresses = (await addressesOf(page)).map((address) => address.replace('#', ''))
  expect(addresses.length).toBeGreaterThan(2)
  expect(addresses).toEqual([...new Set(addresses)])
})

test('a stylesheet that fails twice is loaded when something that is imported later needs it', async ({ page }) => {
  let times = 0
  await page.route('**/static/kit-*.css', (route) => {
    times += 1
    return times <= 2 ? route.abort() : route.continue()
  })
  await page.goto('/')
  await hydrated(page)
  await expect(page.getByRole('button', { name: /^Keep/ }).first()).toBeVisible()
  expect(times).toBe(3)
  expect((await addressesOf(page)).filter((address) => address.includes('/kit-'))).toHaveLength(1)
})

test('the stylesheets apply together, so that the page is laid out once more', async ({ page }) => {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let stylesheets = 0
  await page.route(STYLESHEETS, async (route) => {
    stylesheets += 1
    if (stylesheets === 1) await held
    await route.continue()
  })
  await page.goto('/', { waitUntil: 'commit' })
  const applying = () =>
    page.evaluate(() => [...document.styleSheets].filter(({ href, media }) => href && media.mediaText !== 'not all').length)
  await expect.poll(() => page.evaluate(() => [...document.styleSheets].filter(({ href }) => href).length)).toBe(2)
  expect(await applying()).toBe(0)
  release()
  await expect(carried(page)).toHaveCount(0)
  expect(await applying()).toBe(stylesheets)
})
