import type { Page, Request } from '@playwright/test'
import { hydrated } from './hydrated.ts'

/** Playwright's own ‘networkidle’ waits for 500 ms. Our pages make their calls right after hydration, so this is enough. */
const QUIET_MS = 120

/** Opens an address and waits until the page has loaded, handles what a person does, and makes no more calls. It needs JavaScript. */
export async function openSettled(page: Page, address: string): Promise<void> {
  const running = new Set<Request>()
  let changed = performance.now()
  const begin = (request: Request) => {
    // A stream of events stays open.
    if (request.resourceType() === 'eventsource') return
    running.add(request)
    changed = performance.now()
  }
  const end = (request: Request) => {
    running.delete(request)
    changed = performance.now()
  }
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  try {
    await page.goto(address)
    // A product that has just started takes longer than an expectation may.
    await page.waitForFunction(() => Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactProps')))
    await hydrated(page)
    while (running.size > 0 || performance.now() - changed < QUIET_MS) await page.waitForTimeout(20)
  } finally {
    page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
  }
}
