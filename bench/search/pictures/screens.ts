import { chromium } from '@playwright/test'
import { findBrowser } from '#tests/support/browser/browser.ts'

const SIDE = 400

type Look = { background?: string; side?: number }
export type Screens = {
  /** Draws an SVG in a square as a PNG, without a background unless one is given. */
  picture(svg: Buffer, look?: Look): Promise<Buffer>
  close(): Promise<void>
}

/** Draws pictures with Chromium, another program than the one that draws ours. */
export async function openScreens(): Promise<Screens> {
  const executablePath = findBrowser()
  if (!executablePath) throw new Error('No Chromium on this machine.')
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-sync']
  })
  const page = await browser.newPage()
  return {
    picture: async (svg, { background = 'transparent', side = SIDE } = {}) => {
      await page.setViewportSize({ width: side, height: side })
      await page.setContent(
        `<style>html{background:${background}}body{margin:0}img{display:block;width:${side}px;height:${side}px;object-fit:contain}</style>` +
          `<img src="data:image/svg+xml;base64,${svg.toString('base64')}">`,
        { waitUntil: 'load' }
      )
      return page.screenshot({ omitBackground: background === 'transparent' })
    },
    close: () => browser.close()
  }
}
