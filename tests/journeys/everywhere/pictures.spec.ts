import { expect } from '@playwright/test'
import { COMPARED, SCREENS } from '#tests/pictures/compared.ts'
import { test } from '#tests/support/browser/journey.ts'
import { fillAddresses } from '#tests/support/browser/pages.ts'
import { openForPicture } from '#tests/support/browser/picture.ts'
import { signInAs } from '#tests/support/browser/sign-in.ts'
import { startDemoProducts } from '#tests/support/products/demo-products.ts'
import type { Product } from '#tests/support/products/product.ts'
import { DEMO_FOLDER } from '#tests/support/products/products.ts'

/* `npm run pictures -- --baselines` takes these pictures again, after a change that is meant. */

/** Letters are drawn a little differently by each version of a browser. */
const TOLERANCE = { maxDiffPixelRatio: 0.015, threshold: 0.25 }
/** Half as many pixels show what moved as well, and the files stay small. */
const SCALE = 0.5

// In a row, on a product of their own: the other journeys change the demo.
test.describe.configure({ mode: 'serial', timeout: 300_000 })

let url = process.env['EASEL_PICTURES_URL']
let product: Product | undefined
test.beforeAll(async () => {
  // Starts a product.
  test.setTimeout(300_000)
  if (!url) [product] = await startDemoProducts(1, process.env[DEMO_FOLDER])
  url ??= product?.url
})
test.afterAll(async () => {
  await product?.stop()
})

test('twelve pages look as they did when their pictures were taken', async ({ browser }) => {
  for (const { name, who, address, screen, theme } of COMPARED) {
    const context = await browser.newContext({
      baseURL: url!,
      viewport: SCREENS[screen],
      colorScheme: theme,
      deviceScaleFactor: SCALE,
      reducedMotion: 'reduce'
    })
    if (who !== 'visitor') await signInAs(context, `${who}@easel.test`, url)
    const page = await context.newPage()
    const [filled = address] = await fillAddresses([address], page.request)
    await openForPicture(page, filled)
    await expect.soft(page).toHaveScreenshot(`${name}.png`, { ...TOLERANCE, scale: 'device', animations: 'disabled' })
    await context.close()
  }
})
