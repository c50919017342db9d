import { startProduct } from './product.ts'

/**
 * Playwright's global setup: the whole product on a fresh data folder, for all journeys. They find it by EASEL_URL,
 * EASEL_PAYPAL_URL, EASEL_DATABASE_URL and EASEL_DATA_DIR, and by `page.goto('/…')`. Where EASEL_URL is set, a product serves already.
 */
export default async function serve(): Promise<() => Promise<void>> {
  if (process.env['EASEL_URL']) return async () => {}
  const product = await startProduct()
  process.env['EASEL_URL'] = product.url
  process.env['EASEL_PAYPAL_URL'] = product.paypalUrl
  process.env['EASEL_DATABASE_URL'] = product.databaseUrl
  process.env['EASEL_DATA_DIR'] = product.dataDir
  return async () => {
    await product.stop()
  }
}
