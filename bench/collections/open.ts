import { type BrowserContext, chromium } from '@playwright/test'

type Opened = { url: string; cookie: string; path: string; executablePath: string | undefined }

const RUNS = 5
const median = (values: number[]): number => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** Opens a page in Chromium, by its address and by its link, and returns the median times in ms. */
export async function openCollection({ url, cookie, path, executablePath }: Opened): Promise<Record<string, number>> {
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce' })
    const [name = '', ...value] = cookie.split('=')
    await context.addCookies([{ name, value: value.join('='), url }])
    const times: Record<string, number>[] = []
    for (let run = 0; run < RUNS + 1; run += 1) times.push(await openOnce(context, url, path))
    const [, ...warm] = times
    return Object.fromEntries(Object.keys(warm[0] ?? {}).map((key) => [key, median(warm.map((one) => one[key] ?? Number.NaN))]))
  } finally {
    await browser.close()
  }
}

async function openOnce(context: BrowserContext, url: string, path: string): Promise<Record<string, number>> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  // The processor time of the page's thread: on a busy machine it says more than the time on the clock.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () =>
    ((await session.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  await page.goto(url + path, { waitUntil: 'networkidle' })
  const byAddress = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const [paint] = performance.getEntriesByName('first-contentful-paint')
    return { received: entry?.responseEnd ?? 0, painted: paint?.startTime ?? 0, parsed: entry?.domContentLoadedEventEnd ?? 0 }
  })
  const opened_busy = await busy()
  await page.goto(`${url}/collections`, { waitUntil: 'networkidle' })
  const before = await busy()
  const byLink = await page.evaluate(async (wanted) => {
    const link = document.querySelector<HTMLAnchorElement>(`a[href="${wanted}"]`)
    const begun = performance.now()
    link?.click()
    while (document.querySelectorAll('ol > li').length < 2) await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - begun
  }, path)
  const linked_busy = (await busy()) - before
  await page.close()
  return {
    'processor time, by its address': opened_busy,
    'processor time, by its link': linked_busy,
    'the page is received': byAddress.received,
    'first paint': byAddress.painted,
    'parsed, with its scripts': byAddress.parsed,
    'by its link, until the works show': byLink
  }
}
