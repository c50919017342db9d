import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { LoaderFunctionArgs, ServerBuild } from 'react-router'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { relatedSearches } from '#catalogue/search.contract.ts'
import { apiContext, publicPageHeaders } from '#platform/web/page.ts'
import { buildApp } from '#processes/http/app.ts'
import { servePages } from '#processes/http/pages.ts'
import { publicPages } from '#processes/http/public/public-pages.ts'
import { COST_OF_CALLS, createRenderLimit } from '#processes/http/render-limit.ts'
import { loader as loadSitemap } from '#storefront/web/sitemap.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

const ASSET = '/assets/0b8e2f57-6c1f-4ae9-9d4e-5f8a3f0c2b11'
const LIMIT = 2
const BURST = LIMIT * 20

let world: World
let app: FastifyInstance
/** The addresses under which pages were rendered. */
const rendered: string[] = []

/** Pages without content: the home page, an asset's page, and any other address, which is not public. */
function pagesBuild(): ServerBuild {
  const page = (id: string, path: string | undefined, isPublic: boolean) => ({
    id,
    parentId: 'root',
    path,
    ...(path === undefined && { index: true }),
    module: { default: () => null, ...(isPublic && { headers: publicPageHeaders }) }
  })
  const root = { id: 'root', path: '', module: { default: () => null } }
  const sitemap = { id: 'sitemap', parentId: 'root', path: 'sitemap.xml', module: { loader: loadSitemap } }
  const search = {
    id: 'search',
    parentId: 'root',
    path: 'search',
    module: {
      default: () => null,
      loader: ({ context }: LoaderFunctionArgs) => context.get(apiContext)(relatedSearches, { query: { search: 'fox' } })
    }
  }
  const routes = {
    sitemap,
    search,
    root,
    home: page('home', undefined, true),
    asset: page('asset', 'assets/:id', true),
    other: page('other', '*', false)
  }
  const answer = async (request: Request, status: number, headers: Headers) => {
    rendered.push(request.url)
    await new Promise((resolve) => setImmediate(resolve))
    headers.set('content-type', 'text/html')
    return new Response(`<p>${'x'.repeat(10_000)}</p>`, { status, headers })
  }
  return {
    entry: { module: { default: answer, handleError: () => {} } },
    routes,
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
    publicPath: '/',
    assetsBuildDirectory: '',
    basename: '/',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' }
  } as unknown as ServerBuild
}

beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())
beforeEach(async () => {
  rendered.length = 0
  const limit = createRenderLimit(LIMIT)
  const { db, ports, now } = world
  app = await buildApp({ db, now, ports, actorOf, trust_proxy: 1, render_limit: limit })
  const cached = publicPages({
    max_bytes: 400_000,
    changesWith: () => ({ generation: () => 1, validUntil: async () => Date.now() + 1e7, changed: () => {}, close: async () => {} })
  })
  servePages(app, { build: pagesBuild(), mode: 'production', limit, publicPages: cached })
})
afterEach(() => app.close())

const open = (url: string, headers: Record<string, string> = {}, remoteAddress = '203.0.113.1') =>
  app.inject({ url, headers, remoteAddress })
const many = (count: number) => Array.from({ length: count }, (_, index) => index)

test.each(['/', ASSET])('%s with 500 invented parameters is rendered once, and stays in the cache', async (page) => {
  const { body } = await open(page)
  for (const index of many(500)) {
    const answer = await open(`${page}?x${index}=${index}&utm_source=${index}`)
    expect([answer.statusCode, answer.body === body]).toEqual([200, true])
  }
  await open(page)
  expect(rendered).toEqual([`http://easel.test${page}`])
})

test('pages requested under 500 invented hosts are rendered once, under the configured host', async () => {
  for (const index of many(500)) expect((await open('/', { host: `host-${index}.example` })).statusCode).toBe(200)
  for (const index of many(500))
    await open('/', { 'x-forwarded-host': `host-${index}.example`, 'x-forwarded-proto': index % 2 ? 'https' : 'http' })
  expect(rendered).toEqual(['http://easel.test/'])
})

test('the same choices in another order, with empty, repeated, or invalid ones, are one page', async () => {
  const same = [
    '/?search=red+fox&category=icon',
    '/?category=icon&search=red%20fox&page=1',
    '/?category=icon&color=&search=red+fox&sort=nonsense'
  ]
  for (const url of [...same, '/?category=icon&category=logo&search=%20red+fox&page=-7', '/?page=1e30&search=red+fox&category=icon'])
    await open(url)
  expect(rendered).toEqual(['http://easel.test/?search=red+fox&category=icon'])
})

test('invented searches do not evict the other pages', async () => {
  await open('/')
  await open(ASSET)
  for (const index of many(60)) await open(`/?search=word${index}`)
  rendered.length = 0
  await open('/')
  await open(ASSET)
  expect(rendered).toEqual([])
})

test('another spelling of an address is not cached as another page', async () => {
  await open(ASSET)
  for (const other of [ASSET.toUpperCase().replace('ASSETS', 'assets'), `${ASSET}/`, '/%61ssets/x', `${ASSET}?_routes=root`])
    await open(other)
  rendered.length = 0
  await open(ASSET)
  expect(rendered).toEqual([])
})

