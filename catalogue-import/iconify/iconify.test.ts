import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { gather } from '../artwork/artwork.ts'
import { freezeAnimations } from './freeze-animations.ts'
import { isInert } from './icon-set.ts'
import { iconifyArtwork } from './iconify.ts'
import { hasUnseparatedNames, splitName } from './split-names.ts'
import { titleOf } from './words.ts'

const author = { name: 'A. Uthor', url: 'https://example.test/author' }
const info = (name: string, more: object = {}) => ({
  name,
  total: 3,
  author,
  license: { title: 'MIT', spdx: 'MIT', url: 'https://example.test/mit' },
  ...more
})
const square = { body: '<path fill="currentColor" d="M0 0h10v10H0z"/>' }
const sets = {
  plain: {
    prefix: 'plain',
    info: info('Plain'),
    icons: {
      'chart-bar': square,
      trash: square,
      old: { ...square, hidden: true },
      bad: { body: '<script>alert(1)</script>' },
      flat: { ...square, height: 0 }
    },
    aliases: { rubbish: { parent: 'trash' }, turned: { parent: 'trash', rotate: 1 } },
    categories: { Office: ['chart-bar'] },
    width: 10,
    height: 20
  },
  brands: { prefix: 'brands', info: info('Brands', { category: 'Logos' }), icons: { easel: square } },
  faces: { prefix: 'faces', info: info('Faces', { category: 'Emoji', palette: true }), icons: { grin: square } },
  joined: { prefix: 'joined', info: info('Joined'), icons: { umbrellawithraindrops: square, cloudydownload: square } },
  colors: { prefix: 'colors', info: info('Colors', { palette: true }), icons: { paint: square } },
  titled: { prefix: 'titled', info: info('Titled', { license: { title: 'CC BY-NC-SA 4.0' } }), icons: { star: square } },
  rigid: { prefix: 'rigid', info: info('Rigid', { license: { title: 'CC BY-ND 4.0', spdx: 'CC-BY-ND-4.0' } }), icons: { star: square } },
  unsold: { prefix: 'unsold', info: info('Unsold', { license: { title: 'CC BY-NC 4.0', spdx: 'CC-BY-NC-4.0' } }), icons: { star: square } }
}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-iconify-'))
  await mkdir(join(folder, 'json'))
  for (const [prefix, set] of Object.entries(sets)) await writeFile(join(folder, 'json', `${prefix}.json`), JSON.stringify(set))
  await writeFile(
    join(folder, 'collections.json'),
    JSON.stringify(Object.fromEntries(Object.entries(sets).map(([prefix, set]) => [prefix, set.info])))
  )
})
afterAll(() => rm(folder, { recursive: true }))

const known = new Set(['add', 'cart', 'cloud', 'download', 'umbrella', 'with', 'rain', 'drops', 'off'])
const works = (range: { limit?: number; after?: string } = {}) => gather(iconifyArtwork({ folder, known, ...range }))
const keys = async (range?: { limit?: number; after?: string }) => (await works(range)).map(({ source_key }) => source_key)

test('every visible icon is imported once; hidden and active ones are not', async () => {
  expect((await keys()).toSorted()).toEqual([
    'brands:easel',
    'colors:paint',
    'faces:grin',
    'joined:cloudydownload',
    'joined:umbrellawithraindrops',
    'plain:chart-bar',
    'plain:trash'
  ])
})

test('icons that may not be sold are omitted', async () => {
  expect(await keys()).not.toContain('unsold:star')
})

test('a stopped run continues after its last icon', async () => {
  const all = await keys()
  for (let count = 1; count < all.length; count++) {
    const first = await keys({ limit: count })
    expect([...first, ...(await keys({ after: first.at(-1)! }))]).toEqual(all)
  }
})

test('continuing after an unknown set fails', async () => {
  await expect(keys({ after: 'nowhere:home' })).rejects.toThrow("no set 'nowhere'")
})

