import { type Browser, type BrowserContext, type BrowserContextOptions, test as base, type CDPSession, type Frame } from '@playwright/test'

/** What a site can store in a browser, except cookies and the cache. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers,file_systems'

/**
 * A browser context that goes from journey to journey. Its tab stays open, so that the process that shows the product’s pages keeps what it has
 * compiled. A spoiled context is closed instead of kept.
 */
type Kept = { context: BrowserContext; tab: CDPSession; close(): Promise<void>; origins: Set<string>; isSpoiled: boolean }

/** Options that forgetting would remove. */
const LEAVES_TRACES = ['extraHTTPHeaders', 'offline', 'permissions', 'storageState'] as const
/** Methods of a context whose effects nothing takes back. */
const LASTING_CHANGES = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setGeolocation',
  'setHTTPCredentials'
] as const

/** The contexts of this worker that no journey has now, by their options. */
const free = new Map<string, Kept[]>()
/** The contexts that the current journey has. */
const lent = new Set<BrowserContext>()
/** The options of the current journey. Undefined in a file’s hooks, whose contexts outlive a journey, and when `hasCache` is false. */
let journeyKey: string | undefined

/**
 * A journey in a browser that knows the product’s scripts and pictures, like that of a returning visitor, and nothing else of the journeys
 * before it. Loading them again for each journey takes an eighth of all processor time. This holds for `page`, and for each context that a
 * journey opens itself. A journey must not use a context any more once it has closed it.
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
        journeyKey = JSON.stringify({ actionTimeout, colorScheme, contextOptions, hasTouch, isMobile, viewport, ...visitor })
      await use(undefined)
      journeyKey = undefined
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
    if (journeyKey === undefined || LEAVES_TRACES.some((option) => own[option])) return browser.newContext(own)
    const key = `${journeyKey} ${keyOf(own)}`
    const kept = free.get(key)?.pop() ?? (await open(browser, own))
    lent.add(kept.context)
    kept.context.close = async () => {
      if (!lent.delete(kept.context)) return
      // Closing a failed journey's context lets Playwright describe its page.
      if (kept.isSpoiled || test.info().errors.length > 0) return kept.close()
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
  const kept: Kept = { context, tab: await context.newCDPSession(tab), close, origins: new Set(), isSpoiled: false }
  const note = (frame: Frame) => {
    if (frame.url().startsWith('http')) kept.origins.add(new URL(frame.url()).origin)
  }
  context.on('page', (page) => {
    note(page.mainFrame())
    page.on('framenavigated', note)
  })
  const spoil = () => {
    kept.isSpoiled = true
  }
  for (const change of LASTING_CHANGES) before(context, change, spoil)
  for (const change of ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'] as const) before(context.clock, change, spoil)
  const pages = context.pages.bind(context)
  context.pages = () => pages().filter((page) => page !== tab)
  return kept
}

/** Calls `act` whenever the method is called. */
function before<Owner extends object>(owner: Owner, method: keyof Owner & string, act: () => void): void {
  const original = Reflect.get(owner, method) as (...args: unknown[]) => unknown
  const replaced = (...args: unknown[]) => {
    act()
    return original.apply(owner, args)
  }
  Reflect.set(owner, method, replaced)
}

/** The same key for the same options in any order. The current product's address is the default. */
function keyOf(own: BrowserContextOptions): string {
  const entries = Object.entries(own).filter(([name, value]) => name !== 'baseURL' || value !== process.env['EASEL_URL'])
  return JSON.stringify(entries.toSorted(([one], [other]) => one.localeCompare(other)))
}

/** Makes the context like new, except for its cache. */
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
