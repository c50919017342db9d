import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { freePort } from '#processes/ports.ts'
import { freshFolder, type Product, runStart, startProduct } from '../support/product.ts'

// What this file starts has no demo data: that takes long, and the other journeys walk on it.
const NO_DEMO = { DEMO: '0' }

test.describe('a start that cannot be', () => {
  test('a port in use is named, with what to do', async () => {
    const other = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const { code, output } = await runStart({ PORT: String(port), DATA_DIR: freshFolder() })
    other.close()
    expect(code).toBe(1)
    expect(output.trim()).toBe(`Port ${port} is in use: set PORT to another, e.g. PORT=3005 npm start`)
  })

  test('a bad setting is named, with what to do', async () => {
    const { code, output } = await runStart({ PORT: 'many' })
    expect(code).toBe(1)
    expect(output.trim()).toBe('PORT is "many": give a whole number from 1 to 65535, for example 3005.')
  })

  test('a database out of reach is named without its password', async () => {
    const [port, nowhere] = [await freePort(), await freePort()]
    const { code, output } = await runStart({ PORT: String(port), DATABASE_URL: `postgres://me:hunter2@127.0.0.1:${nowhere}/easel` })
    expect(code).toBe(1)
    expect(output.trim()).toMatch(/^The database at .* cannot be reached: nothing listens there: check DATABASE_URL .*$/)
    expect(output).not.toContain('hunter2')
  })
})

test.describe('a running product', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  const dataDir = freshFolder()
  let product: Product

  test.beforeAll(async () => {
    product = await startProduct({ dataDir, env: NO_DEMO })
  })
  test.afterAll(async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('a second start on its data folder is refused', async () => {
    const { code, output } = await runStart({ PORT: String(await freePort()), DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain(`Easel already runs on ${dataDir}`)
  })

  test('kill -9 loses nothing that was answered, and the next start serves it in seconds', async ({ request }) => {
    await remember(product, 'before kill -9')
    await product.stop('SIGKILL')
    const start = Date.now()
    product = await startProduct({ dataDir, env: NO_DEMO })
    expect(Date.now() - start).toBeLessThan(20_000)
    expect(await remembered(product)).toContain('before kill -9')
    expect((await request.get(`${product.url}/health/ready`)).status()).toBe(200)
  })

  test('another app process serves the same database', async ({ request }) => {
    const env = { ...NO_DEMO, DATABASE_URL: product.databaseUrl, PAYPAL_BASE_URL: product.paypalUrl }
    const second = await startProduct({ dataDir, env })
    expect((await request.get(`${second.url}/health/ready`)).status()).toBe(200)
    expect(await second.stop()).toBe(0)
    expect((await request.get(`${product.url}/health/ready`)).status()).toBe(200)
  })

  test('SIGTERM stops everything with exit code 0, and the data stays', async () => {
    await remember(product, 'before SIGTERM')
    const { databaseUrl, paypalUrl } = product
    expect(await product.stop('SIGTERM')).toBe(0)
    await expect(fetch(paypalUrl)).rejects.toThrow()
    await expect(query(databaseUrl, 'select 1')).rejects.toThrow('ECONNREFUSED')
    product = await startProduct({ dataDir, env: NO_DEMO })
    expect(await remembered(product)).toContain('before SIGTERM')
  })
})

test('as root, a data folder closed to others gets its database elsewhere', async () => {
  test.skip(process.getuid?.() !== 0, 'Only root runs PostgreSQL as another user.')
  test.setTimeout(120_000)
  const closed = freshFolder()
  mkdirSync(join(closed, 'closed'), { mode: 0o700 })
  const product = await startProduct({ dataDir: join(closed, 'closed', 'data'), env: NO_DEMO })
  const place = /the database lies in (\S+) instead/.exec(product.output())?.[1]
  expect(await product.stop()).toBe(0)
  rmSync(closed, { recursive: true })
  expect(place).toBeTruthy()
  rmSync(join(place!, '..'), { recursive: true })
})

async function query(url: string, sql: string, values: string[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as { name: string }[]
  } finally {
    await client.end()
  }
}

const remember = ({ databaseUrl }: Product, name: string) => query(databaseUrl, 'insert into platform.milestone (name) values ($1)', [name])

const remembered = async ({ databaseUrl }: Product) =>
  (await query(databaseUrl, 'select name from platform.milestone')).map(({ name }) => name)
