import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { givenAsset } from '#tests/support/givens/catalogue.ts'
import { ALTERATIONS, type AlterationName, alter } from '#tests/support/image-magick.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { demoArtwork } from '../../../../catalogue-import/demo.ts'
import { analyzeImage } from '../previews/preview-tasks.ts'
import { updatePrints } from './picture-search.queries.ts'
import { findLike, isNear } from './picture-search.service.ts'
import { printsOfPicture } from './sent-picture-tasks.ts'

/** Works of every kind. `npm run bench:search -- pictures` measures 500. */
const WORKS = 36
const FIRST = 5
/** In gray, works that differ only in their colors are one picture. */
const MISSED_MAX: Partial<Record<AlterationName, number>> = { gray: 3 }

type Work = { id: string; picture: Buffer }

/** The first search starts the processes that read pictures. */
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let world: World
const works: Work[] = []
beforeAll(async () => {
  world = await freshWorld()
  for await (const { svg, title } of demoArtwork()) {
    const bytes = Buffer.from(svg)
    const { id, file_id } = await givenAsset(world, { title, file: { format: 'svg', bytes } })
    await updatePrints(world.db, [{ file_id, print: (await analyzeImage(bytes, 'svg')).print }])
    works.push({ id, picture: await sharp(bytes).resize(480, 480, { fit: 'inside' }).png().toBuffer() })
    if (works.length === WORKS) break
  }
})
afterAll(() => world.end())

const findCopy = async (copy: Buffer, format: 'png' | 'jpg' | 'webp') => findLike(world.db, await printsOfPicture(copy, format), 'on_sale')

describe.each(ALTERATIONS)('a copy that ImageMagick altered: %s', (alteration) => {
  const format = alteration === 'JPEG 40' ? 'jpg' : alteration === 'WEBP' ? 'webp' : 'png'

  test('finds its original among the first five', async () => {
    const missed: number[] = []
    for (const [place, { id, picture }] of works.entries()) {
      const found = await findCopy(await alter(picture, alteration), format)
      if (!found.slice(0, FIRST).some(({ asset_id }) => asset_id === id)) missed.push(place)
    }
    expect(missed.slice(MISSED_MAX[alteration] ?? 0)).toEqual([])
  })
})

test('a copy in another size looks nearly the same as its original, and different from nearly all other works', async () => {
  const near: number[] = []
  for (const { id, picture } of works) {
    const found = (await findCopy(await alter(picture, 'resized'), 'png')).filter(isNear)
    expect(found[0]?.asset_id).toBe(id)
    near.push(found.length - 1)
  }
  expect(near.filter((others) => others > 0).length).toBeLessThan(WORKS / 6)
})
