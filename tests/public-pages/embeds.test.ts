import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { getAsset } from '#catalogue/contract.ts'
import { embedMarkup } from '#storefront/web/asset/embed/embed-markup.ts'
import { givenAsset } from '../support/givens/catalogue.ts'
import { freshWorld, type World } from '../support/world.ts'

const SITE = { public_url: 'https://easel.test', brand_name: 'Easel' }
/** The first preview starts the process that draws them. */
vi.setConfig({ testTimeout: 60_000 })

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const read = (id: string) => world.api(getAsset, { params: { id } })
const picture = (id: string, headers: Record<string, string> = {}) => world.app.inject({ url: `/embeds/${id}.webp`, headers })

test('the markup shows the picture with its size, and credits the artist, by absolute addresses', async () => {
  const { id, owner_id } = await givenAsset(world, { title: 'Fox', artist: 'Aria', is_free: true })
  expect(embedMarkup(await read(id), SITE)).toBe(
    `<figure>
  <a href="https://easel.test/assets/${id}"><img src="https://easel.test/embeds/${id}.webp" alt="Fox by Aria" width="640" height="480" loading="lazy"></a>
  <figcaption><a href="https://easel.test/assets/${id}">Fox</a> by <a href="https://easel.test/artists/${owner_id}">Aria</a> on <a href="https://easel.test/">Easel</a></figcaption>
</figure>`
  )
})

test('hostile titles, names, and credits stay text', async () => {
  const { id } = await givenAsset(world, { is_free: true })
  const asset = await read(id)
  const naughty = JSON.parse(readFileSync('tests/data/naughty-strings.json', 'utf8')) as string[]
  for (const text of ['"><script>alert(1)</script>', "' onerror='alert(1)", '</figcaption></figure>', ...naughty]) {
    const credit = {
      author_name: text,
      author_url: null,
      license_title: text,
      license_url: 'javascript:alert(1)',
      asks: 'credit',
      source: null
    }
    const markup = embedMarkup({ ...asset, title: text, employee_name: text, credit: credit as never }, SITE)!
    const tags = markup.match(/<[^>]*>/g)!.map((tag) => /^<(\/?\w+)/.exec(tag)?.[1])
    expect(tags).toEqual(
      ['figure', 'a', 'img', '/a', 'figcaption', 'a', '/a', 'by', 'a', '/a', 'on', 'a', '/a', '/figcaption', '/figure'].filter(
        (tag) => !['by', 'on'].includes(tag)
      )
    )
    expect(markup).not.toMatch(/(href|src)="(?!https:\/\/easel\.test\/)/)
    expect(markup.match(/<img [^>]*>/)![0]).toMatch(/^<img src="[^"]*" alt="[^"]*" width="\d+" height="\d+" loading="lazy">$/)
  }
})

test('the picture is shown on other sites, without the watermark while the work is free, and still afterwards', async () => {
  const { id } = await givenAsset(world, { is_free: true })
  const free = await picture(id)
  expect({ status: free.statusCode, type: free.headers['content-type'], cors: free.headers['cross-origin-resource-policy'] }).toEqual({
    status: 200,
    type: 'image/webp',
    cors: 'cross-origin'
  })
  const [{ preview_urls }] = (await read(id)).files as unknown as [{ preview_urls: Record<640, string> }]
  expect(preview_urls[640]).not.toContain('marked')
  const preview = await world.app.inject({ url: preview_urls[640] })
  expect(free.rawPayload.equals(preview.rawPayload)).toBe(true)
  expect((await picture(id, { 'if-none-match': String(free.headers['etag']) })).statusCode).toBe(304)
  await sql`update catalogue.asset set is_free = false where id = ${id}`.execute(world.db)
  const later = await picture(id, { 'if-none-match': String(free.headers['etag']) })
  expect(later.statusCode).toBe(200)
  expect(later.rawPayload.equals(free.rawPayload)).toBe(false)
})

test('what is withheld is gone, also for its artist, and what is not public is not found', async () => {
  const shown = await givenAsset(world, { is_free: true })
  const pending = await givenAsset(world, { status: 'pending' })
  await sql`update catalogue.asset set withheld_at = now(), withheld_reason = 'a claim', withheld_by = owner_id where id = ${shown.id}`.execute(
    world.db
  )
  const { token } = await world.person('employee')
  expect((await picture(shown.id)).statusCode).toBe(410)
  expect((await picture(shown.id, { cookie: `session=${token}` })).statusCode).toBe(410)
  for (const id of [pending.id, '3f1d1c54-3a50-4e3c-9a34-2f0a8f2b8f11', '------------------------------------'])
    expect((await picture(id)).statusCode).toBe(404)
})
