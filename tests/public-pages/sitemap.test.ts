import { JSDOM } from 'jsdom'
import { sql } from 'kysely'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { splitListSegments } from '#catalogue/server/lists/list-segments.queries.ts'
import { inTransaction } from '#platform/server/index.ts'
import { apiContext, pageApi, requestContext } from '#platform/web/page.ts'
import { inProcessApi } from '#processes/http/pages/in-process-api.ts'
import { loader as robots } from '#storefront/web/robots.ts'
import { loader } from '#storefront/web/sitemap.ts'
import { freshWorld, type World } from '../support/world.ts'

const MANY = 45_000
const DAY = '2026-02-01'
let world: World
let all: string[]

beforeAll(async () => {
  world = await freshWorld()
  world.at('2026-06-01T00:00:00Z')
  const { id } = await world.person('employee')
  await sql`insert into catalogue.asset (title, category, status, owner_id, created_at, approved_at)
    select 'Dot', 'icon', 'approved', ${id}, now(), ${DAY}::timestamptz + n * interval '1 minute' from generate_series(1, ${sql.lit(MANY)}) n`.execute(
    world.db
  )
  const { rows } = await sql<{ id: string }>`select id from catalogue.asset order by approved_at`.execute(world.db)
  all = rows.map((row) => row.id)
}, 120_000)
afterAll(() => world.end())

async function read(path: string): Promise<{ status: number; text: string; places: string[]; page: Document }> {
  const request = new Request(`https://easel.test${path}`)
  const context = new RouterContextProvider()
  const { brand_name, support_email } = world.settings
  context.set(apiContext, pageApi(inProcessApi(world.app, world.ctx()), request))
  const site = { brand_name, social_links: [], support_email, public_url: 'https://easel.test' }
  context.set(requestContext, { user: null, ...site, theme: 'system', nonce: '' })
  const load = (path.startsWith('/robots') ? robots : loader) as (given: object) => Response | Promise<Response>
  const response = await Promise.resolve({ request, context, params: {} })
    .then(load)
    .catch((thrown: Response) => thrown)
  const text = await response.text()
  const page = new JSDOM(text || '<none/>', { contentType: path.startsWith('/robots') ? 'text/html' : 'application/xml' }).window.document
  return { status: response.status, text, page, places: [...page.querySelectorAll('loc')].map((loc) => loc.textContent) }
}

const assetsIn = (places: string[]) => places.filter((place) => place.includes('/assets/')).map((place) => place.split('/assets/')[1]!)
const lastmodsOf = (page: Document) => [...page.querySelectorAll('sitemap')].map((entry) => entry.querySelector('lastmod')?.textContent)

async function expectWhole() {
  const { places } = await read('/sitemap.xml')
  expect(places).toEqual([1, 2, 3].map((part) => `https://easel.test/sitemap.xml?part=${part}`))
  const parts = await Promise.all([1, 2, 3].map((part) => read(`/sitemap.xml?part=${part}`)))
  expect(parts.map((part) => assetsIn(part.places).length)).toEqual([20_000, 20_000, 5_000])
  expect(parts.flatMap((part) => assetsIn(part.places))).toEqual(all)
}

test('45,000 assets are listed once each, in three parts, before and after the list segments are split', async () => {
  await expectWhole()
  await inTransaction(world.ctx(), ({ db }) => splitListSegments(db))
  await expectWhole()
}, 120_000)

test('the index has the time of each part’s last change', async () => {
  const { page } = await read('/sitemap.xml')
  expect(lastmodsOf(page)).toEqual(['2026-02-14', '2026-02-28', '2026-03-04'])
})

test('the first part also lists the pages, with the dates of their last changes', async () => {
  const { text, places } = await read('/sitemap.xml?part=1')
  expect(places.slice(0, 2)).toEqual(['https://easel.test/', 'https://easel.test/pricing'])
  expect(text).toContain('<loc>https://easel.test/</loc><lastmod>2026-03-04</lastmod>')
  expect(text).toMatch(/<loc>https:\/\/easel\.test\/terms<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/)
})

test('artists with works on sale are in the first part alone', async () => {
  const { id } = await world.person('employee')
  const artists = async (part: number) => (await read(`/sitemap.xml?part=${part}`)).places.filter((place) => place.includes('/artists/'))
  expect([await artists(1), await artists(2)]).toEqual([[`https://easel.test/artists/${id}`], []])
})

test('an asset with a file is listed with its watermarked picture', async () => {
  const id = all.at(-1)!
  await sql`insert into catalogue.asset_file (asset_id, format, filename, content_type, bytes, sha256, original_key, status, is_published, created_at)
    values (${id}, 'png', 'dot.png', 'image/png', 1, ${'a'.repeat(64)}, 'originals/dot.png', 'ready', true, now())`.execute(world.db)
  const { page } = await read('/sitemap.xml?part=3')
  const entry = [...page.querySelectorAll('url')].at(-1)
  expect(entry?.querySelector('loc')?.textContent).toBe(`https://easel.test/assets/${id}`)
  expect(entry?.getElementsByTagName('image:loc')[0]?.textContent).toMatch(/^https:\/\/easel\.test\/previews\/.+\/1200-marked\.webp$/)
})

test.each(['0', '4', '-1', '1.5', 'x', '', '999999999999'])('part %j is a 404', async (part) => {
  expect((await read(`/sitemap.xml?part=${part}`)).status).toBe(404)
})

test('robots.txt names the sitemap, allows assets and disallows pages that need an account', async () => {
  const { text } = await read('/robots.txt')
  expect(text).toContain('Sitemap: https://easel.test/sitemap.xml')
  expect(text.split('\n')).toEqual(expect.arrayContaining(['User-agent: *', 'Disallow: /admin/', 'Disallow: /api/', 'Disallow: /assets$']))
  expect(text).not.toMatch(/^Disallow: \/(assets\/?|previews.*)?$/m)
})
