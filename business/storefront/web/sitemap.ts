import { listSitemap, listSitemapParts } from '#catalogue/contract.ts'
import { legalDates } from '#help/web/index.ts'
import { apiContext } from '#platform/web/page.ts'
import { type Site, siteOf } from '#platform/web/site.ts'
import { FOOTER_PAGES, LEGAL_PAGES } from '../rules.ts'
import type { Route } from './+types/sitemap.ts'
import { type Entry, sitemapIndex, urlSet } from './sitemap-text.ts'

/** A sitemap holds at most 50 000 addresses; beyond this many assets it is an index of several. */
const MOST = 20_000

/** /sitemap.xml, and its parts as /sitemap.xml?part=1: pages and approved assets, the oldest first, so that a full part stays as it is. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const site = siteOf(context)
  const part = readPart(new URL(request.url))
  const parts = await api(listSitemapParts, { query: { page_size: MOST } })
  if (part === undefined && parts.length > 1) return xml(sitemapIndex(site.public_url, parts))
  if (part !== undefined && part > Math.max(1, parts.length)) throw notThere()
  const assets = await api(listSitemap, { query: { page: part ?? 1, page_size: MOST } })
  const entries = assets.map(({ id, approved_at, picture_url }) => ({ path: `/assets/${id}`, changed_at: approved_at, picture_url }))
  const pages = (part ?? 1) === 1 ? pageEntries(site, parts.at(-1)?.approved_at) : []
  return xml(urlSet(site.public_url, [...pages, ...entries]))
}

function readPart({ searchParams }: URL): number | undefined {
  const asked = searchParams.get('part')
  if (asked === null) return undefined
  if (!/^[1-9]\d{0,4}$/.test(asked)) throw notThere()
  return Number(asked)
}

/** The home page changes with the newest asset, a legal text on its own day. */
function pageEntries(site: Site, newest: string | null | undefined): Entry[] {
  const days = legalDates(site)
  return [...FOOTER_PAGES, ...LEGAL_PAGES].map(({ to }) => ({ path: to, changed_at: to === '/' ? newest : days.get(to) }))
}

const notThere = () => new Response(null, { status: 404 })

const xml = (body: string) =>
  new Response(body, { headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' } })
