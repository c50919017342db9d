import { type APIRequestContext, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { test } from '#tests/support/browser/journey.ts'
import { type Product, startProduct } from '../../support/products/product.ts'

const PASSWORD = 'easel-demo'
const SHOWN_MS = 2000

const broken: string[] = []
const listen = (page: Page) => page.on('console', (message) => ['error', 'warning'].includes(message.type()) && broken.push(message.text()))

async function signIn(request: APIRequestContext, email: string): Promise<void> {
  expect((await request.post('/api/auth/login', { data: { email, password: PASSWORD } })).status()).toBe(200)
}

test('a cached page hydrates like a rendered one: scripts run and links load the next page', async ({ page }) => {
  listen(page)
  for (let visit = 0; visit < 2; visit += 1) await page.goto('/')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByText('Page 2 /')).toBeVisible()
  expect(broken).toEqual([])
})

test('a conditional request for an unchanged page gets 304 without a body', async ({ request }) => {
  const { etag = '' } = (await request.get('/terms')).headers()
  const again = await request.get('/terms', { headers: { 'if-none-match': etag } })
  expect([again.status(), (await again.body()).length]).toEqual([304, 0])
  expect((await request.get('/terms', { headers: { 'if-none-match': etag, cookie: 'theme=dark' } })).status()).toBe(200)
})

test('each theme is cached separately', async ({ request }) => {
  for (const theme of ['dark', 'light', 'dark'])
    expect(await (await request.get('/', { headers: { cookie: `theme=${theme}` } })).text()).toContain(`data-theme="${theme}"`)
  expect(await (await request.get('/')).text()).toContain('data-theme="system"')
})

test('a signed-in user gets a private page that no one else receives', async ({ page, playwright, baseURL }) => {
  const visitor = await playwright.request.newContext({ baseURL: baseURL ?? '' })
  await visitor.get('/')
  await signIn(page.request, 'client@easel.test')
  const own = await page.request.get('/')
  expect(own.headers()).toMatchObject({ 'cache-control': 'private, no-store' })
  expect(await own.text()).toContain('My Licenses')
  expect(await (await visitor.get('/')).text()).not.toContain('My Licenses')
  await visitor.dispose()
})

test.describe('two processes', () => {
  test.describe.configure({ mode: 'serial', timeout: 120_000 })
  let second: Product
  let database: pg.Client

  test.beforeAll(async () => {
    const [DATABASE_URL, PAYPAL_BASE_URL] = [process.env['EASEL_DATABASE_URL'], process.env['EASEL_PAYPAL_URL']]
    test.skip(!DATABASE_URL, 'A product started elsewhere does not expose its database.')
    const env = { DEMO: '0', DATABASE_URL, PAYPAL_BASE_URL, PORT: String(await freePort()) }
    second = await startProduct({ dataDir: process.env['EASEL_DATA_DIR'] ?? '', env })
    database = new pg.Client({ connectionString: DATABASE_URL })
    await database.connect()
  })
  test.afterAll(async () => {
    await database?.end()
    await second?.stop()
  })

  const titleOf = async (id: string, url: string): Promise<string> =>
    /<h1>(.*?)<\/h1>/.exec(await (await fetch(`${url}/assets/${id}`)).text())?.[1] ?? ''
  const newest = async (request: APIRequestContext): Promise<{ id: string; title: string }> =>
    (await (await request.get('/api/assets/?page_size=1')).json())[0]

  test('an admin’s change in one process shows in both', async ({ request }) => {
    const baseURL = process.env['EASEL_URL'] ?? ''
    await signIn(request, 'admin@easel.test')
    const { id, title } = await newest(request)
    for (const url of [baseURL, second.url]) expect(await titleOf(id, url)).toBe(title)
    const renamed = `Renamed ${Date.now()}`
    const edited = await request.patch(`/api/admin/assets/${id}`, { data: { title: renamed }, headers: { origin: baseURL } })
    expect(edited.status()).toBe(200)
    expect(await titleOf(id, baseURL)).toBe(renamed)
    await expect.poll(() => titleOf(id, second.url), { timeout: SHOWN_MS }).toBe(renamed)
    await request.patch(`/api/admin/assets/${id}`, { data: { title }, headers: { origin: baseURL } })
  })

  test('the start and end of a free period show without a change', async ({ request }) => {
    const { id } = await newest(request)
    // The asset's own button comes first; similar assets may be free too.
    const isFree = async () => /<h1>[\s\S]*?>Get( Free)?</.exec(await (await fetch(`${second.url}/assets/${id}`)).text())?.[1] === ' Free'
    await database.query(
      `update catalogue.asset set is_free = false, free_starts_at = now() + interval '3 seconds', free_ends_at = now() + interval '6 seconds' where id = $1`,
      [id]
    )
    await expect.poll(isFree, { timeout: SHOWN_MS }).toBe(false)
    await expect.poll(isFree, { timeout: 6000 }).toBe(true)
    await expect.poll(isFree, { timeout: 6000 }).toBe(false)
    await database.query('update catalogue.asset set free_starts_at = null, free_ends_at = null where id = $1', [id])
  })
})
