import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadProgress } from '#submissions/contract.ts'
import { processFile } from '#submissions/server/upload/process-file.service.ts'
import { dosEps, eps } from '#tests/support/givens/pages.ts'
import { emptyAsset, sendUpload } from '#tests/support/givens/submissions.ts'
import { watchNativeWork } from '#tests/support/native-work.ts'
import { freshWorld, type World } from '#tests/support/world.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
})
afterAll(() => world.end())

/** An SVG whose drawing time grows with the square of its length. 411 bytes took five seconds. */
function filterBomb(length: number): Buffer {
  const frame = (inside: string) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="4900" height="4900"><filter id="f">${inside}</filter><rect width="4900" height="4900" filter="url(#f)"/></svg>`
  const one = '<feMorphology radius="99"/>'
  return Buffer.from(frame(one.repeat(Math.max(1, Math.floor((length - frame('').length) / one.length)))))
}

async function uploaded(name: string, bytes: Buffer): Promise<string> {
  const { status, body } = await sendUpload(world, token, { asset_id: await emptyAsset(world) }, { name, bytes })
  expect([status, body.error]).toEqual([200, undefined])
  return body.id
}

const progressOf = async (file_id: string) => (await world.as('employee'))(uploadProgress, { params: { file_id } })

test('an SVG in place of the preview of an EPS is never drawn', async () => {
  const bytes = dosEps(eps('showpage'), filterBomb(411))
  expect(filterBomb(411).length).toBeLessThanOrEqual(411)
  const file_id = await uploaded('bomb.eps', bytes)
  const { drawn_here } = await watchNativeWork(() => processFile(world.ctx(), file_id))
  expect(drawn_here).toBe(false)
  expect(await progressOf(file_id)).toMatchObject({ status: 'ready', preview_urls: null, resolution: null })
})

test('four large bombs leave this process free: nothing is drawn in it, and people sign in meanwhile', async () => {
  const file_ids: string[] = []
  for (let index = 0; index < 4; index += 1) file_ids.push(await uploaded('bomb.eps', dosEps(eps('showpage'), filterBomb(150_000))))
  const { email } = await world.person('client')
  const { result, drawn_here } = await watchNativeWork(async () => {
    const drawing = Promise.all(file_ids.map((file_id) => processFile(world.ctx(), file_id)))
    const signedIn = await world.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email, password: world.password } })
    await drawing
    return signedIn.statusCode
  })
  expect([result, drawn_here]).toEqual([200, false])
  for (const file_id of file_ids) expect(await progressOf(file_id)).toMatchObject({ status: 'ready', preview_urls: null })
})

test('a TIFF preview is drawn in another process', async () => {
  const preview = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#1428c8' } })
    .tiff()
    .toBuffer()
  const file_id = await uploaded('fox.eps', dosEps(eps('showpage'), preview))
  const { drawn_here } = await watchNativeWork(() => processFile(world.ctx(), file_id))
  expect(drawn_here).toBe(false)
  expect(await progressOf(file_id)).toMatchObject({ status: 'ready', preview_urls: expect.any(Object), resolution: '300x200' })
})

test.each([
  ['a PNG', () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#1428c8' } }).png()],
  ['a WEBP', () => sharp({ create: { width: 60, height: 40, channels: 3, background: '#1428c8' } }).webp()]
])('%s in place of the TIFF is not a preview', async (_name, draw) => {
  const file_id = await uploaded('fox.eps', dosEps(eps('showpage'), await draw().toBuffer()))
  await processFile(world.ctx(), file_id)
  expect(await progressOf(file_id)).toMatchObject({ status: 'ready', preview_urls: null })
})

test('an SVG hidden behind the first bytes of a TIFF is not a preview', async () => {
  const hidden = Buffer.concat([Buffer.from('II*\0', 'latin1'), filterBomb(411)])
  const file_id = await uploaded('fox.eps', dosEps(eps('showpage'), hidden))
  await processFile(world.ctx(), file_id)
  expect(await progressOf(file_id)).toMatchObject({ status: 'ready', preview_urls: null })
})
