/** npm run lighthouse [-- --url http://localhost:3000]: visits home, an asset, and pricing with Lighthouse. Without an address, it starts the product with its demo. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProduct } from '#tests/support/products/product.ts'
import { firstVisitReport, measureFirstVisits } from './measure.ts'
import { warmUp } from './warm-up.ts'

const { url } = parseArgs({ options: { url: { type: 'string' } } }).values
const product = url ? { url, stop: async () => {} } : await startProduct()

try {
  const [newest] = (await (await fetch(`${product.url}/api/assets?page_size=1`)).json()) as [{ id: string }]
  const pages = [
    { name: 'home', url: `${product.url}/` },
    { name: 'asset', url: `${product.url}/assets/${newest.id}` },
    { name: 'pricing', url: `${product.url}/pricing` }
  ]
  await warmUp(pages)
  const visits = await measureFirstVisits(pages)
  const report = firstVisitReport(visits)
  writeFileSync(join(import.meta.dirname, 'results.md'), report)
  console.log(report)
  for (const { name, failed } of visits) if (failed.length > 0) console.log(`${name}: ${failed.join(', ')}`)
} finally {
  await product.stop()
}
