import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOf } from '#accounts/server/index.ts'
import { getAsset } from '#catalogue/contract.ts'
import { createKey, deleteKey } from '#developers/keys.contract.ts'
import { revokeLicense } from '#licensing/admin.contract.ts'
import type { KeyScope } from '#platform/contract/index.ts'
import { buildApp } from '#processes/http/app.ts'
import { releaseAsset, setFree, withholdAsset } from '#submissions/review.contract.ts'
import { inviteToSeat, joinSeat } from '#subscriptions/seats.contract.ts'
import { approveIcon, givenIcon, iconSvg, pendingIcon, SQUARE } from '#tests/support/givens/icons.ts'
import { givenPlan } from '#tests/support/givens/plans.ts'
import { boughtLicense, freshMarket, givenPrice, type Market } from '#tests/support/givens/sales.ts'
import { chooseIconPrefix, readIconPrefix } from '../contract.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
  await givenPrice(market, 'icon', '5')
})
afterAll(() => market.end())

const nameIn = async (id: string) => (await market.api(getAsset, { params: { id } })).iconify_name
const get = (path: string, headers: Record<string, string> = {}) => market.app.inject({ url: `/iconify${path}`, headers })
const json = async <Shape = { icons: Record<string, unknown>; not_found?: string[]; lastModified: number }>(path: string) =>
  (await get(path)).json() as Shape
const asAdmin = () => market.as('admin')
const YEAR = '2027-02-28T12:00:00.000Z'

test('an approved icon is named after its title, and its set after its artist', async () => {
  const { id } = await givenIcon(market, { title: 'Fern & Möss', artist: 'Ari Lopez', is_free: true })
  expect(await nameIn(id)).toBe('ari-lopez:fern-moss')
  const set = await json('/ari-lopez.json?icons=fern-moss,none')
  expect(set.icons).toEqual({ 'fern-moss': { body: expect.stringContaining(SQUARE), width: 24, height: 24 } })
  expect(set.not_found).toEqual(['none'])
  await expect.poll(() => json('/collections')).toMatchObject({ 'ari-lopez': { name: 'Ari Lopez', total: 1, palette: false } })
  expect((await get('/ari-lopez/fern-moss.svg?color=red')).body).toContain('fill="red"')
})

test('icons with equal titles that are approved at the same time get different names, and all keep theirs', async () => {
  const made = []
  for (let one = 0; one < 8; one++) made.push(await pendingIcon(market, { title: 'Leaf', artist: 'Nia Nguyen' }))
  await Promise.all(made.map(({ id }, at) => approveIcon(market, id, `admin ${at}`)))
  const names = await Promise.all(made.map(({ id }) => nameIn(id)))
  expect(new Set(names).size).toBe(8)
  expect(names.toSorted()).toEqual(['leaf', ...[2, 3, 4, 5, 6, 7, 8].map((number) => `leaf-${number}`)].map((name) => `nia-nguyen:${name}`))
  await market.db.updateTable('catalogue.asset').set({ title: 'Tree' }).where('id', '=', made[0]!.id).execute()
  await market.work()
  expect(await nameIn(made[0]!.id)).toBe(names[0])
})

test('other categories, and icons without an SVG, have no name', async () => {
  const asset = await pendingIcon(market, { title: 'A logo' })
  await market.db.updateTable('catalogue.asset').set({ category: 'logo' }).where('id', '=', asset.id).execute()
  await approveIcon(market, asset.id)
  expect(await nameIn(asset.id)).toBeNull()
})

test('a job names icons that were approved before there were names, and reads their SVGs', async () => {
  const { id } = await pendingIcon(market, { title: 'Old lamp', artist: 'Early Bird', is_free: true })
  await market.db.updateTable('catalogue.asset').set({ status: 'approved', approved_at: market.now() }).where('id', '=', id).execute()
  await market.db.updateTable('catalogue.asset_file').set({ is_published: true }).where('asset_id', '=', id).execute()
  expect(await nameIn(id)).toBeNull()
  await market.ports.jobs.send(market.db, 'icons.name-earlier', {})
  await market.work()
  expect(await nameIn(id)).toBe('early-bird:old-lamp')
  const row = await market.db.selectFrom('icons.icon').select('body').where('asset_id', '=', id).executeTakeFirstOrThrow()
  expect(row.body).toContain(SQUARE)
})

