import autocannon from 'autocannon'
import { THINGS } from './catalogue.ts'

export type Percentiles = { p50_ms: number; p99_ms: number }
export type LoadFigures = { per_second: number; failed: number; pages: Percentiles; searches: Percentiles }
export type Addresses = { pages: string[]; searches: string[] }
type Rate = { url: string; headers: Readonly<Record<string, string>>; paths: Addresses; per_second: number; seconds: number }
type Listed = { id: string; files: { preview_urls: Record<string, string> | null }[] }

const CONNECTIONS = 40
const SEARCH_SHARE = 0.1

/** What visitors look at. Of ten addresses, two are the home page, one a category, two assets, and four previews; one more is a search. */
export async function addressesOf(app_url: string): Promise<Addresses> {
  const assets: Listed[] = await (await fetch(`${app_url}/api/assets?page_size=50`)).json()
  const previews = assets.flatMap(({ files }) => files.flatMap(({ preview_urls }) => preview_urls?.['320'] ?? []))
  const pages = assets.flatMap(({ id }, index) => {
    const preview = (place: number) => previews[(index * 4 + place) % previews.length] ?? '/'
    const category = `/?category=${['icon', 'logo', 'vector', 'background', 'illustration'][index % 5]}`
    const other = assets[(index + 25) % assets.length]?.id ?? id
    return ['/', preview(0), `/assets/${id}`, preview(1), category, preview(2), '/', preview(3), `/assets/${other}`]
  })
  return { pages, searches: THINGS.map((thing) => `/?search=${thing}`) }
}

/** Sends requests at the rate, whether or not the ones before were answered. What waits because of that counts as latency. */
export async function sendAtRate({ url, headers, paths, per_second, seconds }: Rate): Promise<LoadFigures> {
  const run = (addresses: readonly string[], share: number) =>
    autocannon({
      url,
      headers,
      connections: Math.max(2, Math.round(CONNECTIONS * share)),
      overallRate: Math.round(per_second * share),
      duration: seconds,
      requests: addresses.map((path) => ({ path }))
    })
  const [pages, searches] = await Promise.all([run(paths.pages, 1 - SEARCH_SHARE), run(paths.searches, SEARCH_SHARE)])
  const all = [pages, searches]
  const sum = (of: (result: autocannon.Result) => number) => all.reduce((total, result) => total + of(result), 0)
  return {
    per_second: sum((result) => result['2xx']) / seconds,
    failed: sum(({ non2xx, errors }) => non2xx + errors),
    pages: { p50_ms: pages.latency.p50, p99_ms: pages.latency.p99 },
    searches: { p50_ms: searches.latency.p50, p99_ms: searches.latency.p99 }
  }
}
