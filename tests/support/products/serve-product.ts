import type { FullConfig } from '@playwright/test'
import { startDemoProducts } from './demo-products.ts'
import { DEMO_FOLDER, publishProducts } from './products.ts'

/** Playwright's global setup: a product for each worker, all with the same demo. With EASEL_URL set, the product there is used. */
export default async function serve({ workers }: Pick<FullConfig, 'workers'>): Promise<() => Promise<void>> {
  if (process.env['EASEL_URL']) return async () => {}
  const products = await startDemoProducts(workers, process.env[DEMO_FOLDER])
  publishProducts(products)
  return async () => {
    await Promise.all(products.map((product) => product.stop()))
  }
}
