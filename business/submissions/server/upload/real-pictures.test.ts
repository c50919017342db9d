import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataFiles } from '#tests/support/data.ts'
import { emptyAsset, picture, sendUpload } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { ownAsset, uploadProgress } from '../../contract.ts'
import { processFile } from './process-file.service.ts'

const suite = dataFiles('images/pngsuite/*.png')
const isCorrupt = (path: string) => basename(path).startsWith('x')
const turned = dataFiles('images/exif-orientation/*.jpg')

let world: World
let token: string
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
})
afterAll(() => world.end())

type Named = { name: string; bytes: Buffer }
const read = (path: string): Named => ({ name: basename(path), bytes: readFileSync(path) })

async function upload(file: Named) {
  const asset_id = await emptyAsset(world)
  return { name: file.name, asset_id, ...(await sendUpload(world, token, { asset_id }, file)) }
}

/** Processes a file without the jobs that would follow, such as the AVIF previews. */
async function processed(file_id: string) {
  const ctx = world.ctx()
  await processFile({ ...ctx, ports: { ...ctx.ports, jobs: { ...ctx.ports.jobs, send: async () => {} } } }, file_id)
  return (await world.as('employee'))(uploadProgress, { params: { file_id } })
}

/** Maps with two calls running at the same time. */
async function inPairs<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < items.length; at += 2) results.push(...(await Promise.all(items.slice(at, at + 2).map(work))))
  return results
}

test('the pictures are in the repository', () => {
  expect(suite.filter(isCorrupt)).toHaveLength(14)
  expect(suite.length).toBeGreaterThan(160)
  expect(turned).toHaveLength(18)
})

describe('PngSuite', () => {
  test('every valid picture is measured at upload and becomes ready with previews', { timeout: 120_000 }, async () => {
    const valid = suite.filter((path) => !isCorrupt(path)).map(read)
    const results = await inPairs(valid, async (file) => {
      const { status, body } = await upload(file)
      // Some files of the suite hold the same bytes; the second is refused.
      if (status !== 200) return { name: file.name, status }
      const { status: state, resolution, preview_urls } = await processed(body.id)
      const isSame = body.resolution !== null && body.resolution === resolution
      return { name: file.name, status, ok: state === 'ready' && preview_urls !== null && isSame }
    })
    expect(results.filter(({ status, ok }) => !(status === 409 || ok))).toEqual([])
    expect(results.filter(({ ok }) => ok).length).toBeGreaterThan(140)
  })

  test('only the corrupt pictures are refused at upload', { timeout: 60_000 }, async () => {
    const results = await inPairs(suite.filter(isCorrupt).map(read), upload)
    for (const { name, status, body, asset_id } of results) {
      expect([name, [415, 422].includes(status)]).toEqual([name, true])
      expect([name, body.fields?.['file']]).toEqual([name, body.error])
      const { asset_files } = await (await world.as('employee'))(ownAsset, { params: { asset_id } })
      expect([name, asset_files]).toEqual([name, []])
    }
  })
})

test('a photo with an EXIF orientation is measured upright at upload and by the later processing', { timeout: 60_000 }, async () => {
  const results = await inPairs(turned.map(read), upload)
  for (const { name, body } of results) {
    const [width = 0, height = 0] = (body.resolution ?? '').split('x').map(Number)
    expect([name, width > height]).toEqual([name, name.startsWith('Landscape')])
  }
  // Processing takes seconds per picture, so one picture per orientation is enough.
  const some = results.filter(({ name }) => /_[1368]\.jpg$/.test(name))
  expect(some).toHaveLength(8)
  for (const { name, body } of some) expect([name, (await processed(body.id)).resolution]).toEqual([name, body.resolution])
})

describe.each(['png', 'jpg', 'webp'] as const)('a truncated %s', (format) => {
  const options = { width: 600, height: 400, channels: 3, background: '#346', noise: { type: 'gaussian', mean: 128, sigma: 40 } } as const

  test.each([0.5, 0.95])('cut to %d of its bytes is refused at upload', async (share) => {
    const photo = await sharp({ create: options })
      .toFormat(format === 'jpg' ? 'jpeg' : format)
      .toBuffer()
    for (const whole of [photo, await picture(format)]) {
      const file = { name: `cut.${format}`, bytes: whole.subarray(0, Math.floor(whole.length * share)) }
      const { status, body, asset_id } = await upload(file)
      expect([status, body.code, body.fields?.['file']]).toEqual([422, 'unreadable', body.error])
      const { asset_files } = await (await world.as('employee'))(ownAsset, { params: { asset_id } })
      expect(asset_files).toEqual([])
    }
  })
})
