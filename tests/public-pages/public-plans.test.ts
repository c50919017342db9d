import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken } from '#accounts/server/index.ts'
import { splitListSegments } from '#catalogue/server/lists/list-segments.queries.ts'
import { changeCollection } from '#collections/contract.ts'
import { setWageRule } from '#payroll/contract.ts'
import { inTransaction } from '#platform/server/index.ts'
import { hashOf } from '#subscriptions/server/billing/renewal-notices/notice.service.ts'
import { givenClaim } from '../support/givens/claims.ts'
import { givenFeatured } from '../support/givens/collections.ts'
import { givenCollection } from '../support/givens/hearts.ts'
import { rowsRead, type Statement } from '../support/rows-read.ts'
import { freshWorld, type World } from '../support/world.ts'

const MANY = 6000
let world: World
let one: Record<string, string>

beforeAll(async () => {
  world = await freshWorld()
  const { id } = await world.person('employee')
  await sql`
    insert into catalogue.asset (title, description, category, tags, status, owner_id, created_at, approved_at, formats, colors, is_free, free_starts_at, origin)
    select case when n % 300 = 0 then 'Giraffe ' || n else 'Drawing ' || substr(md5(n::text), 1, 6) end, 'Made up.', case when n % 200 = 0 then 'logo' else 'icon' end,
      array[substr(md5(n::text), 7, 5)], 'approved', ${id}, timestamptz '2026-01-01' + n * interval '1 minute', timestamptz '2026-01-01' + n * interval '1 minute', '{svg}',
      case when n % 50 = 0 then array['red', 'black'] else array['black'] end, n % 60 = 0, case when n % 1500 = 1 then timestamptz '2026-09-01' end,
      case when n % 600 = 0 then 'ai_generated' when n % 2 = 0 then 'human' else 'unknown' end
    from generate_series(1, ${sql.lit(MANY)}) n`.execute(world.db)
  await sql`
    insert into catalogue.asset_file (asset_id, format, filename, content_type, bytes, sha256, width, height, original_key, status, imported, is_published, created_at)
    select id, 'svg', 'a.svg', 'image/svg+xml', 1, rpad(md5(id::text), 64, '0'), 400, 400, id::text, 'ready', true, true, created_at from catalogue.asset`.execute(
    world.db
  )
  const client = await world.person('client')
  await sql`
    insert into licensing.license (client_id, asset_id, license_type, price_cents, certificate_number, created_at, terms_version, limits, licensee_name, asset_title, artist_name)
    select ${client.id}, id, 'personal', 500, 'LIC-' || upper(concat_ws('-', substr(md5(title), 1, 4), substr(md5(title), 5, 4), substr(md5(title), 9, 4), substr(md5(id::text), 1, 4))),
      created_at, '2026-11-21', '{}', 'Ada King', title, 'Made up' from catalogue.asset`.execute(world.db)
  await sql`
    insert into payroll.wage (asset_id, employee_id, category, amount_cents, earned_at) select id, owner_id, category, 500, approved_at from catalogue.asset`.execute(
    world.db
  )
  await sql`
    insert into subscriptions.subscription (owner_id, source, plan_type, plan_name, price_cents, seats, downloads_limit, state, created_at, ended_at)
    select ${client.id}, 'admin', 'free', 'Free', 0, 1, 0, 'ended', now(), now() from generate_series(1, ${sql.lit(MANY)})`.execute(
    world.db
  )
  await (await world.as('admin'))(setWageRule, { body: { category: 'icon', wage: 5, license_price: 20 } })
  await inTransaction(world.ctx(), ({ db }) => splitListSegments(db, 400))
  await sql`select catalogue.count_words()`.execute(world.db)
  for (const table of ['asset', 'asset_file', 'posting', 'word', 'list_segment_count'])
    await sql`vacuum analyze ${sql.table(`catalogue.${table}`)}`.execute(world.db)
  await sql`vacuum analyze licensing.license, payroll.wage, subscriptions.subscription`.execute(world.db)
  const { rows } = await sql<{ id: string; certificate_number: string }>`
    select asset.id, certificate_number from catalogue.asset join licensing.license on license.asset_id = asset.id where title = 'Giraffe 3000'`.execute(
    world.db
  )
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path fill="#ff0000" d="M0 0h40v40z"/></svg>')
  await world.files.put(rows[0]!.id, drawing, 'image/svg+xml')
  const { slug } = await givenFeatured(world, 'Giraffes', [rows[0]!.id])
  const { token } = await givenClaim(world, rows[0]!.id)
  const mailed = { email: 'ann@example.com', kind: 'export', asked_at: world.now(), expires_at: new Date('2030-01-01') } as const
  await world.db
    .insertInto('privacy.request')
    .values({ ...mailed, token_hash: hashToken(token) })
    .execute()
  const consent = { email: 'ann@example.com', agreed_at: world.now(), words: 'News', source: 'free_download', token } as const
  await world.db.insertInto('marketing.consent').values(consent).execute()
  one = {
    ...{ ':id': rows[0]!.id, ':certificate_number': rows[0]!.certificate_number, ':slug': slug, ':token': token },
    '/artists/:id': `/artists/${id}`,
    '/cancel-renewal/:token': `/cancel-renewal/${await noticeOf(client.id)}`,
    ...(await givenLinks(rows[0]!.id))
  }
}, 120_000)
afterAll(() => world.end())

