import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { fillAddresses, type Visitor } from '../support/browser/pages.ts'
import { openForPicture } from '../support/browser/picture.ts'
import { signInAs } from '../support/browser/sign-in.ts'
import { shrink } from './shrink.ts'

const DOCS = join(import.meta.dirname, '../../docs')
const MAX_KB = 150
const VIEWPORT = { width: 1280, height: 900 }
type ReadmePicture = { file: string; who: Visitor; address: string; theme: 'light' | 'dark' }
const README: readonly ReadmePicture[] = [
  { file: 'home-light.png', who: 'visitor', address: '/', theme: 'light' },
  { file: 'home-dark.png', who: 'visitor', address: '/', theme: 'dark' },
  { file: 'asset.png', who: 'visitor', address: '/assets/:assetId', theme: 'light' },
  { file: 'review.png', who: 'admin', address: '/admin/review', theme: 'light' }
]

/** Takes the README's pictures into docs/. */
export async function takeForReadme(browser: Browser, url: string): Promise<void> {
  for (const { file, who, address, theme } of README) {
    const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT, colorScheme: theme, reducedMotion: 'reduce' })
    if (who !== 'visitor') await signInAs(context, `${who}@easel.test`, url)
    const page = await context.newPage()
    const [filled = address] = await fillAddresses([address], page.request)
    await openForPicture(page, filled)
    const path = join(DOCS, file)
    await page.screenshot({ path, animations: 'disabled' })
    await shrink(path, MAX_KB)
    await context.close()
    console.log(path)
  }
}
