import { expect, type Page, test } from '@playwright/test'
import { violationsOn } from '#tests/support/browser/accessibility.ts'
import { openSettled } from '#tests/support/browser/settled-page.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'

/** One color scheme per width is enough, because both widths use the same variables. */
const SCREENS = [
  { screen: 'desk in light', viewport: { width: 1280, height: 860 }, colorScheme: 'light' },
  { screen: 'phone in dark', viewport: { width: 390, height: 844 }, colorScheme: 'dark' }
] as const
const PAGES = {
  visitor: [
    '/',
    '/?category=icon&color=red&format=svg&sort=title',
    '/?search=rocket+qqqqqqqq',
    '/?search=fox&category=illustration',
    '/?search=nothingofthekind',
    '/login',
    '/register',
    '/verify?email=someone%40example.com',
    '/forgot-username',
    '/forgot-username?sent=someone%40example.com',
    '/forgot-password',
    '/forgot-password?sent=someone%40example.com',
    '/reset-password',
    '/reset-password?token=made-up',
    '/terms',
    '/privacy',
    '/license-terms',
    '/free-license',
    '/subscription-terms',
    '/about',
    '/contact',
    '/contact?sent=1',
    '/faq',
    '/featured/into-the-wild',
    '/?search=umbrela+qqqqqqqq',
    '/careers',
    '/careers?apply',
    '/pricing',
    '/pay/subscribe?plan_id=team_monthly',
    '/user/profile',
    '/verify/LIC-0000-0000-0000-0000',
    '/no-such-page'
  ],
  client: [
    '/user/dashboard',
    '/user/profile',
    '/client/licenses',
    '/client/subscriptions',
    '/custom-requests',
    '/custom-requests?new=1',
    '/tools/compress',
    '/qr-barcode'
  ],
  artist: ['/employee/dashboard', '/user/profile', '/create-asset', '/create-asset?many', '/assets', '/employee/earnings'],
  admin: [
    '/admin/dashboard',
    '/admin/review',
    '/all-assets',
    '/all-assets?q=nothingofthekind',
    '/admin/wage-rules',
    '/admin/reports',
    '/admin/report-preview',
    '/admin/report-details',
    '/admin/expenses',
    '/admin/payments',
    '/admin/payments?q=nobody-has-this-name',
    '/admin/licenses',
    '/admin/subscriptions',
    '/admin/subscriptions?q=nobody-has-this-name',
    '/admin/manage-users',
    '/admin/manage-users?q=nobody-has-this-name',
    '/admin/operations',
    '/admin/collections',
    '/admin/synonyms',
    '/admin/synonyms?tab=misses',
    '/admin/requests',
    '/admin/messages',
    '/admin/applicants',
    '/admin/applicants?q=nobody-has-this-name',
    '/admin/audit-log'
  ]
}

// These only read, so they may run at the same time.
test.describe.configure({ mode: 'parallel' })

for (const [who, addresses] of Object.entries(PAGES))
  test(`pages of a ${who} are accessible on a desk in light and on a phone in dark, log no errors, and do not scroll sideways`, async ({
    browser
  }) => {
    test.setTimeout(360_000)
    const context = await browser.newContext({ baseURL: process.env['EASEL_URL']!, reducedMotion: 'reduce' })
    if (who !== 'visitor') {
      await signInAs(context, `${who}@easel.test`)
    }
    const page = await context.newPage()
    const heard = listen(page)
    for (const [at, address] of [...addresses, ...(who === 'visitor' ? [await firstAsset(page)] : [])].entries()) {
      // Half of the pages load on the desk and the others on the phone. The layout is CSS alone, so the other screen needs no second load.
      const [first, second] = at % 2 === 0 ? SCREENS : SCREENS.toReversed()
      await showOn(page, first!)
      await openSettled(page, address)
      await expectFine(page, address, first!)
      await showOn(page, second!)
      await expectFine(page, address, second!)
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
  expect({ address, screen, tooWide: await isTooWide(page) }).toEqual({ address, screen, tooWide: false })
}

const isTooWide = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)

async function firstAsset(page: Page): Promise<string> {
  const [asset] = (await (await page.request.get('/api/assets/?page_size=1')).json()) as { id: string }[]
  return `/assets/${asset!.id}`
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
