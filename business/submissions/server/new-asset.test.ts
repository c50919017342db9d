import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picture, type SentFile, sendUpload } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { myAssets, ownAsset, uploadLimits } from '../contract.ts'
import { decideAsset } from '../review.contract.ts'

let world: World
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

const WORDS = { title: 'Blue fox', description: 'It looks up.', category: 'icon', tags: 'fox, blue' }

async function send(file: SentFile | undefined, words: Record<string, string> = {}, artist = 'employee') {
  const { token } = await world.person('employee', artist)
  return sendUpload(world, token, { ...WORDS, asset_id: randomUUID(), ...words }, file, '/api/uploads/new-asset')
}
const fox = async () => ({ name: 'fox.png', bytes: await picture() })
const assetsOf = async (artist: string) => (await world.as('employee', artist))(myAssets, { query: { page_size: 50 } })

test('an asset is created together with its first file', async () => {
  const asset_id = randomUUID()
  const { status, body } = await send(await fox(), { asset_id })
  expect({ status, asset_id: (body as { asset_id?: string }).asset_id, state: body.status }).toEqual({
    status: 200,
    asset_id,
    state: 'processing'
  })
  await world.work()
  expect(await (await world.as('employee'))(ownAsset, { params: { asset_id } })).toMatchObject({
    ...WORDS,
    tags: ['fox', 'blue'],
    status: 'pending',
    asset_files: [{ id: body.id, status: 'ready' }]
  })
})

test('parallel repetitions of a call, as after a lost response, create one asset with one file', async () => {
  const [asset_id, file] = [randomUUID(), await fox()]
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(file, { asset_id }, 'again')))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const assets = await assetsOf('again')
  expect(assets.map(({ id, asset_files }) => [id, asset_files.length])).toEqual([[asset_id, 1]])
})

test('another format of the same asset is added to it and does not change its fields', async () => {
  const asset_id = randomUUID()
  await send(await fox(), { asset_id }, 'formats')
  await send({ name: 'fox.webp', bytes: await picture('webp') }, { asset_id, title: 'Something else' }, 'formats')
  const [asset] = await assetsOf('formats')
  expect([asset!.title, asset!.asset_files.map(({ format }) => format).sort()]).toEqual(['Blue fox', ['png', 'webp']])
})

test('a refused file creates no asset', async () => {
  const taken = await fox()
  await send(taken, {}, 'owner')
  const refused = [
    await send(taken, {}, 'refused'),
    await send({ name: 'fox.png', bytes: Buffer.from('no picture') }, {}, 'refused'),
    await send({ name: 'fox.png', bytes: (await picture()).subarray(0, 20) }, {}, 'refused'),
    await send({ name: 'fox.png', bytes: Buffer.alloc(0) }, {}, 'refused'),
    await send(undefined, {}, 'refused')
  ]
  expect(refused.map(({ body }) => body.code)).toEqual(['bytes_taken', 'wrong_kind', 'unreadable', 'file_empty', 'no_file'])
  expect(await assetsOf('refused')).toEqual([])
})

test('errors in the fields are reported by field', async () => {
  const { status, body } = await send(await fox(), { title: ' ', category: 'sculpture' }, 'words')
  expect([status, body.fields]).toEqual([422, { title: 'Please enter a title.', category: 'Please select a category.' }])
  expect(await assetsOf('words')).toEqual([])
})

test('the id of another artist’s asset is not found', async () => {
  const asset_id = randomUUID()
  await send(await fox(), { asset_id }, 'first')
  const { status, body } = await send(await fox(), { asset_id }, 'second')
  expect([status, body.code]).toEqual([404, 'asset_not_found'])
  expect((await assetsOf('first'))[0]!.asset_files).toHaveLength(1)
})

test('an approved asset accepts no more files', async () => {
  const asset_id = randomUUID()
  await send(await fox(), { asset_id }, 'approved')
  await world.work()
  await (await world.as('admin'))(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
  const { status, body } = await send(await fox(), { asset_id }, 'approved')
  expect([status, body.code]).toEqual([409, 'files_are_final'])
})

test('artists can read the upload limits', async () => {
  expect(await (await world.as('employee'))(uploadLimits, {})).toMatchObject({ max_upload_mb: expect.any(Number), max_files: 20 })
})
