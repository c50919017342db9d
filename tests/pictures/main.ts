import { parseArgs } from 'node:util'
import { takeAll } from './all-pages.ts'
import { renewBaselines } from './baselines.ts'
import { takeForReadme } from './readme.ts'
import { withProduct } from './with-product.ts'

/** `npm run pictures` takes pictures of every page. With `--readme` or `--baselines` it renews those of the README, or those that the tests compare. */
const { values } = parseArgs({
  options: {
    to: { type: 'string', default: 'pictures' },
    who: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
    baselines: { type: 'boolean', default: false }
  }
})

await withProduct(async (browser, url) => {
  if (values.baselines) await renewBaselines(url)
  if (values.readme) await takeForReadme(browser, url)
  if (!values.baselines && !values.readme) await takeAll(browser, url, values)
})
