import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { DEMO_COLLECTIONS } from '#processes/seed/demo-collections.ts'
import { FATES } from '#processes/seed/seed-artist.ts'
import { type Artwork, CATEGORIES, gather } from './artwork/artwork.ts'
import { demoArtwork } from './demo.ts'
import { isInert } from './iconify/icon-set.ts'

let works: Artwork[]
beforeAll(async () => {
  works = await gather(demoArtwork())
})

test('the demo has many assets of every category', () => {
  expect(works.length).toBeGreaterThanOrEqual(600)
  const least = { icon: 150, vector: 100, background: 60, illustration: 100, logo: 50 }
  for (const category of CATEGORIES)
    expect(works.filter((work) => work.category === category).length).toBeGreaterThanOrEqual(least[category])
})

test('the first page of the catalogue has all categories', () => {
  expect(new Set(works.slice(-12).map(({ category }) => category)).size).toBe(CATEGORIES.length)
})

test('each artwork appears once, with a unique title', () => {
  expect(new Set(works.map(({ source_key }) => source_key)).size).toBe(works.length)
  expect(new Set(works.map(({ svg }) => svg)).size).toBe(works.length)
  expect(new Set(works.map(({ title }) => title)).size).toBeGreaterThan(works.length * 0.99)
})

test('titles, descriptions, and tags are within the limits of the catalogue', () => {
  for (const { title, description, tags } of works) {
    expect(title).toMatch(/^\S.{0,158}\S$/)
    expect(description.length).toBeLessThanOrEqual(2000)
    expect(tags.length).toBeGreaterThanOrEqual(1)
    expect(tags.length).toBeLessThanOrEqual(12)
    expect(tags).toEqual([...new Set(tags.map((tag) => tag.trim().toLowerCase()))])
  }
})

test('each artwork names its license, its author, and its package', () => {
  const sellable = ['MIT', 'Apache-2.0', 'CC0-1.0']
  for (const { license, author, source } of works) {
    expect(sellable).toContain(license.spdx)
    expect(license.title).not.toBe('')
    expect(author.name).not.toBe('')
    expect(source).not.toBe('')
  }
})

test('no artwork has scripts or external references', () => {
  expect(works.filter(({ svg }) => !isInert(svg)).map(({ source_key }) => source_key)).toEqual([])
})

test('every artwork renders in its stated size and is not blank', { timeout: 60_000 }, async () => {
  for (const { svg, source_key } of works) {
    const picture = sharp(Buffer.from(svg), { failOn: 'warning' })
    const { width, height } = await picture.metadata()
    expect(svg, source_key).toContain(`width="${width}" height="${height}"`)
    const { channels } = await sharp(await picture.resize(64, 64, { fit: 'inside' }).png().toBuffer()).stats()
    expect(Math.max(...channels.map(({ stdev }) => stdev)), source_key).toBeGreaterThan(2)
  }
})

test('the artwork is the same on every run', async () => {
  const again = await gather(demoArtwork())
  expect(again.map(({ svg }) => svg)).toEqual(works.map(({ svg }) => svg))
})

test('every work of the demo’s collections exists, once, and is on sale from the start', () => {
  // The demo's artist submits the newest of our own works, and an admin rejects one of them.
  const offered = works.filter(({ source_key }) => source_key.startsWith('easel:')).slice(-FATES.length)
  const onSale = new Set(works.filter((work) => !offered.includes(work)).map(({ source_key }) => source_key))
  for (const { source_keys, title } of DEMO_COLLECTIONS) {
    expect(
      source_keys.filter((key) => !onSale.has(key)),
      title
    ).toEqual([])
    expect(new Set(source_keys).size, title).toBe(source_keys.length)
  }
})

test.each([
  ['gear', 'ph:gear-duotone'],
  ['bin', 'tabler:trash'],
  ['bunny', 'fluent-emoji-flat:rabbit'],
  ['fruit', 'noto:lemon'],
  ['wallpaper', 'easel:waves-ocean']
])('searching for "%s" finds %s', (word, key) => {
  expect(works.find(({ source_key }) => source_key === key)?.tags).toContain(word)
})