test('an icon keeps its license, author, other names, and shape', async () => {
  const all = await works()
  const trash = all.find(({ source_key }) => source_key === 'plain:trash')!
  expect(trash).toMatchObject({ title: 'Trash', category: 'icon', author, license: { title: 'MIT', spdx: 'MIT' } })
  expect(trash.tags).toEqual(expect.arrayContaining(['trash', 'bin', 'delete', 'rubbish']))
  expect(trash.tags).not.toContain('turned')
  expect(trash.svg).toContain('width="256" height="512" viewBox="0 0 10 20"')
  expect(trash.svg).not.toContain('currentColor')
  expect(all.find(({ source_key }) => source_key === 'plain:chart-bar')).toMatchObject({
    title: 'Bar chart',
    tags: expect.arrayContaining(['office', 'graph'])
  })
})

test('names without separators are split into known words; other names stay unchanged', async () => {
  const [cloudy, umbrella] = (await works())
    .filter(({ source_key }) => source_key.startsWith('joined:'))
    .toSorted((one, other) => (one.title < other.title ? -1 : 1))
  expect(cloudy!.title).toBe('Cloudydownload')
  expect(umbrella).toMatchObject({ title: 'Umbrella with rain drops', tags: expect.arrayContaining(['umbrella', 'rain', 'drops']) })
})

test.each([
  ['addtocart', 'add-to-cart'],
  ['clouddownload', 'cloud-download'],
  ['download', 'download'],
  ['todownload', 'todownload'],
  ['cloud2download', 'cloud2download'],
  ['offcart', 'off-cart']
])('%s is split into %s', (name, read) => {
  expect(splitName(name, known)).toBe(read)
})

test.each([
  ['access-time-20-filled', 'Access time filled'],
  ['access-time-24-regular', 'Access time'],
  ['baseline-home', 'Home'],
  ['number-24', 'Number 24'],
  ['arrow-left', 'Left arrow'],
  ['device-laptop', 'Laptop']
])('the icon %s has the title %s', (name, title) => {
  expect(titleOf(name)).toBe(title)
})

test('a set that separates words with dashes keeps its names', () => {
  expect(hasUnseparatedNames(['skateboarding', 'arrow-left'])).toBe(false)
  expect(hasUnseparatedNames(['addtocart', 'arrowleft'])).toBe(true)
})

test('the category is derived from the set', async () => {
  const categories = Object.fromEntries((await works()).map(({ source_key, category }) => [source_key, category]))
  expect(categories).toMatchObject({
    'brands:easel': 'logo',
    'faces:grin': 'illustration',
    'colors:paint': 'vector',
    'plain:trash': 'icon'
  })
})

test.each([
  [
    '<g><path stroke-dashoffset="8" d="M0 0"><animate fill="freeze" attributeName="stroke-dashoffset" values="8;0"/></path></g>',
    '<g><path d="M0 0" stroke-dashoffset="0"></path></g>'
  ],
  ['<circle r="0"><animate attributeName="r" values="0;2;0"/></circle>', '<circle r="2"></circle>'],
  ['<path d="M0 0"><animateTransform type="rotate" to="360"/></path>', '<path d="M0 0"></path>'],
  ['<path d="M0 0"/>', '<path d="M0 0"/>']
])('an animated drawing is frozen: %s', (moving, still) => {
  expect(freezeAnimations(moving)).toBe(still)
})

test.each([
  '<path onclick="x()"/>',
  '<image href="data:,"/>',
  '<use href="https://example.test/#a"/>',
  '<rect fill="url(https://example.test)"/>',
  '<style>@import "x"</style>',
  '<foreignObject/>',
  '<a href="#x"/>'
])('%s is not inert', (body) => {
  expect(isInert(body)).toBe(false)
})

test.each(['<use href="#a"/>', '<rect fill="url(#a)"/>', '<rect fill="url(&quot;#a&quot;)"/>', '<rect fill="url(\'#a\')"/>'])(
  '%s is inert',
  (body) => {
    expect(isInert(body)).toBe(true)
  }
)
