import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyAsset, sendUpload } from '#tests/support/givens/submissions.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { uploadProgress } from '../contract.ts'

const IMAGES = join(import.meta.dirname, '../../../../shared/data/images')
const suite = globSync(join(IMAGES, 'pngsuite/*.png'))
/** Upright, upside down, and turned either way; the suite has more, at two seconds each. */
const turned = globSync(join(IMAGES, 'exif-orientation/*_[1368].jpg'))
if (!existsSync(IMAGES)) console.log('The pictures of ../shared/data are not here: their tests are skipped.')

let world: World
let token: string
beforeAll(async () => {
  world = await freshWorld()
  token = (await world.person('employee')).token
})
afterAll(() => world.end())

/** What became of each file: uploaded to an asset of its own, then all processed. */
async function outcomes(paths: string[]) {
  const sent = []
  for (const path of paths) {
    const file = { name: basename(path), bytes: readFileSync(path) }
    sent.push({ name: file.name, ...(await sendUpload(world, token, { asset_id: await emptyAsset(world) }, file)) })
  }
  await world.work()
  const artist = await world.as('employee')
  return Promise.all(
    sent.map(async ({ name, status, body }) => ({
      name,
      status,
      file: status === 200 ? await artist(uploadProgress, { params: { file_id: body.id } }) : undefined
    }))
  )
}

describe.skipIf(suite.length === 0)('PngSuite', () => {
  const isDamaged = (path: string) => basename(path).startsWith('x')

  test('every valid picture becomes ready with previews', { timeout: 120_000 }, async () => {
    const results = await outcomes(suite.filter((path) => !isDamaged(path)))
    // Two files of the suite can hold the same bytes: the second is refused.
    const troubled = results.filter(({ status, file }) => status !== 409 && !(file?.status === 'ready' && file.preview_urls))
    expect(troubled).toEqual([])
    expect(results.filter(({ status }) => status === 200).length).toBeGreaterThan(140)
  })

  test('every damaged one is refused, or fails with a reason', { timeout: 60_000 }, async () => {
    const results = await outcomes(suite.filter(isDamaged))
    expect(results.length).toBeGreaterThan(5)
    const accepted = results.filter(({ status, file }) => ![415, 422].includes(status) && !(file?.status === 'failed' && file.failure))
    expect(accepted).toEqual([])
  })
})

test.skipIf(turned.length === 0)('a photo that is stored turned is measured the way up it is shown', { timeout: 60_000 }, async () => {
  for (const { name, file } of await outcomes(turned)) {
    const [width = 0, height = 0] = (file?.resolution ?? '').split('x').map(Number)
    expect([name, width > height]).toEqual([name, name.startsWith('Landscape')])
  }
})
