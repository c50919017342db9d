import { expect, type Page } from '@playwright/test'
import { openSettled } from './settled-page.ts'

/** Every date becomes this one before a picture is taken, so that pictures of different days are alike. */
const FIXED_DAY = 'Jan 1, 2026'
const DAY = '[A-Z][a-z]{2} \\d{1,2}, \\d{4}(, \\d{1,2}:\\d\\d [AP]M)?'
const IMAGES_MS = 60_000

/** Opens a page and waits until its fonts and pictures are shown. Dates and times are replaced. */
export async function openForPicture(page: Page, address: string): Promise<void> {
  // Hydration, for which this waits, would write the dates again.
  await openSettled(page, address)
  await settlePicture(page)
}

/** Waits for fonts and pictures again after the window's size or colors have changed. */
export async function settlePicture(page: Page): Promise<void> {
  await page.evaluate(
    ([day, fixed]) => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const text = texts.currentNode as Text
        const isTime = text.parentElement?.localName === 'time'
        const shown = isTime ? fixed : text.data.replace(new RegExp(day, 'g'), fixed)
        if (text.data !== shown) text.data = shown
      }
      for (const picture of document.images) picture.loading = 'eager'
      return document.fonts.ready.then(() => undefined)
    },
    [DAY, FIXED_DAY] as const
  )
  await expect
    .poll(() => page.evaluate(() => [...document.images].filter(({ complete }) => !complete).map(({ src }) => src)), { timeout: IMAGES_MS })
    .toEqual([])
}