/** Links that a client gave to others: to a collection of this work, and to a license for it. */
async function givenLinks(asset_id: string): Promise<Record<string, string>> {
  const { id } = await givenCollection(world, 'client', [asset_id])
  const client = await world.as('client')
  const { share_url } = await client(changeCollection, { params: { id }, body: { visibility: 'link', link_days: 150 } })
  const license = await world.db
    .selectFrom('licensing.license')
    .select(['id', 'client_id'])
    .where('asset_id', '=', asset_id)
    .executeTakeFirstOrThrow()
  const [offered_at, ends_at] = [world.now(), new Date(world.now().getTime() + 86_400_000)]
  const token_hash = createHash('sha256').update('offer').digest()
  const offer = { license_id: license.id, sender_id: license.client_id, email: 'ann@example.com', token_hash, offered_at, ends_at }
  await world.db.insertInto('licensing.transfer').values(offer).execute()
  return { '/collections/shared/:token': share_url!, '/licenses/transfers/:token': '/licenses/transfers/offer' }
}

/** Gives a client a yearly plan whose renewal was announced. Returns the token of the link. */
async function noticeOf(client_id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into subscriptions.subscription (owner_id, source, plan_type, plan_id, plan_name, price_cents, seats, downloads_limit, state, auto_renew, started_at, period_started_at, period_ends_at, access_ends_at, consented_at, created_at)
    values (${client_id}, 'paypal', 'yearly', 'indiv_yearly', 'Individual Yearly', 19000, 1, 50, 'active', true, now(), now(), now() + interval '20 days', now() + interval '23 days', now(), now())
    returning id`.execute(world.db)
  const notice = { subscription_id: rows[0]!.id, token_hash: hashOf('announced') }
  await sql`
    insert into subscriptions.renewal_notice (token_hash, subscription_id, period_started_at, sent_at)
    select ${notice.token_hash}, id, period_started_at, now() from subscriptions.subscription where id = ${notice.subscription_id}`.execute(
    world.db
  )
  return 'announced'
}

/** All statements that a call sends to the database. */
async function asked(path: string): Promise<Statement[]> {
  const sent: Statement[] = []
  // What is on the pages of a search is remembered until the catalogue changes.
  await sql`update catalogue.category_count set changes = changes + 1`.execute(world.db)
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    // A prepared statement comes with its name.
    const [text, values] = typeof given[0] === 'string' ? given : [(given[0] as pg.QueryConfig).text, (given[0] as pg.QueryConfig).values]
    if (typeof text === 'string' && /^\s*(select|with)\b/i.test(text)) sent.push({ sql: text, parameters: (values as unknown[]) ?? [] })
    return query.apply(this, given)
  } as typeof pg.Client.prototype.query
  try {
    const { statusCode } = await world.app.inject(
      `/api${path.replace(/^\/artists\/:id|^\/(collections\/shared|licenses\/transfers)\/:token|\/cancel-renewal\/:token|:\w+/, (name) => one[name]!)}`
    )
    expect([path, statusCode]).toEqual([path, 200])
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
  return sent
}

/** The tables that grow with the catalogue and its sales. */
const LONG = ['asset', 'asset_file', 'posting', 'word', 'license', 'wage', 'subscription']

const readBy = (pool: Pick<pg.Pool, 'query'>, sent: readonly Statement[]) => rowsRead({ db: { pool } }, sent, LONG)

/** Every call that public pages make, with the number of rows it may read: for example to choose a page of 12, show it, and read its files. */
const CALLS: [path: string, most: number][] = [
  ['/assets', 40],
  ['/assets?page=250', 600],
  ['/assets?page=500', 40],
  ['/assets?category=logo', 40],
  ['/assets?color=red', 40],
  ['/assets?color=black&page=250', 900],
  ['/assets?format=svg&page=300', 900],
  ['/assets?free=free-now', 60],
  ['/assets?free=free-scheduled', 40],
  ['/assets?free=not-free', 60],
  ['/assets?origin=unknown', 60],
  ['/assets?origin=human&page=200', 900],
  ['/assets?origin=ai_generated', 40],
  ['/assets?origin=ai_generated&sort=title', 60],
  ['/assets?origin=ai_assisted', 10],
  ['/assets?search=giraffe&origin=human', 100],
  ['/assets?sort=title', 40],
  ['/assets?sort=title&page=250', 900],
  ['/assets?sort=title&category=logo', 40],
  ['/assets?sort=oldest', 40],
  ['/assets?search=giraffe', 100],
  ['/assets?search=giraffe%203000', 100],
  ['/assets?search=giraf', 150],
  ['/assets?search=igraffe', 500],
  ['/assets?search=giraffe&sort=title', 120],
  ['/assets/:id', 4],
  ['/assets/:id/similar', 1000],
  ['/assets/:id/pricing', 8],
  ['/assets/:id/recolored?colors=%23ff0000-%2300ff00', 8],
  ['/assets/:id/source.svg', 8],
  // With a picture of each asset.
  ['/assets/suggestions?q=gir', 60],
  ['/assets/suggestions?q=g', 40],
  ['/assets/suggestions?q=igraffe', 350],
  ['/assets/search-totals?search=giraffe', 400],
  ['/assets/highlights', 200],
  // Counts the artist's works.
  ['/artists/:id', 3 * MANY],
  ['/artists/sitemap', 40],
  ['/featured-collections', 60],
  ['/featured-collections/:slug', 120],
  ['/claims/:token', 0],
  ['/privacy/requests/:token', 0],
  ['/marketing/preferences/:token', 0],
  ['/subscriptions/cancel-renewal/:token', 1],
  ['/collections/shared/:token', 12],
  ['/licenses/transfers/:token', 4],
  ['/assets/related-searches?search=igraffe', 400],
  ['/assets/sitemap?page_size=100', 220],
  ['/assets/sitemap?page_size=100&page=30', 700],
  ['/assets/sitemap/parts?page_size=100', 80],
  ['/assets/sitemap/parts?page_size=4500', 900],
  ['/licenses/verify/:certificate_number', 4],
  ['/wage_rules', 0],
  ['/subscriptions/plans', 0],
  ['/contact/form', 0]
]

test.each(CALLS)('%s reads at most %i rows of growing tables', async (path, most) => {
  const sent = await asked(path)
  if (most > 0) expect(sent.length).toBeGreaterThan(0)
  expect(await readBy(world.db.pool as never, sent)).toBeLessThanOrEqual(most)
})

const SIGNED = /^\/(downloads|privacy\/exports)\//

test('every public call is in the list, except downloads by signed link', () => {
  const tried = new Set(CALLS.map(([path]) => path.split('?')[0]))
  const open = [...world.app.mounted.values()]
    .map(({ endpoint }) => endpoint)
    .filter(({ method, access }) => method === 'GET' && access === 'anyone')
  expect(open.map(({ path }) => path).filter((path) => !SIGNED.test(path) && !tried.has(path))).toEqual([])
})

/** Without any of these indexes, a call reads more rows than allowed, so the test above fails. */
test.each([
  ['asset_newest', '/assets'],
  ['asset_category_newest', '/assets?category=logo'],
  ['asset_newest_red', '/assets?color=red'],
  ['asset_free', '/assets?free=free-now'],
  ['asset_origin_newest', '/assets?origin=ai_generated'],
  ['asset_by_title', '/assets?sort=title'],
  ['asset_category_by_title', '/assets?sort=title&category=logo'],
  ['posting_best', '/assets?search=giraffe'],
  ['word_singular', '/assets?search=giraffe'],
  ['word_near', '/assets?search=igraffe'],
  ['asset_number', '/assets?search=giraffe'],
  ['word_by_beginning', '/assets/suggestions?q=gir'],
  ['word_by_letter', '/assets/suggestions?q=g'],
  ['asset_file_asset', '/assets/:id']
])('without the index %s, %s would read more', async (index, path) => {
  const most = CALLS.find(([called]) => called === path)![1]
  const sent = await asked(path)
  const client = await world.db.pool.connect()
  try {
    await client.query(`begin; drop index catalogue.${index}`)
    expect(await readBy(client as never, sent)).toBeGreaterThan(most)
  } finally {
    await client.query('rollback')
    client.release()
  }
})
