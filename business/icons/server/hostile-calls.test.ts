import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '#developers/keys.contract.ts'
import { inviteToSeat, joinSeat } from '#subscriptions/seats.contract.ts'
import { givenIcon, iconSvg, SQUARE } from '#tests/support/givens/icons.ts'
import { givenPlan } from '#tests/support/givens/plans.ts'
import { boughtLicense, freshMarket, givenPrice, type Market } from '#tests/support/givens/sales.ts'

let market: Market
beforeAll(async () => {
  market = await freshMarket()
  await givenPrice(market, 'icon', '5')
  await givenIcon(market, { title: 'Leaf', artist: 'Ari Art', is_free: true })
})
afterAll(() => market.end())

const get = (path: string, headers: Record<string, string> = {}) => market.app.inject({ url: `/iconify${path}`, headers })
const expires_at = '2027-02-28T12:00:00.000Z'
const ORIGIN = 'https://page.example'

async function keyOf(client: string, allowed_origins: string[] = []): Promise<string> {
  const body = { name: 'Page', scopes: ['icons' as const], expires_at, allowed_origins }
  return (await (await market.as('client', client))(createKey, { body })).key
}

test.each(['-1000000000000000000', '-1e300', '1e9deg', '99999999%'])('a rotation by %s is none, and ends', async (rotate) => {
  const plain = await get('/ari-art/leaf.svg')
  expect((await get(`/ari-art/leaf.svg?rotate=${rotate}`)).body).toBe(plain.body)
  expect((await get('/ari-art/leaf.svg?rotate=-90deg')).body).not.toBe(plain.body)
})

test.each(['constructor', 'toString', '__proto__'])('%s is no icon', async (name) => {
  expect((await get(`/ari-art/${name}.svg`)).statusCode).toBe(404)
  expect((await get(`/ari-art.json?icons=${name}`)).json()).toMatchObject({ icons: {}, not_found: [name] })
  expect((await get(`/ari-art.css?icons=${name}`)).statusCode).toBe(200)
})

test('a style sheet names each icon once, however often it is asked for', async () => {
  const once = await get('/ari-art.css?icons=leaf')
  const often = await get(`/ari-art.css?icons=${Array(2000).fill('leaf').join(',')}`)
  expect(often.body).toBe(once.body)
})

test('an icon with several defs stays whole, also turned', async () => {
  const defs = (id: string) => `<defs><linearGradient id="${id}"><stop stop-color="red"/></linearGradient></defs>`
  const svg = iconSvg(`${defs('a')}<path fill="url(#a)" d="M1 1h3v3z"/>${defs('b')}${SQUARE}`, 'viewBox="0 0 24 24" fill="none"')
  await givenIcon(market, { title: 'Two', artist: 'Ari Art', is_free: true, svg })
  for (const query of ['', '?rotate=1']) {
    const { body } = await get(`/ari-art/two.svg${query}`)
    expect(body).toContain('M1 1h3v3z')
    expect(body.match(/<defs/g)).toHaveLength(2)
    expect(body.match(/<\/defs>/g)).toHaveLength(2)
    expect(body.match(/<g/g)?.length).toBe(body.match(/<\/g>/g)?.length)
  }
})

test('a key with listed origins is refused where a browser says that another page asks, also without an Origin', async () => {
  const paid = await givenIcon(market, { title: 'Stone', artist: 'Ari Art' })
  await boughtLicense(market, paid.id, { client: 'buyer' })
  const path = `/k/${await keyOf('buyer', [ORIGIN])}/ari-art/stone.svg`
  const status = async (headers: Record<string, string>) => (await get(path, headers)).statusCode
  expect(await status({})).toBe(200)
  expect(await status({ 'sec-fetch-site': 'cross-site', referer: `${ORIGIN}/shop` })).toBe(200)
  expect(await status({ 'sec-fetch-site': 'cross-site', referer: 'https://thief.example/' })).toBe(403)
  expect(await status({ 'sec-fetch-site': 'cross-site' })).toBe(403)
})

test('an invitation to a seat alone shares nothing that the invited person holds', async () => {
  const paid = await givenIcon(market, { title: 'Shell', artist: 'Ari Art' })
  await boughtLicense(market, paid.id, { client: 'guest' })
  await givenPlan(market, 'chief', { plan_name: 'Team' })
  await market.db.updateTable('subscriptions.subscription').set({ seats: 5 }).execute()
  const chief = await market.as('client', 'chief')
  const { email } = await market.person('client', 'guest')
  const seat = await chief(inviteToSeat, { body: { email } })
  const path = `/k/${await keyOf('chief')}/ari-art.json?icons=shell`
  expect((await get(path)).json()).toMatchObject({ icons: {}, not_found: ['shell'] })
  const guest = await market.as('client', 'guest')
  await guest(joinSeat, { params: { id: seat.id } })
  expect((await get(path)).json()).toMatchObject({ icons: { shell: expect.anything() } })
})