test('a network address that makes too many pages render gets 429 and a page that says when to come back', async () => {
  const answers = await Promise.all(many(BURST + 20).map((index) => open(`/page-${index}`)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThanOrEqual(10)
  const { headers, body } = refused[0]!
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  expect(body).toContain('Too many pages were requested from your network. Please wait a moment and try again.')
})

test('cached pages are served to an address that reached the limit, and other addresses are not affected', async () => {
  await open('/')
  await Promise.all(many(BURST + 20).map((index) => open(`/page-${index}`)))
  expect((await open('/another')).statusCode).toBe(429)
  expect((await open('/')).statusCode).toBe(200)
  expect((await open('/another', {}, '203.0.113.2')).statusCode).toBe(200)
})

test('a person who opens 30 tabs at once sees 30 pages', async () => {
  const answers = await Promise.all(many(30).map((index) => open(`/?search=fox${index}`)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(many(30).map(() => 200))
})

test('searches through the API have the same limit', async () => {
  const answers = await Promise.all(many(BURST + 20).map((index) => open(`/api/assets?search=fox${index}`)))
  expect(answers[0]!.statusCode).toBe(200)
  const refused = answers.at(-1)!
  expect([refused.statusCode, refused.json(), Number(refused.headers['retry-after']) > 0]).toMatchObject([429, { code: 'too_many' }, true])
})

test('pictures of links have the same limit, whether or not they exist', async () => {
  const answers = await Promise.all(many(BURST * 2 + 20).map(() => open(`/link-pictures/${randomUUID()}/0123456789abcdef.jpg`)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.length).toBeGreaterThan(10)
  expect(answers.filter(({ statusCode }) => statusCode === 404).length).toBe(answers.length - refused.length)
})

test('the sitemap is rendered once for everyone, whatever cookies and encodings they send', async () => {
  for (const index of many(BURST)) {
    const sent: Record<string, string>[] = [{ cookie: `session=${index}` }, { authorization: 'Bearer x' }, { 'accept-encoding': 'br' }]
    for (const headers of sent) expect((await open('/sitemap.xml', headers)).statusCode).toBe(200)
    expect((await app.inject({ method: 'HEAD', url: '/sitemap.xml', headers: { cookie: `session=${index}` } })).statusCode).toBe(200)
  }
})

test.each([
  // The parts, the assets, the artists, and the collections.
  ['/sitemap.xml/', 13],
  ['/Sitemap.xml', 13],
  ['/sitemap.xml?_routes=root', 13],
  ['/sitemap.xml.data', 13],
  ['/search', 2]
])('%s costs as much as its calls, also where it is not cached', async (url, cost) => {
  const statuses: number[] = []
  for (const _ of many(BURST)) statuses.push((await open(url, { cookie: 'session=x' })).statusCode)
  expect(new Set(statuses)).toEqual(new Set([200, 429]))
  const served = statuses.filter((status) => status === 200).length
  expect(served).toBeGreaterThanOrEqual(Math.floor(BURST / cost) - 1)
  expect(served).toBeLessThanOrEqual(Math.ceil(BURST / cost) + 2 * LIMIT)
})

test('visitors who wait for a page do not suffer when the one who made it render has spent too much', async () => {
  await Promise.all(many(BURST + 20).map((index) => open(`/page-${index}`)))
  await new Promise((resolve) => setTimeout(resolve, 1000 / LIMIT))
  const [spent, ...waiting] = await Promise.all([
    open('/sitemap.xml'),
    ...many(10).map((index) => open('/sitemap.xml', {}, `203.0.113.${100 + index}`))
  ])
  expect([spent?.statusCode, ...waiting.map(({ statusCode }) => statusCode)]).toEqual([429, ...many(10).map(() => 200)])
  expect(new Set(waiting.map(({ headers }) => headers['etag'])).size).toBe(1)
})

test('addresses of one IPv6 network share a limit', async () => {
  await Promise.all(many(BURST + 20).map((index) => open(`/page-${index}`, {}, `2001:db8::${index.toString(16)}`)))
  expect((await open('/another', {}, '2001:db8::ffff')).statusCode).toBe(429)
})

test('every GET call that anyone may make has a cost', () => {
  const calls = [...world.app.mounted.values()]
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method === 'GET' && access === 'anyone')
  expect([...calls.map(({ path }) => path), '/docs', '/openapi.json'].toSorted()).toEqual(Object.keys(COST_OF_CALLS).toSorted())
})

test('a page of the sitemap is bounded', async () => {
  const sizes = [
    ['/api/assets/sitemap?page_size=5000', 200],
    ['/api/assets/sitemap?page_size=50000', 422],
    ['/api/assets/sitemap/parts?page_size=20000', 200],
    ['/api/assets/sitemap/parts?page_size=1', 422]
  ] as const
  for (const [url, status] of sizes) expect((await world.app.inject({ url })).statusCode, url).toBe(status)
})

test('the 65,536 networks of one IPv6 site cannot each render as much as one network, and another site is not affected', () => {
  const limit = createRenderLimit(LIMIT)
  const spendFrom = (ip: string): boolean => {
    try {
      limit.spend({ ip })
      return true
    } catch {
      return false
    }
  }
  const rendered = many(300 * LIMIT).filter((index) => spendFrom(`2001:db8:1:${index.toString(16)}::1`)).length
  expect(rendered).toBeLessThanOrEqual(100 * LIMIT)
  expect([spendFrom('2001:db8:2::1'), spendFrom('192.0.2.1')]).toEqual([true, true])
})
