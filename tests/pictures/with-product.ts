import { type Browser, chromium } from '@playwright/test'
import config from '../../playwright.config.ts'
import { startDemoProducts } from '../support/products/demo-products.ts'

/** Opens a browser and a fresh demo, or the product at EASEL_URL, for as long as `take` runs. */
export async function withProduct(take: (browser: Browser, url: string) => Promise<void>): Promise<void> {
  const given = process.env['EASEL_URL']
  const products = given ? [] : await startDemoProducts(1)
  const browser = await chromium.launch(config.use?.launchOptions)
  try {
    await take(browser, given ?? products[0]!.url)
  } finally {
    await browser.close()
    await Promise.all(products.map((product) => product.stop()))
  }
}
