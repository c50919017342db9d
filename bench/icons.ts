/** npm run bench:icons. Measures the Iconify-compatible API on a set of 10,000 free icons, in one process. */
import { importAssets } from '#catalogue/server/index.ts'
import { namePackageIcons, type PackageSet } from '#icons/server/index.ts'
import { freshWorld } from '#tests/support/world.ts'

const ICONS = 10_000
const NAMES = 10_000
const SEARCHES = 300
const WORDS = 'arrow home user chart bar left right circle square star heart file cloud bell map phone'.split(' ')

/** A set of icons with names of two words and a number, and bodies of about 500 characters. */
function setOf(count: number): PackageSet {
  const d = 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18'.repeat(13)
  const name = (at: number) => `${WORDS[at % WORDS.length]}-${WORDS[(at * 7 + 3) % WORDS.length]}-${at}`
  const icons = Object.fromEntries(
    Array.from({ length: count }, (_, at) => [name(at), { body: `<path fill="currentColor" d="${d}${at}z"/>` }])
  )
  const info = { name: 'Bench', author: { name: 'Bench' }, license: { title: 'MIT' }, palette: false }
  return { prefix: 'bench', info, icons, width: 24, height: 24, lastModified: 1_700_000_000 }
}

const percentile = (times: readonly number[], share: number): number =>
  [...times].sort((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0

export async function measureIcons() {
  const world = await freshWorld()
  try {
    const set = setOf(ICONS)
    const { id: owner_id } = await world.person('employee', 'Library')
    const names = Object.keys(set.icons)
    for (let start = 0; start < names.length; start += 1000) {
      const part = names.slice(start, start + 1000)
      const rows = part.map((name) => ({
        ...{ source_key: `bench:${name}`, owner_id, title: name, description: '', category: 'icon' as const, tags: [], width: 24, height: 24 },
        ...{ svg: `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><!--${name}--></svg>`, license_title: 'MIT', license_spdx: 'MIT' },
        ...{ author_name: 'Bench', source: '@iconify/json', approved_at: world.now(), is_free: true }
      }))
      await importAssets(world.db, world.files, rows)
      await namePackageIcons(
        world.db,
        part.map((name) => ({ source_key: `bench:${name}`, set, name })),
        world.now()
      )
    }
    const timed = async (path: string) => {
      const started = performance.now()
      const { statusCode } = await world.app.inject({ url: `/iconify${path}` })
      if (statusCode !== 200) throw new Error(`${path.slice(0, 80)} answered ${statusCode}.`)
      return performance.now() - started
    }
    const several = async (times: number, pathOf: (time: number) => string) => {
      const measured: number[] = []
      for (let time = 0; time < times; time++) measured.push(await timed(pathOf(time)))
      return measured
    }
    const first_list = await timed('/collection?prefix=bench')
    const first_search = await timed('/search?query=home')
    const all = await several(20, () => `/bench.json?icons=${names.slice(0, NAMES).join(',')}`)
    const few = await several(200, (time) => `/bench.json?icons=${names.slice(time * 20, time * 20 + 20).join(',')}`)
    const list = await several(50, () => '/collection?prefix=bench')
    const search = await several(SEARCHES, (time) => `/search?query=${WORDS[time % WORDS.length]} ${WORDS[(time * 3) % WORDS.length]?.slice(0, (time % 4) + 1)}`)
    return {
      first_list_ms: first_list,
      first_search_ms: first_search,
      ten_thousand_icons_median_ms: percentile(all, 0.5),
      twenty_icons_p95_ms: percentile(few, 0.95),
      list_p95_ms: percentile(list, 0.95),
      search_p95_ms: percentile(search, 0.95)
    }
  } finally {
    await world.end()
  }
}
