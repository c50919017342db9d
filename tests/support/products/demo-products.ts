import { execFileSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { temporaryFolder } from '../folders.ts'
import { type Product, startProduct } from './product.ts'

const DEMO_ENV = {
  // The footer shows social links only when they are set.
  SOCIAL_LINKS: 'https://www.instagram.com/easel',
  // All journeys come from one address and load more pages than one person would. tests/abuse/limits/expensive-pages.test.ts is about the limit.
  RENDER_LIMIT: '1000',
  // A journey receives webhooks on this machine.
  WEBHOOK_ALLOW_LOOPBACK: '1'
}

/** Starts products that have the same demo: it is seeded once, or before in a folder that is given, and its data folder is copied. */
export async function startDemoProducts(count: number, seeded?: string): Promise<Product[]> {
  const folders = Array.from({ length: count }, () => temporaryFolder('easel-product-'))
  const [first = ''] = folders
  if (!seeded && count === 1) return [removing(await startSeeded(first, DEMO_ENV))]
  if (!seeded) await seedDemo(first)
  for (const folder of folders) if (seeded || folder !== first) copyFolder(seeded ?? first, folder)
  return (await Promise.all(folders.map((dataDir) => startProduct({ dataDir, env: DEMO_ENV })))).map(removing)
}

/** Fills a data folder with the demo. */
export async function seedDemo(dataDir: string): Promise<void> {
  // Without jobs, so that no previews are drawn before they are put off.
  const product = await startSeeded(dataDir, { ...DEMO_ENV, WORKER: '0' })
  await product.stop()
}

/** How long the job that reads the colors of drawings may take, in milliseconds. */
const PALETTES_MS = 180_000

/** Lets the jobs read the colors of the demo's drawings, which otherwise each copy of the demo would do again. */
export async function readDemoPalettes(dataDir: string): Promise<void> {
  const product = await startProduct({ dataDir, env: DEMO_ENV })
  const client = new pg.Client({ connectionString: product.databaseUrl })
  try {
    await client.connect()
    for (const end = Date.now() + PALETTES_MS; (await unreadDrawings(client)) > 0; await wait(500))
      if (Date.now() > end) throw new Error(`The colors of the demo's drawings were not read within ${PALETTES_MS / 1000} s.`)
  } finally {
    await client.end()
    await product.stop()
  }
}

async function unreadDrawings(client: pg.Client): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::int as unread from catalogue.asset_file file
     where format = 'svg' and status = 'ready' and not exists (select from catalogue.palette where file_id = file.id)`
  )
  return (rows as { unread: number }[])[0]!.unread
}

async function startSeeded(dataDir: string, env: NodeJS.ProcessEnv): Promise<Product> {
  const product = await startProduct({ dataDir, env })
  await putOffDrawing(product.databaseUrl)
  return product
}

/** Removes the product's data folder once it has stopped. */
const removing = (product: Product): Product => ({
  ...product,
  stop: async (signal) => {
    const code = await product.stop(signal)
    rmSync(product.dataDir, { recursive: true, force: true })
    return code
  }
})

/** Higher than any image analysis version, so that the job skips the files. */
const LAST_VERSION = 32_767

/**
 * Skips the image analysis and the AVIF previews of the demo's pictures, so that tests have the processors for themselves: the journeys
 * look at each picture often enough for AVIFs. Only those of new uploads are made. The database is no longer durable after this.
 */
export async function putOffDrawing(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) await client.query(`alter system set ${setting} = off`)
    await client.query('select pg_reload_conf()')
    await client.query('update catalogue.asset_file set analysis_version = $1, avif_tried = true', [LAST_VERSION])
  } finally {
    await client.end()
  }
}

function copyFolder(from: string, to: string): void {
  // Node's copy does not keep owners, and PostgreSQL's files may belong to another user than ours.
  if (process.platform === 'win32') cpSync(from, to, { recursive: true })
  else execFileSync('cp', ['-a', `${from}/.`, to])
  // Contains the original's port; the next start rewrites it.
  rmSync(join(to, 'postgres', 'easel.conf'), { force: true })
}
