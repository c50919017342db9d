import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from '@playwright/test'
import { fillAddresses, PAGES, type Visitor } from '../support/browser/pages.ts'
import { openForPicture, settlePicture } from '../support/browser/picture.ts'
import { signInAs } from '../support/browser/sign-in.ts'
import { SCREENS } from './compared.ts'

type Chosen = { to: string; who: string; only: string }

const THEMES = ['light', 'dark'] as const

/** Takes each page of each role at both widths and in both themes, into a folder for each role. */
export async function takeAll(browser: Browser, url: string, { to, who, only }: Chosen): Promise<void> {
  for (const [visitor, addresses] of Object.entries(PAGES) as [Visitor, readonly string[]][]) {
    if (who && who !== visitor) continue
    const folder = join(to, visitor)
    mkdirSync(folder, { recursive: true })
    const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' })
    if (visitor !== 'visitor') await signInAs(context, `${visitor}@easel.test`, url)
    const page = await context.newPage()
    const chosen = addresses.filter((address) => !only || address === only)
    const filled = await fillAddresses(chosen, page.request)
    for (const [at, address] of chosen.entries()) await takePage(page, filled[at]!, join(folder, fileName(address)))
    await context.close()
    console.log(`${folder}: ${chosen.length} pages`)
  }
}

/** The layout is CSS alone, so one load is enough for all four. */
async function takePage(page: Page, address: string, path: string): Promise<void> {
  await page.setViewportSize(SCREENS.desk)
  await openForPicture(page, address)
  for (const [screen, viewport] of Object.entries(SCREENS)) {
    await page.setViewportSize(viewport)
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      await settlePicture(page)
      await page.screenshot({ path: `${path}-${screen}-${colorScheme}.png`, fullPage: true, animations: 'disabled' })
    }
  }
}

const fileName = (address: string): string => address.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '') || 'home'
