import { expect, type Page } from '@playwright/test'
import { hydrated } from '#tests/support/browser/hydrated.ts'
import { test } from '#tests/support/browser/journey.ts'

// Each journey looks for what the one before has left, so a retry repeats them all.
test.describe.configure({ mode: 'serial' })

/** Opens a page and returns the bytes of its scripts that came over the network. */
async function loadedBytes(page: Page): Promise<number> {
  await page.goto('/faq')
  await hydrated(page)
  const sizes = await page.evaluate(() => {
    const scripts = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).filter(({ name }) => name.endsWith('.js'))
    return scripts.map(({ transferSize }) => transferSize)
  })
  expect(sizes.length).toBeGreaterThan(0)
  return sizes.reduce((sum, size) => sum + size, 0)
}

test('a journey leaves cookies, stored data, a permission, a route, and a browser that is offline', async ({ page, context }) => {
  await loadedBytes(page)
  await page.evaluate(async () => {
    localStorage.setItem('left', '1')
    sessionStorage.setItem('left', '1')
    await (await caches.open('left')).put('/left', new Response('1'))
    await new Promise((opened) => {
      indexedDB.open('left').onsuccess = opened
    })
  })
  await context.addCookies([{ name: 'left', value: '1', url: page.url(), httpOnly: true }])
  await context.grantPermissions(['geolocation'])
  await context.route('**/faq', (route) => route.abort())
  await context.setOffline(true)
})

test('the next journey finds nothing of that, only the cache', async ({ page, context }) => {
  expect(await context.cookies()).toEqual([])
  expect(await loadedBytes(page)).toBe(0)
  const found = await page.evaluate(async () => ({
    local: localStorage.getItem('left'),
    session: sessionStorage.getItem('left'),
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
    isAllowed: (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  }))
  expect(found).toEqual({ local: null, session: null, caches: [], databases: [], isAllowed: false })
})

test('a journey gives all of its pages a script', async ({ page, context }) => {
  await context.addInitScript(() => Object.assign(window, { isLeft: true }))
  await page.goto('/faq')
  expect(await page.evaluate(() => 'isLeft' in window)).toBe(true)
})

test('the next journey’s pages do not run it', async ({ page }) => {
  await page.goto('/faq')
  expect(await page.evaluate(() => 'isLeft' in window)).toBe(false)
})

test('a journey stops the clock', async ({ page }) => {
  await page.clock.install({ time: 0 })
  await page.goto('/faq')
  expect(await page.evaluate(() => new Date().getUTCFullYear())).toBe(1970)
})

test('the next journey has the real time', async ({ page }) => {
  await page.goto('/faq')
  expect(await page.evaluate(() => new Date().getUTCFullYear())).toBeGreaterThan(2000)
})

const SCRIPTED = '<p>off</p><script>document.querySelector("p").textContent = "on"</script>'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('scripts do not run', async ({ page }) => {
    await page.setContent(SCRIPTED)
    await expect(page.getByText('off')).toBeVisible()
  })
})

test('scripts run again in the next journey', async ({ page }) => {
  await page.setContent(SCRIPTED)
  await expect(page.getByText('on')).toBeVisible()
})

test('a browser that a journey opens is kept, even if the journey does not close it', async ({ browser }) => {
  const page = await (await browser.newContext({ baseURL: process.env['EASEL_URL']!, locale: 'de-DE' })).newPage()
  expect(await loadedBytes(page)).toBeGreaterThan(0)
  await page.evaluate(() => localStorage.setItem('left', '1'))
})

test('two browsers that are open at once share nothing', async ({ browser }) => {
  const options = { baseURL: process.env['EASEL_URL']!, locale: 'de-DE' }
  const page = await (await browser.newContext(options)).newPage()
  expect(await loadedBytes(page)).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('left'))).toBeNull()
  const other = await (await browser.newContext(options)).newPage()
  expect(await loadedBytes(other)).toBeGreaterThan(0)
  await page.evaluate(() => localStorage.setItem('left', '1'))
  expect(await other.evaluate(() => localStorage.getItem('left'))).toBeNull()
})
