import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { requestFreeFile } from '../../contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const ask = (asset_id: string, email = 'ann@example.com', ip = '10.0.0.1') =>
  world.app.inject({ method: 'POST', url: '/api/free-downloads', remoteAddress: ip, payload: { asset_id, email, marketing_opt_in: true } })

test('a free asset is delivered as a 1500 px PNG, in the response and by email', async () => {
  const asset = await givenAsset(world, { title: 'Blue fox', is_free: true })
  const { download_url } = await world.api(requestFreeFile, { body: { asset_id: asset.id, email: ' Ann@Example.com ' } })
  const file = await world.app.inject(download_url)
  expect(file.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': expect.stringContaining('"Blue fox.png"') })
  expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'png', width: 1500, height: 1125 })
  const [mail] = await world.mails()
  expect(mail).toMatchObject({ to: 'ann@example.com', subject: 'Your free download: Blue fox' })
  expect(mail!.html.replaceAll('&amp;', '&')).toContain(`http://easel.test${download_url}`)
  expect(await picturesIn(mail!.html)).toEqual([{ alt: 'Blue fox', status: 200, type: 'image/webp' }])
  expect(mail!.text).not.toContain('/previews/')
  const again = await world.app.inject(download_url)
  expect(again.rawPayload.equals(file.rawPayload)).toBe(true)
})

test('the free PNG says where the picture comes from, if its artist did', async () => {
  const asset = await givenAsset(world, { is_free: true, origin: 'ai_assisted' })
  const { download_url } = await world.api(requestFreeFile, { body: { asset_id: asset.id, email: 'origin@example.com' } })
  const stated = (await world.app.inject(download_url)).rawPayload.toString('latin1')
  expect(stated).toContain('http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia<')
  await world.db.updateTable('catalogue.asset').set({ origin: 'unknown' }).where('id', '=', asset.id).execute()
  expect((await world.app.inject(download_url)).rawPayload.toString('latin1')).not.toContain('digitalsourcetype')
})

/** Requests the pictures of a mail without a session, as mail programs do. */
const picturesIn = (html: string) =>
  Promise.all(
    [...html.matchAll(/<img\b[^>]*>/g)].map(async ([tag]) => {
      const { statusCode, headers } = await world.app.inject(/src="http:\/\/easel\.test(\/[^"]*)"/.exec(tag)![1]!)
      return { alt: /alt="([^"]*)"/.exec(tag)![1], status: statusCode, type: headers['content-type'] }
    })
  )

test.each([
  ['not free', {}],
  ['free only later', { free_starts_at: new Date('2026-03-02T00:00:00Z') }],
  ['no longer free', { free_starts_at: new Date('2026-02-01T00:00:00Z'), free_ends_at: new Date('2026-02-02T00:00:00Z') }]
])('an asset that is %s is refused, and nothing is sent', async (_, window) => {
  const asset = await givenAsset(world, window)
  const sent = (await world.mails()).length
  const answer = await ask(asset.id, 'bob@example.com', '10.0.0.2')
  expect([answer.statusCode, answer.json()]).toEqual([409, { code: 'not_free', error: 'This asset is not free.' }])
  expect(await world.mails()).toHaveLength(sent)
})

test('an asset is available during its free period', async () => {
  const asset = await givenAsset(world, { free_starts_at: new Date('2026-03-01T00:00:00Z') })
  expect((await ask(asset.id, 'cat@example.com', '10.0.0.3')).statusCode).toBe(200)
})

test.each([
  ['not-an-address', 422],
  ['a"b@example.com', 422],
  ['', 422]
])('the address "%s" is refused', async (email, status) => {
  const asset = await givenAsset(world, { is_free: true })
  const answer = await ask(asset.id, email, '10.0.0.4')
  expect([answer.statusCode, answer.json().fields]).toMatchObject([status, { email: 'Please enter a valid email.' }])
})

test('an unknown or hidden asset is not found', async () => {
  const hidden = await givenAsset(world, { is_free: true, status: 'pending' })
  expect((await ask(hidden.id, 'dan@example.com', '10.0.0.5')).statusCode).toBe(404)
  expect((await ask('00000000-0000-4000-8000-000000000000', 'dan@example.com', '10.0.0.5')).statusCode).toBe(404)
})

test('an email address is limited to ten requests an hour, concurrent or not', async () => {
  const asset = await givenAsset(world, { is_free: true })
  const answers = await Promise.all(Array.from({ length: 13 }, (_, index) => ask(asset.id, 'eve@example.com', `10.0.1.${index}`)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(10)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
})

test('a network is limited to sixty requests an hour', async () => {
  const asset = await givenAsset(world, { is_free: true })
  const answers = await Promise.all(Array.from({ length: 62 }, (_, index) => ask(asset.id, `someone${index}@example.com`, '10.9.9.9')))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60)
  expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2)
})
