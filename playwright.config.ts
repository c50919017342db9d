import { defineConfig, devices } from '@playwright/test'
import { findBrowser } from './tests/support/browser.ts'

const executablePath = findBrowser()
// Set by the global setup before the workers read this file.
const baseURL = process.env['EASEL_URL']

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/support/serve-product.ts',
  workers: 1,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // On a busy machine a browser may stall once; what passes only the second time is printed as flaky.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: Boolean(process.env['CI']),
  outputDir: 'test-results',
  use: {
    ...devices['Desktop Chrome'],
    ...(baseURL ? { baseURL } : {}),
    trace: 'retain-on-failure',
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
        '--disable-sync'
      ]
    }
  }
})
