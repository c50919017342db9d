import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import pg from 'pg'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { test } from '#tests/support/browser/journey.ts'
import { freshFolder, type Product, runStart, startProduct } from '../../support/products/product.ts'

// The products started here have no demo data, because loading it takes long and only the other journeys need it.
const NO_DEMO = { DEMO: '0' }

test.describe('a start that must fail', () => {
  test('names the port in use and a solution', async () => {
    const other = createServer()
    const port = await freePort()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    const { code, output } = await runStart({ PORT: String(port), DATA_DIR: freshFolder() })
    other.close()
    expect(code).toBe(1)
    expect(output.trim()).toBe(`Port ${port} is in use: choose another, for example PORT=3005 npm start`)
  })

  test('names the invalid setting and a solution', async () => {
    const { code, output } = await runStart({ PORT: 'many' })
    expect(code).toBe(1)
    expect(output.trim()).toBe('PORT is "many": use a whole number from 1 to 65535, for example 3005.')
  })

  test('names the unreachable database without its password', async () => {
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

  test('refuses a second start on the same data folder', async () => {
    const { code, output } = await runStart({ PORT: String(await freePort()), DATA_DIR: dataDir })
    expect(code).toBe(1)
    expect(output).toContain(`Easel is already running on ${dataDir}`)
  })

  test('loses no confirmed write on kill -9 and restarts within seconds', async ({ request }) => {
    await remember(product, 'before kill -9')
    await product.stop('SIGKILL')
    const start = Date.now()
    product = await startProduct({ dataDir, env: NO_DEMO })
    expect(Date.now() - start).toBeLessThan(20_000)
    expect(await remembered(product)).toContain('before kill -9')
    expect((await request.get(`${product.url}/health/ready`)).status()).toBe(200)
  })

  test('shares its database with another app process', async ({ request }) => {
    const env = { ...NO_DEMO, DATABASE_URL: product.databaseUrl, PAYPAL_BASE_URL: product.paypalUrl }
    const second = await startProduct({ dataDir, env })
    expect((await request.get(`${second.url}/health/ready`)).status()).toBe(200)
    expect(await second.stop()).toBe(0)
    expect((await request.get(`${product.url}/health/ready`)).status()).toBe(200)
  })

  test('stops on SIGTERM with exit code 0 and keeps its data', async () => {
    await remember(product, 'before SIGTERM')
    const { databaseUrl, paypalUrl } = product
    expect(await product.stop('SIGTERM')).toBe(0)
    await expect(fetch(paypalUrl)).rejects.toThrow()
    await expect(query(databaseUrl, 'select 1')).rejects.toThrow('ECONNREFUSED')
    product = await startProduct({ dataDir, env: NO_DEMO })
    expect(await remembered(product)).toContain('before SIGTERM')
  })
})

test('as root, a private data folder has its database elsewhere', async () => {
  test.skip(process.getuid?.() !== 0, 'Only root runs PostgreSQL as another user.')
  test.setTimeout(120_000)
  const closed = freshFolder()
  mkdirSync(join(closed, 'closed'), { mode: 0o700 })
  const product = await startProduct({ dataDir: join(closed, 'closed', 'data'), env: NO_DEMO })
  const place = /the database is in (\S+) instead/.exec(product.output())?.[1]
  expect(await product.stop()).toBe(0)
  rmSync(closed, { recursive: true })
  expect(place).toBeTruthy()
  rmSync(join(place!, '..'), { recursive: true })
})

test.describe('data that started on one machine, where strangers can reach it', () => {
  test.describe.configure({ mode: 'serial', timeout: 180_000 })
  const SHOP = 'https://shop.example'
  const EXPOSED = { DEMO: '0', PUBLIC_URL: SHOP, SMTP_URL: 'smtp://127.0.0.1:9' }
  const dataDir = freshFolder()
  let product: Product
  test.afterAll(async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  /** Runs `npm run admin:create` beside the product and returns the token of the link. */
  function createAdmin(email: string, env: NodeJS.ProcessEnv): string {
    const given = { ...process.env, DATA_DIR: dataDir, ...env }
    const { stdout } = spawnSync(process.execPath, ['processes/commands/create-admin.ts', email], { env: given, encoding: 'utf8' })
    return /reset-password\?token=([\w-]{43})/.exec(stdout)?.[1] ?? ''
  }

  test('a demo account signs in only on that machine', async ({ request }) => {
    product = await startProduct({ dataDir, env: NO_DEMO })
    const email = 'admin@easel.test'
    const token = createAdmin(email, NO_DEMO)
    await request.post(`${product.url}/api/recovery/reset-password`, { data: { token, password: 'easel-demo' } })
    await query(product.databaseUrl, 'update accounts."user" set is_demo = true where email = $1', [email])
    const signIn = () => request.post(`${product.url}/api/auth/login`, { data: { email, password: 'easel-demo' } })
    expect((await signIn()).status()).toBe(200)
    expect((await request.get(`${product.url}/dev/mailbox`)).status()).toBe(200)
    await product.stop()
    product = await startProduct({ dataDir, env: EXPOSED })
    expect(product.output()).toContain('no one can sign in as an admin yet. Run: npm run admin:create')
    expect(product.output()).toContain('nothing can be paid for until they are')
    expect((await signIn()).status()).toBe(422)
    expect((await request.get(`${product.url}/dev/mailbox`)).status()).toBe(404)
  })

  test('npm run admin:create makes an admin there', async ({ request }) => {
    const email = 'boss@shop.example'
    const token = createAdmin(email, EXPOSED)
    const data = { token, password: 'the-boss-himself' }
    expect((await request.post(`${product.url}/api/recovery/reset-password`, { data })).status()).toBe(200)
    const answer = await request.post(`${product.url}/api/auth/login`, { data: { email, password: data.password } })
    expect(await answer.json()).toMatchObject({ user: { role: 'admin' } })
    expect(answer.headers()['set-cookie']).toContain('__Host-session=')
  })

  test('a start that would need the mailbox or the demo is refused', async () => {
    for (const env of [{ PUBLIC_URL: SHOP }, { HOST: '0.0.0.0' }, { ...EXPOSED, DEMO: '1' }]) {
      const { code, output } = await runStart({ PORT: String(await freePort()), DATA_DIR: freshFolder(), ...env })
      expect(code).toBe(1)
      expect(output.trim()).toMatch(/^(SMTP_URL is missing|DEMO is 1): .*$/)
    }
  })
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
