import { listArtists } from '#catalogue/artists.contract.ts'
import { listSitemap, listSitemapParts } from '#catalogue/contract.ts'
import { listFeaturedCollections } from '#catalogue/featured.contract.ts'
import { ARTISTS_LISTED_MAX, SITEMAP_PAGE_MAX } from '#catalogue/rules.ts'
import { LEGAL_DATES } from '#help/web/index.ts'
import type { Api } from '#platform/web/api.ts'
import { apiContext } from '#platform/web/page.ts'
import { siteOf } from '#platform/web/site.ts'
import { artistAddress } from '../artist.rules.ts'
import { FOOTER_PAGES, LEGAL_PAGES } from '../rules.ts'
import type { Route } from './+types/sitemap.ts'
import { type Entry, sitemapIndex, urlSet } from './sitemap-text.ts'

/** Assets per sitemap. The protocol allows 50,000 addresses; a larger catalogue gets a sitemap index. */
const MAX = 20_000

/** Serves /sitemap.xml and its parts (/sitemap.xml?part=1): pages, artists, and approved assets, oldest first, so that full parts never change. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const site = siteOf(context)
  const part = readPart(new URL(request.url))
  const parts = await api(listSitemapParts, { query: { page_size: MAX } })
  if (part === undefined && parts.length > 1) return xml(sitemapIndex(site.public_url, parts))
  if (part !== undefined && part > Math.max(1, parts.length)) throw notFound()
  const assets = await readAssets(api, part ?? 1)
  const entries = assets.map(({ id, approved_at, picture_url }) => ({ path: `/assets/${id}`, changed_at: approved_at, picture_url }))
  const others = (part ?? 1) === 1 ? await Promise.all([featuredEntries(api), readArtists(api)]) : []
  const pages = (part ?? 1) === 1 ? [...pageEntries(parts.at(-1)?.approved_at), ...others.flat()] : []
  return xml(urlSet(site.public_url, [...pages, ...entries]))
}

/** The API answers a part in several pages. */
async function readAssets(api: Api, part: number) {
  const pages = MAX / SITEMAP_PAGE_MAX
  const assets = []
  for (let page = (part - 1) * pages + 1; page <= part * pages; page += 1) {
    const found = await api(listSitemap, { query: { page, page_size: SITEMAP_PAGE_MAX } })
    assets.push(...found)
    if (found.length < SITEMAP_PAGE_MAX) break
  }
  return assets
}

/** With these, the first part has at most about 40,000 addresses. */
const ARTIST_PAGES = 4

async function readArtists(api: Api): Promise<Entry[]> {
  const entries: Entry[] = []
  let after: string | undefined
  for (let page = 1; page <= ARTIST_PAGES; page += 1) {
    const found = await api(listArtists, { query: { after } })
    entries.push(...found.map(({ id, changed_at }) => ({ path: artistAddress(id), changed_at })))
    after = found.at(-1)?.id
    if (found.length < ARTISTS_LISTED_MAX) break
  }
  return entries
}

function readPart({ searchParams }: URL): number | undefined {
  const part = searchParams.get('part')
  if (part === null) return undefined
  if (!/^[1-9]\d{0,4}$/.test(part)) throw notFound()
  return Number(part)
}

/** The home page changes with the newest asset, a legal text on the date it states. */
function pageEntries(newest: string | null | undefined): Entry[] {
  return [...FOOTER_PAGES, ...LEGAL_PAGES].map(({ to }) => ({ path: to, changed_at: to === '/' ? newest : LEGAL_DATES.get(to) }))
}

async function featuredEntries(api: Api): Promise<Entry[]> {
  const { items } = await api(listFeaturedCollections, { query: {} })
  return items.map(({ slug, updated_at }) => ({ path: `/featured/${slug}`, changed_at: updated_at }))
}

const notFound = () => new Response(null, { status: 404 })

const xml = (body: string) =>
  new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' } })
