import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { drawing, emptyAsset, sendUpload } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { cleanSvgsAgain } from './clean-svg-again.ts'
import { SVG_CLEANER_VERSION } from './clean-svg-words.ts'
import { cleanSvgAside } from './svg-cleaner.ts'

vi.mock('./svg-cleaner.ts', async (original) => {
  const { cleanSvgAside } = await original<typeof import('./svg-cleaner.ts')>()
  return { cleanSvgAside: vi.fn(cleanSvgAside) }
})

const HOSTILE = drawing('<rect mask="u\\72l(https://evil.example/#a)" width="9" height="9"/>')

let world: World
let token: string
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
  // The first upload starts the processes that clean, draw, and check.
  await sendUpload(world, token, { asset_id: await emptyAsset(world) }, { name: 'first.svg', bytes: drawing() })
  await world.work()
})
afterAll(() => world.end())

const COLUMNS = ['id', 'status', 'bytes', 'sha256', 'original_key', 'cleaner_version', 'cleaned_sha256'] as const
const rowOf = (id: string) => world.db.selectFrom('catalogue.asset_file').select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow()

/** Uploads an SVG and puts these bytes in its place, as if a version of the cleaner from before had let them through. */
async function storedSvg(bytes: Buffer) {
  const { status, body } = await sendUpload(world, token, { asset_id: await emptyAsset(world) }, { name: 'a.svg', bytes: drawing() })
  expect(status).toBe(200)
  await world.work()
  const { original_key } = await rowOf(body.id)
  await world.files.put(original_key, bytes, 'image/svg+xml')
  await sql`update catalogue.asset_file set cleaner_version = 0, bytes = ${bytes.length} where id = ${body.id}`.execute(world.db)
  return rowOf(body.id)
}

test('a stored SVG from before is cleaned again under another key, and its previews stay', async () => {
  const before = await storedSvg(HOSTILE)
  await cleanSvgsAgain(world.ctx())
  const after = await rowOf(before.id)
  expect(after).toMatchObject({ cleaner_version: SVG_CLEANER_VERSION, status: 'ready', sha256: before.sha256 })
  const bytes = await world.files.bytes(after.original_key)
  expect([bytes.length, after.original_key === before.original_key]).toEqual([after.bytes, false])
  expect(bytes.toString()).not.toMatch(/evil|mask/)
  expect(bytes.toString()).toContain('<path d="M2 2h20v20H2z" fill="#00b4d8"/>')
})

test('uploading the cleaned bytes again finds the same file', async () => {
  const before = await storedSvg(HOSTILE)
  await cleanSvgsAgain(world.ctx())
  const { original_key } = await rowOf(before.id)
  const other = await world.person('employee', 'other')
  const asset_id = await emptyAsset(world, { artist: 'other' })
  const { status } = await sendUpload(world, other.token, { asset_id }, { name: 'b.svg', bytes: await world.files.bytes(original_key) })
  expect(status).toBe(409)
})

test('an SVG that is clean already only gets the version', async () => {
  const before = await storedSvg(drawing())
  const { bytes } = await rowOf(before.id)
  await cleanSvgsAgain(world.ctx())
  expect(await rowOf(before.id)).toMatchObject({ cleaner_version: SVG_CLEANER_VERSION, original_key: before.original_key, bytes })
})

test('a file that the cleaner does not answer about stays with its licensees, and the next run cleans it', async () => {
  const { id } = await storedSvg(HOSTILE)
  vi.mocked(cleanSvgAside).mockResolvedValueOnce({ ok: false, reason: 'unanswered' })
  await cleanSvgsAgain(world.ctx())
  expect(await rowOf(id)).toMatchObject({ status: 'ready', cleaner_version: 0 })
  await cleanSvgsAgain(world.ctx())
  expect(await rowOf(id)).toMatchObject({ status: 'ready', cleaner_version: SVG_CLEANER_VERSION })
})

test('a run ends when the cleaner does not answer three times in a row, and no file is lost', async () => {
  const files = []
  for (let nth = 0; nth < 4; nth += 1) files.push(await storedSvg(drawing(`<rect width="${nth + 1}" height="9"/>`)))
  const calls = vi.mocked(cleanSvgAside).mock.calls.length
  for (let nth = 0; nth < 3; nth += 1) vi.mocked(cleanSvgAside).mockResolvedValueOnce({ ok: false, reason: 'unanswered' })
  await expect(cleanSvgsAgain(world.ctx())).rejects.toThrow('did not answer 3 times')
  expect(vi.mocked(cleanSvgAside).mock.calls.length - calls).toBe(3)
  for (const { id } of files) expect((await rowOf(id)).status).toBe('ready')
})

test('a new upload needs no second cleaning', async () => {
  const { body } = await sendUpload(world, token, { asset_id: await emptyAsset(world) }, { name: 'a.svg', bytes: drawing() })
  expect((await rowOf(body.id)).cleaner_version).toBe(SVG_CLEANER_VERSION)
})
