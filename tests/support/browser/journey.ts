import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, type CDPSession, type Frame } from '@playwright/test'

/** What a site can store in a browser, but for cookies and the cache. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'

/**
 * A browser context that goes from journey to journey. Its tab stays open, so that the process that shows the product’s pages keeps what it has
 * compiled. One that is spoiled cannot be made new again.
 */
type Kept = { context: BrowserContext; tab: CDPSession; close(): Promise<void>; origins: Set<string>; isSpoiled: boolean }

/** The contexts of this worker that no journey has now, by their options. */
const free = new Map<string, Kept[]>()
/** Those that the current journey has. */
const lent = new Set<BrowserContext>()
/** The options of the current journey, as a key. Undefined in the hooks of a file, whose contexts live longer than a journey, and where no cache is wanted. */
let options: string | undefined

/**
 * A journey in a browser that knows the product’s scripts and pictures, like that of a returning visitor, and nothing else of the journeys
 * before it. To load them anew for each journey takes an eighth of the processor time of all. This holds for `page`, and for each context that
 * a journey opens itself. What a context cannot forget, such as a script for all of its pages, belongs to one page instead.
 */
export const test = base.extend<{ giveBackContexts: undefined; hasCache: boolean }>({
  /** Set to false for journeys that need a browser that has loaded nothing yet. */
  hasCache: [true, { option: true }],

  browser: [async ({ browser }, use) => use(lending(browser)), { scope: 'worker' }],

  giveBackContexts: [
    async (
      {
        actionTimeout,
        colorScheme,
        contextOptions,
        extraHTTPHeaders,
        hasCache,
        hasTouch,
        isMobile,
        javaScriptEnabled,
        locale,
        timezoneId,
        userAgent,
        viewport
      },
      use
    ) => {
      const visitor = { javaScriptEnabled, locale, timezoneId, userAgent }
      // Forgetting would remove the headers, too.
      if (hasCache && !extraHTTPHeaders)
        options = JSON.stringify({ actionTimeout, colorScheme, contextOptions, hasTouch, isMobile, viewport, ...visitor })
      await use(undefined)
      options = undefined
      await Promise.all([...lent].map((context) => context.close()))
    },
    { auto: true }
  ],

  context: async ({ browser }, use) => {
    const context = await browser.newContext()
    await use(context)
    await context.close()
  }
})

/** The browser, but with contexts that are kept: closing one makes it free for the next journey. */
function lending(browser: Browser): Browser {
  const newContext = async (own: BrowserContextOptions = {}) => {
    if (options === undefined) return browser.newContext(own)
    const key = `${options} ${JSON.stringify(own)}`
    const kept = free.get(key)?.pop() ?? (await open(browser, own))
    lent.add(kept.context)
    kept.context.close = async () => {
      if (!lent.delete(kept.context)) return
      if (kept.isSpoiled) return kept.close()
      await forget(kept)
      free.set(key, [...(free.get(key) ?? []), kept])
    }
    return kept.context
  }
  return new Proxy(browser, {
    get: (target, name) => {
      if (name === 'newContext') return newContext
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    }
  })
}

async function open(browser: Browser, options: BrowserContextOptions): Promise<Kept> {
  const context = await browser.newContext(options)
  const close = context.close.bind(context)
  const tab = await context.newPage()
  await tab.goto(`${process.env['EASEL_URL']}/robots.txt`)
  const { extraHTTPHeaders, offline, permissions, storageState } = options
  // What forgetting would remove.
  const isSpoiled = Boolean(extraHTTPHeaders ?? offline ?? permissions ?? storageState)
  const kept: Kept = { context, tab: await context.newCDPSession(tab), close, origins: new Set(), isSpoiled }
  const note = (frame: Frame) => {
    if (frame.url().startsWith('http')) kept.origins.add(new URL(frame.url()).origin)
  }
  context.on('page', (page) => page.on('framenavigated', note))
  // A clock that was installed stays.
  const install = context.clock.install.bind(context.clock)
  context.clock.install = (options) => {
    kept.isSpoiled = true
    return install(options)
  }
  const pages = context.pages.bind(context)
  context.pages = () => pages().filter((page) => page !== tab)
  return kept
}

/** Makes the browser that of a stranger again, but for its cache. */
async function forget({ context, tab, origins }: Kept): Promise<void> {
  await Promise.all(context.pages().map((page) => page.close()))
  for (const origin of origins) await tab.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED })
  origins.clear()
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setOffline(false),
    context.setExtraHTTPHeaders({}),
    context.unrouteAll({ behavior: 'ignoreErrors' })
  ])
}