test('what the root sets becomes a group, and a moved view box keeps its place', async () => {
  const svg = iconSvg(
    '<path d="M-1-2h3z"/>',
    'width="48" height="32" viewBox="-1,-2 12 8" fill="none" stroke="#f80" stroke-linecap="round" opacity=".5"'
  )
  await givenIcon(market, { title: 'Moved', artist: 'Root Artist', is_free: true, svg })
  const { icons } = await json('/root-artist.json?icons=moved')
  expect(icons).toMatchObject({ moved: { left: -1, top: -2, width: 12, height: 8 } })
  const { body } = icons['moved'] as { body: string }
  expect(body).toMatch(/^<g fill="none" stroke="#f80" stroke-linecap="round" opacity="\.5"><path d="M-1-2h3z"\/>.*<\/g>$/)
})

test('icons with the same class names on one page do not change each other, nor the page', async () => {
  const red = iconSvg(
    '<defs><style>.cls-1{fill:#f00}#dot,circle.cls-2:hover{fill:#00f}rect{fill:#0f0}@keyframes turn{from{opacity:0}}.cls-2{animation:turn 1s}</style></defs>' +
      '<path class="cls-1" d="M0 0h9v9z"/><circle id="dot" class="cls-2" r="3"/><rect width="2" height="2"/>',
    'viewBox="0 0 24 24" class="cls-1"'
  )
  await givenIcon(market, { title: 'One', artist: 'Class Artist', is_free: true, svg: red })
  await givenIcon(market, { title: 'Two', artist: 'Class Artist', is_free: true, svg: red.replace('#f00', '#0f0') })
  type Bodies = { icons: Record<string, { body: string }> }
  const { icons } = await json<Bodies>('/class-artist.json?icons=one,two')
  const [one, two] = [icons['one']!.body, icons['two']!.body]
  expect(one).toMatch(/^<g class="class-artist--one"><defs><style>/)
  expect(one).toContain('.class-artist--one .class-artist--one--cls-1{fill:#f00}')
  expect(one).toContain('.class-artist--one .class-artist--one--id-dot,.class-artist--one circle.class-artist--one--cls-2:hover{')
  expect(one).toContain('.class-artist--one rect{')
  expect(one).toContain('@keyframes class-artist--one--turn{from{')
  expect(one).toContain('animation:class-artist--one--turn 1s')
  expect(one).toContain('<path class="class-artist--one--cls-1"')
  expect(one).toContain('class="class-artist--one--cls-2 class-artist--one--id-dot"')
  const classesIn = (body: string) =>
    new Set([...body.matchAll(/\.(?!\d)([\w-]+)|class="([^"]*)"/g)].flatMap(([, a, b]) => (a ?? b ?? '').split(' ')))
  expect([...classesIn(one)].filter((name) => classesIn(two).has(name))).toEqual([])
  expect(two).toContain('fill:#0f0')
})

test('an artist chooses a prefix once, before the first icon is named; known, reserved, and taken ones are refused', async () => {
  const [ida, una] = [await market.as('employee', 'Ida Ink'), await market.as('employee', 'Una Umber')]
  expect(await ida(readIconPrefix, {})).toEqual({ prefix: null, is_chosen: false, suggestion: 'ida-ink' })
  for (const prefix of ['mdi', 'tabler', 'search', 'k', 'collections', 'ab', 'a--b', 'Ünter', '-ida', 'a'.repeat(31)])
    await expect(ida(chooseIconPrefix, { body: { prefix } }), prefix).rejects.toMatchObject({
      status: 422,
      body: { fields: { prefix: expect.any(String) } }
    })
  expect(await ida(chooseIconPrefix, { body: { prefix: 'inky' } })).toMatchObject({ prefix: 'inky', is_chosen: true })
  expect(await ida(chooseIconPrefix, { body: { prefix: 'inky' } })).toMatchObject({ prefix: 'inky' })
  await expect(ida(chooseIconPrefix, { body: { prefix: 'other' } })).rejects.toMatchObject({
    status: 409,
    body: { code: 'prefix_settled' }
  })
  await expect(una(chooseIconPrefix, { body: { prefix: 'inky' } })).rejects.toMatchObject({ status: 409, body: { code: 'prefix_taken' } })
  const { id } = await givenIcon(market, { title: 'Pen', artist: 'Ida Ink' })
  expect(await nameIn(id)).toBe('inky:pen')
  await givenIcon(market, { title: 'Brush', artist: 'Una Umber' })
  await expect(una(chooseIconPrefix, { body: { prefix: 'umber' } })).rejects.toMatchObject({ body: { code: 'prefix_settled' } })
})

test('of many artists who choose the same prefix at the same time, one gets it', async () => {
  const artists = await Promise.all(Array.from({ length: 12 }, (_, at) => market.as('employee', `Racer ${at}`)))
  const outcomes = await Promise.allSettled(artists.map((artist) => artist(chooseIconPrefix, { body: { prefix: 'racing' } })))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('an icon that is withheld or no longer free is gone in every process within two seconds, and comes back', async () => {
  const { id } = await givenIcon(market, { title: 'Comet', artist: 'Vera Void', is_free: true })
  await givenIcon(market, { title: 'Comet two', artist: 'Vera Void', is_free: true })
  const other = await buildApp({ db: market.db, now: market.now, ports: market.ports, actorOf })
  const isShown = async () => {
    const shown: boolean[] = []
    for (const app of [market.app, other]) {
      const at = async (path: string) => (await app.inject({ url: `/iconify${path}` })).json()
      shown.push('comet' in (await at('/vera-void.json?icons=comet')).icons)
      shown.push((await at('/search?query=comet')).icons.includes('vera-void:comet'))
      shown.push((await at('/collection?prefix=vera-void')).uncategorized.includes('comet'))
      shown.push((await app.inject({ url: '/iconify/vera-void/comet.svg' })).statusCode === 200)
    }
    return new Set(shown)
  }
  const within2s = async (is: boolean) => expect.poll(isShown, { timeout: 2000, interval: 20 }).toEqual(new Set([is]))
  await within2s(true)
  const admin = await asAdmin()
  await admin(withholdAsset, { params: { id }, body: { reason: 'Copied.' } })
  await within2s(false)
  await admin(releaseAsset, { params: { id }, body: { reason: 'Original.' } })
  await within2s(true)
  await admin(setFree, { params: { id }, body: { is_free: false } })
  await within2s(false)
  const ends = new Date(market.now().getTime() + 60_000).toISOString()
  await admin(setFree, { params: { id }, body: { free_starts_at: market.now().toISOString(), free_ends_at: ends } })
  await within2s(true)
  const before = market.now().toISOString()
  market.at(new Date(Date.parse(ends) + 1000).toISOString())
  await within2s(false)
  market.at(before)
  await other.close()
})

test('answers have an ETag; only the address with the set’s time of change is immutable, and a change moves that time', async () => {
  const { id } = await givenIcon(market, { title: 'Moon', artist: 'Cache Artist', is_free: true })
  const path = '/cache-artist.json?icons=moon'
  const first = await get(path)
  expect(first.headers['cache-control']).not.toContain('immutable')
  expect((await get(path, { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304)
  const { lastModified } = first.json() as { lastModified: number }
  expect((await get(`${path}&v=${lastModified}`)).headers['cache-control']).toMatch(/immutable/)
  expect((await get(`${path}&v=${lastModified - 1}`)).headers['cache-control']).not.toMatch(/immutable/)
  expect((await get(`${path},none&v=${lastModified}`)).headers['cache-control']).not.toMatch(/immutable/)
  await (await asAdmin())(setFree, { params: { id }, body: { is_free: false } })
  await (await asAdmin())(setFree, { params: { id }, body: { is_free: true } })
  await expect.poll(async () => (await json(path)).lastModified, { timeout: 2000 }).toBeGreaterThan(lastModified)
})

test('every answer may be read by every site, refusals and preflights too', async () => {
  const paths = [
    '/collections',
    '/none.json?icons=a',
    '/none/none.svg',
    '/none.css?icons=a',
    '/search',
    '/nothing/here/at/all',
    '/k/easel_no/collections',
    '/collection'
  ]
  for (const path of paths) {
    const answer = await get(path)
    expect(answer.headers, path).toMatchObject({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    expect(answer.headers, path).not.toHaveProperty('access-control-allow-credentials')
  }
  const preflight = await market.app.inject({ method: 'OPTIONS', url: '/iconify/tabler.json', headers: { origin: 'https://a.example' } })
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
})

test('hostile parameters get into no style sheet, no SVG, and no header', async () => {
  await givenIcon(market, { title: 'Shield', artist: 'Safe Artist', is_free: true })
  const bad = encodeURIComponent('red}*{display:none;background:url(//evil.example)}/*"><script>alert(1)</script>')
  for (const name of [
    'selector',
    'common',
    'override',
    'var',
    'color',
    'mode',
    'format',
    'download',
    'width',
    'height',
    'rotate',
    'flip',
    'box'
  ]) {
    const css = await get(`/safe-artist.css?icons=shield,${bad}&selector=.x&${name}=${bad}`)
    expect(css.body, name).not.toMatch(/evil|script|display:none/)
    const svg = await get(`/safe-artist/shield.svg?${name}=${bad}`)
    expect(svg.body, name).not.toMatch(/evil|script|onload|display:none/)
    expect(String(svg.headers['content-disposition']), name).not.toMatch(/evil|script/)
  }
  expect((await get(`/safe-artist.css?icons=shield&selector=${encodeURIComponent('@import "//evil.example"; .x')}`)).body).not.toContain(
    'evil'
  )
  expect((await get('/safe-artist/shield.svg')).headers['content-security-policy']).toContain("default-src 'none'")
  for (const path of [
    '/__proto__.json?icons=a',
    '/safe-artist.json?icons=__proto__,constructor',
    '/collection?prefix=__proto__',
    '/search?query=__proto__',
    '/keywords?prefix=constructor'
  ])
    expect((await get(path)).statusCode, path).toBeLessThan(500)
})

test('very long and repeated parameters are answered or refused at once', async () => {
  const long = 'a'.repeat(100_000)
  const many = Array.from({ length: 20_000 }, (_, at) => `n${at}`).join(',')
  for (const path of [
    `/safe-artist.json?icons=${long}`,
    `/safe-artist.json?icons=${many}`,
    `/${long}.json?icons=a`,
    `/search?query=${long}`,
    `/search?query=${'a b '.repeat(2000)}`,
    `/keywords?keyword=${long}`,
    `/collections?prefixes=${many}`,
    '/safe-artist.json?icons=a&icons=b',
    '/safe-artist.css?icons=a&selector=x&selector=y',
    '/search?query=a&query=b'
  ]) {
    const started = performance.now()
    expect((await get(path)).statusCode, path.slice(0, 40)).toBeLessThan(500)
    expect(performance.now() - started, path.slice(0, 40)).toBeLessThan(1500)
  }
})

type Made = { scopes?: KeyScope[]; allowed_origins?: string[]; role?: 'client' | 'employee' }
const givenKey = async (owner: string, { scopes = ['icons'], allowed_origins = [], role = 'client' }: Made = {}) =>
  (await market.as(role, owner))(createKey, { body: { name: 'Site', scopes, expires_at: YEAR, allowed_origins } })

test('a key gives the icons that its owner holds, and nothing else; a revoked license ends that at once', async () => {
  const [held, other] = [
    await givenIcon(market, { title: 'Anchor', artist: 'Paid Artist' }),
    await givenIcon(market, { title: 'Buoy', artist: 'Paid Artist' })
  ]
  expect((await json('/paid-artist.json?icons=anchor,buoy')).not_found).toEqual(['anchor', 'buoy'])
  const { license_id } = await boughtLicense(market, held.id, { client: 'holder' })
  const { key } = await givenKey('holder')
  const answer = await get(`/k/${key}/paid-artist.json?icons=anchor,buoy`)
  expect(answer.json()).toMatchObject({ icons: { anchor: { body: expect.any(String) } }, not_found: ['buoy'] })
  expect(answer.headers['cache-control']).toMatch(/private|no-store/)
  expect(answer.headers).toMatchObject({
    'ratelimit-policy': '"default";q=60;w=60',
    ratelimit: expect.stringMatching(/^"default";r=\d+;t=\d+$/)
  })
  expect((await get(`/k/${key}/paid-artist/anchor.svg`)).statusCode).toBe(200)
  expect((await get(`/k/${key}/paid-artist/buoy.svg`)).statusCode).toBe(404)
  expect((await get(`/k/${key}/paid-artist.css?icons=anchor`)).body).toContain('.icon--paid-artist--anchor')
  expect((await get(`/k/${key}/search?query=anchor`)).json()).toMatchObject({ icons: ['paid-artist:anchor'] })
  expect((await get(`/k/${key}/search?query=buoy`)).json()).toMatchObject({ icons: [] })
  expect(Object.keys((await get(`/k/${key}/collections`)).json())).toEqual(['paid-artist'])
  expect((await get(`/k/${key}/collection?prefix=paid-artist`)).json()).toMatchObject({ total: 1, uncategorized: ['anchor'] })
  await (await asAdmin())(withholdAsset, { params: { id: held.id }, body: { reason: 'A claim.' } })
  expect((await get(`/k/${key}/paid-artist/anchor.svg`)).statusCode).toBe(404)
  await (await asAdmin())(releaseAsset, { params: { id: held.id }, body: { reason: 'No claim.' } })
  expect((await get(`/k/${key}/paid-artist/anchor.svg`)).statusCode).toBe(200)
  await (await asAdmin())(revokeLicense, { params: { id: license_id! }, body: { reason: 'Refunded.', refund: true } })
  expect((await get(`/k/${key}/paid-artist/anchor.svg`)).statusCode).toBe(404)
  expect(await nameIn(other.id)).toBe('paid-artist:buoy')
})

test('a key is refused elsewhere, without its scope, once deleted, and beyond its calls a minute', async () => {
  const { id } = await givenIcon(market, { title: 'Key hole', artist: 'Key Artist' })
  await boughtLicense(market, id, { client: 'keeper' })
  const path = '/key-artist.json?icons=key-hole'
  const { key, id: key_id } = await givenKey('keeper', { allowed_origins: ['https://shop.example'] })
  const from = async (origin?: string) => (await get(`/k/${key}${path}`, origin ? { origin } : {})).statusCode
  expect(await from('https://shop.example')).toBe(200)
  for (const origin of [
    'null',
    'http://shop.example',
    'https://shop.example:8443',
    'https://evil.example',
    'https://shop.example.evil.example'
  ])
    expect(await from(origin), origin).toBe(403)
  const { key: scopeless } = await givenKey('keeper', { scopes: ['catalogue'] })
  expect((await get(`/k/${scopeless}${path}`)).statusCode).toBe(403)
  for (const unknown of [`easel_${'x'.repeat(43)}`, 'easel_', 'no-key', key.slice(0, -1)])
    expect((await get(`/k/${unknown}${path}`)).statusCode, unknown).toBe(401)
  await (await market.as('client', 'keeper'))(deleteKey, { params: { id: key_id } })
  expect(await from('https://shop.example')).toBe(401)

  const { key: busy } = await givenKey('keeper')
  const statuses = await Promise.all(Array.from({ length: 62 }, async () => (await get(`/k/${busy}${path}`)).statusCode))
  expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  const { rows } = await sql<{
    last_used_at: Date | null
  }>`select last_used_at from developers.api_key where name = 'Site' and last_used_at is not null`.execute(market.db)
  expect(rows.length).toBeGreaterThan(0)
})

test('the key of a team’s owner gives what the seats hold; the key of a seat does not give what the owner bought', async () => {
  const [byMember, byOwner] = [
    await givenIcon(market, { title: 'Oar', artist: 'Team Artist' }),
    await givenIcon(market, { title: 'Sail', artist: 'Team Artist' })
  ]
  await boughtLicense(market, byMember.id, { client: 'member' })
  await boughtLicense(market, byOwner.id, { client: 'captain' })
  const { key } = await givenKey('captain')
  const path = '/team-artist.json?icons=oar,sail'
  expect((await get(`/k/${key}${path}`)).json()).toMatchObject({ not_found: ['oar'] })
  await givenPlan(market, 'captain', { plan_type: 'monthly', plan_name: 'Team' })
  await market.db.updateTable('subscriptions.subscription').set({ seats: 5 }).execute()
  const { email } = await market.person('client', 'member')
  const seat = await (await market.as('client', 'captain'))(inviteToSeat, { body: { email } })
  await (await market.as('client', 'member'))(joinSeat, { params: { id: seat.id } })
  expect((await get(`/k/${key}${path}`)).json()).not.toHaveProperty('not_found')
  const { key: own } = await givenKey('member')
  expect((await get(`/k/${own}${path}`)).json()).toMatchObject({ not_found: ['sail'] })
})
