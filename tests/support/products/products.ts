import type { Product } from './product.ts'

/**
 * One product for each Playwright worker, so that concurrent journeys that change the demo do not interfere. The global
 * setup starts them, and each worker sets the addresses of its product in its environment.
 */
const PRODUCTS = 'EASEL_PRODUCTS'

/** The variable that names the data folder of a product that has stopped and has nothing but the demo. */
export const DEMO_FOLDER = 'EASEL_DEMO_FOLDER'

type Addresses = Record<'EASEL_URL' | 'EASEL_PAYPAL_URL' | 'EASEL_DATABASE_URL' | 'EASEL_DATA_DIR', string>

export function publishProducts(products: readonly Product[]): void {
  const addresses: Addresses[] = products.map(({ url, paypalUrl, databaseUrl, dataDir }) => ({
    EASEL_URL: url,
    EASEL_PAYPAL_URL: paypalUrl,
    EASEL_DATABASE_URL: databaseUrl,
    EASEL_DATA_DIR: dataDir
  }))
  process.env[PRODUCTS] = JSON.stringify(addresses)
}

/** Sets EASEL_URL, EASEL_PAYPAL_URL, EASEL_DATABASE_URL and EASEL_DATA_DIR to those of this worker's product, if it has one. */
export function chooseProduct(): void {
  const products = JSON.parse(process.env[PRODUCTS] ?? '[]') as Addresses[]
  Object.assign(process.env, products[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)])
}
