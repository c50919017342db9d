import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyAsset, picture, sendUpload, uploadedAsset } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { retryFile, uploadProgress } from '../../contract.ts'
import { adminAssets, decideAsset } from '../../review.contract.ts'
import { processFile } from './process-file.service.ts'

let world: World
let token: string
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
})
afterAll(() => world.end())

const artist = (name = 'employee') => world.as('employee', name)
const progress = async (file_id: string) => (await artist())(uploadProgress, { params: { file_id } })
const retry = async (file_id: string, name?: string) => (await artist(name))(retryFile, { params: { file_id } })

/** Uploads a file without processing it. */
async function uploaded() {
  const asset_id = await emptyAsset(world)
  const { body } = await sendUpload(world, token, { asset_id }, { name: 'fox.png', bytes: await picture() })
  const { original_key } = await world.db
    .selectFrom('catalogue.asset_file')
    .select('original_key')
    .where('id', '=', body.id)
    .executeTakeFirstOrThrow()
  return { asset_id, file_id: body.id, original_key }
}

test('a failed file says why, and becomes ready when a retry succeeds', async () => {
  const { file_id, original_key } = await uploaded()
  const bytes = await world.files.bytes(original_key)
  await world.files.put(original_key, bytes.subarray(0, 200), 'image/png')
  await world.work()
  expect(await progress(file_id)).toMatchObject({ status: 'failed', failure: expect.stringMatching(/damaged/) })
  await world.files.put(original_key, bytes, 'image/png')
  expect(await retry(file_id)).toMatchObject({ status: 'processing', progress: 0, failure: null })
  await world.work()
  expect(await progress(file_id)).toMatchObject({ status: 'ready', failure: null })
  expect(await retry(file_id)).toMatchObject({ status: 'ready' })
})

test('another artist’s file and a file of an approved asset cannot be retried', async () => {
  const { file_id } = await uploaded()
  await expect(retry(file_id, 'Other')).rejects.toMatchObject({ status: 404, body: { code: 'file_not_found' } })
  await world.work()
  const approved = await uploadedAsset(world)
  await (await world.as('admin'))(decideAsset, { params: { id: approved.asset_id }, body: { status: 'approved' } })
  await expect(retry(approved.file_id)).rejects.toMatchObject({ status: 409, body: { code: 'files_are_final' } })
})

test('one artist can retry 100 times an hour', async () => {
  const { file_id } = await uploaded()
  await world.person('employee', 'Hasty')
  const hasty = await world.as('employee', 'Hasty')
  const statusOf = () => hasty(retryFile, { params: { file_id } }).catch(({ status }: { status: number }) => status)
  const statuses: unknown[] = []
  for (let count = 0; count < 102; count += 1) statuses.push(await statusOf())
  expect([new Set(statuses.slice(0, 100)), statuses.slice(100)]).toEqual([new Set([404]), [429, 429]])
  expect(await retry(file_id)).toMatchObject({ status: 'processing' })
})

test('a file that crashes its process every time fails with a reason', async () => {
  const { file_id } = await uploaded()
  await sql`update catalogue.asset_file set attempts = 4 where id = ${file_id}`.execute(world.db)
  await processFile(world.ctx(), file_id)
  expect(await progress(file_id)).toMatchObject({ status: 'failed', failure: expect.stringMatching(/could not be processed/) })
  await retry(file_id)
  await world.work()
  expect(await progress(file_id)).toMatchObject({ status: 'ready' })
})

test('uploads are limited per artist and hour', async () => {
  const { id } = await world.person('employee', 'Busy')
  const busy = (await world.person('employee', 'Busy')).token
  const asset_id = await emptyAsset(world, { artist: 'Busy' })
  const start = Math.floor(world.now().getTime() / 3_600_000) * 3600
  await sql`insert into platform.use_count (key, window_start, used) values (${`upload/${id}/3600`}, to_timestamp(${start}), 499)`.execute(
    world.db
  )
  expect((await sendUpload(world, busy, { asset_id }, { name: 'a.png', bytes: await picture() })).status).toBe(200)
  expect(await sendUpload(world, busy, { asset_id }, { name: 'b.png', bytes: await picture() })).toMatchObject({
    status: 429,
    body: { code: 'too_many' }
  })
  expect((await uploaded()).file_id).toEqual(expect.any(String))
})

/** Large shapes, because the hash of an almost empty picture changes with every artifact of its compression. */
const HILLS = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="500"><rect width="700" height="500" fill="#9fd3f0"/>
  <circle cx="560" cy="110" r="60" fill="#ffd75e"/><path d="M0 420 180 160l170 220 120-140 230 260v60H0z" fill="#3c7a4a"/>
  <path d="M0 500V400l250-40 450 90v50z" fill="#23502f"/></svg>`
)

test('the reviewer sees near-duplicates', async () => {
  const bytes = await sharp(HILLS).png().toBuffer()
  const copy = await sharp(bytes).resize(350).jpeg({ quality: 70 }).toBuffer()
  const [one, other] = [await emptyAsset(world, { title: 'First hill' }), await emptyAsset(world, { title: 'Second hill' })]
  await sendUpload(world, token, { asset_id: one }, { name: 'a.png', bytes })
  await sendUpload(world, token, { asset_id: other }, { name: 'b.jpg', bytes: copy })
  await world.work()
  const listed = await (await world.as('admin'))(adminAssets, { query: { q: 'hill', status: 'pending' } })
  expect(listed.find(({ id }) => id === one)?.near_duplicates).toContain(other)
  expect(listed.find(({ id }) => id === other)?.near_duplicates).toContain(one)
})
