import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { IconifyJSON } from '@iconify/types'
import { getIcons } from '@iconify/utils/lib/icon-set/get-icons'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importAssets } from '#catalogue/server/index.ts'
import { startIconifyApi } from '#tests/support/servers/iconify-api.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { namePackageIcons } from './index.ts'
import type { PackageSet } from './naming/package-icons.service.ts'

const { resolve } = createRequire(import.meta.url)
const readJson = async <Shape>(file: string): Promise<Shape> => JSON.parse(await readFile(resolve(file), 'utf8')) as Shape

/** Icons, aliases of some of them, other sizes, and names that a search must tell apart. */
const SETS = { tabler: 900, ph: 600, 'flat-color-icons': 200, logos: 150 } as const

let world: World
let sets: PackageSet[]
let reference: Awaited<ReturnType<typeof startIconifyApi>>

beforeAll(async () => {
  world = await freshWorld()
  sets = await Promise.all(Object.entries(SETS).map(([prefix, count]) => readSet(prefix, count)))
  for (const set of sets) await importFree(set)
  reference = await startIconifyApi(sets.map((set) => set as IconifyJSON))
}, 120_000)
afterAll(async () => {
  await reference?.stop()
  await world?.end()
})

/** A part of a set that is large enough to search, with its aliases, and with categories for a third of its icons. */
async function readSet(prefix: string, count: number): Promise<PackageSet> {
  const whole = await readJson<IconifyJSON>(`@iconify-json/${prefix}/icons.json`)
  const info = await readJson<IconifyJSON['info'] & { samples?: string[] }>(`@iconify-json/${prefix}/info.json`)
  const metadata = await readJson<Partial<IconifyJSON>>(`@iconify-json/${prefix}/metadata.json`)
  // The import leaves out what the set no longer shows.
  const all = Object.keys(whole.icons).filter((name) => !whole.icons[name]?.hidden)
  const parents = Object.values(whole.aliases ?? {}).map(({ parent }) => parent)
  const names = [
    ...new Set([...parents.filter((name) => all.includes(name)).slice(0, 40), ...all.filter((_, at) => at % 5 === 0).slice(0, count)])
  ]
  const kept = new Set(names)
  const aliases = Object.entries(whole.aliases ?? {}).flatMap(([alias, { parent }]) => (kept.has(parent) ? [alias] : []))
  const part = getIcons(whole, [...all.filter((name) => kept.has(name)), ...aliases])!
  const categories = { Things: names.filter((_, at) => at % 3 === 0), Empty: ['no-such-icon'] }
  const samples = info.samples?.filter((name) => kept.has(name))
  return {
    categories,
    ...metadata,
    ...part,
    lastModified: whole.lastModified,
    info: { ...info, samples: samples?.length ? samples : all.filter((name) => kept.has(name)).slice(0, 6) }
  } as PackageSet
}

async function importFree(set: PackageSet): Promise<void> {
  const owner = await world.person('employee', 'Open Library')
  const names = Object.keys(set.icons)
  const rows = names.map((name) => ({
    ...{ source_key: `${set.prefix}:${name}`, owner_id: owner.id, title: name, description: '', category: 'icon' as const, tags: [] },
    ...{
      svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h1z"/><!--${set.prefix} ${name}--></svg>`,
      width: 9,
      height: 9
    },
    ...{ license_title: 'MIT', license_spdx: 'MIT', author_name: 'A', source: '@iconify/json', approved_at: world.now(), is_free: true }
  }))
  for (let start = 0; start < rows.length; start += 500) await importAssets(world.db, world.files, rows.slice(start, start + 500))
  await namePackageIcons(
    world.db,
    names.map((name) => ({ source_key: `${set.prefix}:${name}`, set, name })),
    world.now()
  )
}

const ours = (path: string) => world.app.inject({ url: `/iconify${path}` })
const theirs = (path: string) => fetch(`${reference.url}${path}`)

async function bothJson(path: string): Promise<[unknown, unknown]> {
  const [mine, other] = [await ours(path), await theirs(path)]
  expect(mine.headers['access-control-allow-origin']).toBe('*')
  return [JSON.parse(mine.body), await other.json()]
}

async function bothText(path: string): Promise<[string, string]> {
  const [mine, other] = [await ours(path), await theirs(path)]
  expect(mine.headers['content-type']).toBe(other.headers.get('content-type'))
  return [mine.body, await other.text()]
}

const firstOf = (prefix: string, count: number): string[] => Object.keys(sets.find((set) => set.prefix === prefix)!.icons).slice(0, count)
const aliasesOf = (prefix: string): string[] => Object.keys(sets.find((set) => set.prefix === prefix)!.aliases ?? {}).slice(0, 20)

test.each(Object.keys(SETS))('icons of %s are the package’s own, with aliases and what is not found', async (prefix) => {
  for (const names of [
    firstOf(prefix, 1),
    firstOf(prefix, 100),
    [...firstOf(prefix, 3), 'no-such-icon'],
    aliasesOf(prefix),
    ['no-such-icon', 'nor-this']
  ]) {
    if (names.length === 0) continue
    const [mine, other] = await bothJson(`/${prefix}.json?icons=${names.join(',')}`)
    expect(mine).toEqual(other)
  }
})

