import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './tests/support/browser/browser.ts'
import { chooseProduct } from './tests/support/products/products.ts'
import { keepTemporaryFilesInMemory } from './tests/support/temporary-files.ts'

keepTemporaryFilesInMemory()

const executablePath = findBrowser()
// A product that serves already is shared, so journeys run one after another.
// Two keep two cores busy to 96 %. With three, the same takes as long, and background jobs, which have low priority, wait many seconds.
const workers = process.env['EASEL_URL'] ? 1 : 2
// The workers read this file after the global setup has started the products.
chooseProduct()
const baseURL = process.env['EASEL_URL']

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/products/serve-product.ts',
  workers,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // On a busy machine a browser may stall; a journey that passes only on a later try is printed as flaky.
  retries: process.env['CI'] ? 2 : 0,
  forbidOnly: Boolean(process.env['CI']),
  outputDir: 'test-results',
  snapshotPathTemplate: 'tests/pictures/baselines/{arg}{ext}',
  use: {
    ...devices['Desktop Chrome'],
    ...(baseURL ? { baseURL } : {}),
    // Animations cost more processor time than the rest of a page. The journeys that are about motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    // Recording a trace slows every step.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Each process of the browser costs processor time, and a navigation may start another one.
        '--in-process-gpu',
        '--renderer-process-limit=1',
        // A page lives for seconds: optimizing its functions takes longer than running them unoptimized, even axe and the image tools.
        '--js-flags=--no-turbofan --no-maglev',
        // This replaces Playwright's own list, so it contains that, too.
        '--enable-features=CDPScreenshotNewSurface,SkipListAccountsWithoutGaiaCookies,NetworkServiceInProcess2',
        // Pictures of pages look the same on every machine.
        '--font-render-hinting=none',
        '--disable-lcd-text',
        '--force-color-profile=srgb'
      ]
    }
  }
})
