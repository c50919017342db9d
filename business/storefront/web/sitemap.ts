import { listSitemap } from '#catalogue/contract.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { FOOTER_PAGES, LEGAL_PAGES } from '../rules.ts'
import type { Route } from './+types/sitemap.ts'

/** A sitemap holds at most 50 000 addresses; beyond this many assets it is an index of several. */
const MOST = 20_000
const XMLNS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

/** /sitemap.xml, and its parts as /sitemap.xml?part=1: pages and approved assets. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const asked = new URL(request.url).searchParams.get('part')
  const part = Number(asked ?? 1)
  if (!Number.isInteger(part) || part < 1 || part > 1000) throw new Response(null, { status: 404 })
  const { public_url } = context.get(requestContext)
  const { body: assets, total } = await context.get(apiContext).withTotal(listSitemap, { query: { page: part, page_size: MOST } })
  if (asked === null && total > MOST) return xml(indexOf(public_url, Math.ceil(total / MOST)))
  const pages = part === 1 ? [...FOOTER_PAGES, ...LEGAL_PAGES].map(({ to }) => `<url><loc>${public_url}${to}</loc></url>`) : []
  const entries = assets.map(
    ({ id, approved_at }) => `<url><loc>${public_url}/assets/${id}</loc><lastmod>${approved_at.slice(0, 10)}</lastmod></url>`
  )
  return xml(`<urlset xmlns="${XMLNS}">${[...pages, ...entries].join('\n')}</urlset>`)
}

const indexOf = (public_url: string, parts: number): string =>
  `<sitemapindex xmlns="${XMLNS}">${Array.from({ length: parts }, (_, part) => `<sitemap><loc>${public_url}/sitemap.xml?part=${part + 1}</loc></sitemap>`).join('\n')}</sitemapindex>`

const xml = (body: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`, {
    headers: { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=3600' }
  })