test('what is no set, and a call without names, is 404 with the body 404', async () => {
  for (const path of ['/no-such-set.json?icons=home', '/tabler.json']) {
    const [mine, other] = await bothJson(path)
    expect(mine).toBe(404)
    expect(other).toBe(404)
  }
})

const SVGS = [
  '',
  '?height=24',
  '?width=1em&height=none',
  '?height=auto',
  '?color=red',
  '?color=%23ff8800',
  '?rotate=90deg',
  '?rotate=1',
  '?flip=horizontal',
  '?flip=horizontal,vertical&rotate=270deg',
  '?box=1',
  '?download=1',
  '?height=2em&color=rgb(1,2,3)'
]
test.each(SVGS)('an SVG with the parameters "%s" is the same', async (parameters) => {
  for (const prefix of Object.keys(SETS))
    for (const name of [...firstOf(prefix, 4), ...aliasesOf(prefix).slice(0, 3)]) {
      const [mine, other] = await bothText(`/${prefix}/${name}.svg${parameters}`)
      expect(mine).toBe(other)
    }
})

test('an unknown icon has no SVG', async () => {
  expect((await ours('/tabler/no-such-icon.svg')).statusCode).toBe(404)
  expect((await theirs('/tabler/no-such-icon.svg')).status).toBe(404)
})

const STYLES = [
  '',
  '&format=compact',
  '&format=compressed&mode=bg',
  '&mode=mask&var=glyph',
  '&var=null',
  '&color=blue',
  '&square=1',
  '&square=0',
  '&pseudo=true&selector=.i-{prefix}-{name}',
  '&selector=.i-{name}&common=.i&override=.i.i-{name}',
  '&common=.x'
]
test.each(STYLES)('a style sheet with the parameters "%s" is the same', async (parameters) => {
  for (const prefix of Object.keys(SETS)) {
    const [mine, other] = await bothText(
      `/${prefix}.css?icons=${[...firstOf(prefix, 3), ...aliasesOf(prefix).slice(0, 2), 'no-such-icon'].join(',')}${parameters}`
    )
    expect(mine).toBe(other)
  }
})

test.each(['?', '?prefix=tabler', '?prefixes=flat-,ph', '?prefix=no-such-set'])('the sets for "%s" are the same', async (parameters) => {
  for (const path of ['/collections', '/last-modified']) {
    const [mine, other] = await bothJson(`${path}${parameters}`)
    expect(mine).toEqual(other)
  }
})

test.each(Object.keys(SETS))('the list of the icons in %s is the same', async (prefix) => {
  for (const parameters of ['', '&info=1', '&aliases=1&pretty=1']) {
    const [mine, other] = await bothJson(`/collection?prefix=${prefix}${parameters}`)
    expect(mine).toEqual(other)
  }
})

const SEARCHES = [
  'home',
  'arrow',
  'arrow left',
  'ar',
  'a',
  'chart-bar',
  'tabler:arrow',
  'ph arrow',
  'ph-arrow',
  'prefix:ph arrow',
  'prefixes=tabler,ph circle',
  'tab*:arrow',
  'circle palette=false',
  'palette:true book',
  'style:fill arrow',
  'stroke=true arrow',
  'fill:true square',
  'up load',
  'zzzz',
  'arrow-',
  '-left',
  'bold',
  'brand',
  'x y z',
  'arrow left right',
  'ph:',
  'a:b:c',
  'a=b',
  'book open',
  'google',
  'flat-color-icons arrow',
  'off',
  'down-left'
]
test.each(SEARCHES)('a search for "%s" finds the same icons in the same order', async (query) => {
  for (const parameters of [
    '',
    '&limit=32',
    '&limit=999',
    '&min=40',
    '&limit=120&start=20',
    '&prefix=tabler',
    '&prefixes=flat-,logos',
    '&category=UI 24px',
    '&similar=0'
  ]) {
    const [mine, other] = await bothJson(`/search?query=${encodeURIComponent(query)}${parameters}`)
    expect(mine).toEqual(other)
  }
})

test.each(['/search', '/search?query=', '/search?query=home&limit=x', '/search?query=home&start=70', '/keywords', '/keywords?x=1'])(
  '%s is refused with 400',
  async (path) => {
    expect((await ours(path)).statusCode).toBe(400)
    expect((await theirs(path)).status).toBe(400)
  }
)

test.each([
  'prefix=arr',
  'keyword=arr',
  'keyword=row',
  'prefix=arrow-le',
  'keyword=no-such',
  'prefix=a',
  'prefix=Home ',
  'keyword=!',
  'keyword=arrow'
])('the keywords for "%s" are the same', async (parameters) => {
  const [mine, other] = await bothJson(`/keywords?${parameters}`)
  expect(mine).toEqual(other)
})
