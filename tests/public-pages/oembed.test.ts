import { sql } from 'kysely'
import { RouterContextProvider } from 'react-router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiContext, pageApi, requestContext } from '#platform/web/page.ts'
import { inProcessApi } from '#processes/http/pages/in-process-api.ts'
import { loader } from '#storefront/web/asset/oembed.ts'
import { drawing, givenAsset } from '../support/givens/catalogue.ts'
import { freshWorld, type World } from '../support/world.ts'

const SITE = 'https://easel.test'
let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

/** Asks as another site does. */
async function ask(url: string, more: Record<string, string> = {}) {
  const request = new Request(`${SITE}/oembed?${new URLSearchParams({ url, ...more })}`)
  const context = new RouterContextProvider()
  context.set(apiContext, pageApi(inProcessApi(world.app, world.ctx()), request))
  const site = { brand_name: 'Easel', social_links: [], support_email: 'help@easel.test', public_url: SITE }
  context.set(requestContext, { user: null, ...site, theme: 'system', nonce: '' })
  const response = await (loader as (given: object) => Promise<Response>)({ request, context, params: {} })
  return { status: response.status, cors: response.headers.get('access-control-allow-origin'), body: await response.json() }
}

const given = () => givenAsset(world, { title: 'Fox & <friends>', artist: 'Aria', file: drawing() })

test('other sites learn the title, the artist, and the watermarked picture with its size', async () => {
  const { id, owner_id } = await given()
  const { status, cors, body } = await ask(`${SITE}/assets/${id}`)
  expect({ status, cors }).toEqual({ status: 200, cors: '*' })
  expect(body).toMatchObject({
    version: '1.0',
    type: 'photo',
    title: 'Fox & <friends>',
    author_name: 'Aria',
    author_url: `${SITE}/artists/${owner_id}`,
    provider_name: 'Easel',
    url: expect.stringMatching(/^https:\/\/easel\.test\/previews\/.*\/1200-marked\.webp$/),
    width: 1200,
    height: 900,
    thumbnail_url: expect.stringMatching(/\/320\.webp$/),
    thumbnail_width: 320,
    thumbnail_height: 240
  })
})

test.each([
  [{ maxwidth: '1200' }, [1200, 900]],
  [{ maxwidth: '1199' }, [320, 240]],
  [{ maxheight: '120' }, [160, 120]],
  [{ maxwidth: '1' }, [1, 1]]
])('with %j the picture is at most as large', async (limits, size) => {
  const { id } = await given()
  const { body } = await ask(`${SITE}/assets/${id}`, limits)
  expect([body.width, body.height]).toEqual(size)
})

test('assets that are not on sale, without a picture, or unknown are not found', async () => {
  const shown = await given()
  const pending = await givenAsset(world, { status: 'pending' })
  const empty = await givenAsset(world, { file: null })
  await sql`update catalogue.asset set withheld_at = now(), withheld_reason = 'a claim', withheld_by = owner_id where id = ${shown.id}`.execute(
    world.db
  )
  for (const id of [shown.id, pending.id, empty.id, '3f1d1c54-3a50-4e3c-9a34-2f0a8f2b8f11'])
    expect(await ask(`${SITE}/assets/${id}`)).toMatchObject({ status: 404, cors: '*', body: { code: 'not_found' } })
})

test.each(['', 'nonsense', `${SITE}/`, `${SITE}/assets/1`, 'javascript:alert(1)'])('the address %j is not one of ours', async (url) => {
  expect((await ask(url)).status).toBe(404)
})

test('an asset’s address on another site is not one of ours', async () => {
  const { id } = await given()
  for (const site of ['https://elsewhere.test', 'http://easel.test', 'https://easel.test.elsewhere.test'])
    expect((await ask(`${site}/assets/${id}`)).status, site).toBe(404)
})

test('other formats and sizes that are no numbers are refused', async () => {
  const { id } = await given()
  expect(await ask(`${SITE}/assets/${id}`, { format: 'xml' })).toMatchObject({ status: 501, body: { code: 'format_not_implemented' } })
  for (const maxwidth of ['0', '-1', '1.5', 'wide', '9999999']) expect((await ask(`${SITE}/assets/${id}`, { maxwidth })).status).toBe(400)
})
