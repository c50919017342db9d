/** One address of a sitemap. Dates are ISO 8601 dates or instants. */
export type Entry = { path: string; changed_at?: string | null | undefined; picture_url?: string | null }

const SITEMAP = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1'

export function urlSet(public_url: string, entries: readonly Entry[]): string {
  const lines = entries.map(
    ({ path, changed_at, picture_url }) =>
      `<url><loc>${public_url}${path}</loc>${lastmod(changed_at)}${image(public_url, picture_url)}</url>`
  )
  return document(`<urlset xmlns="${SITEMAP}" xmlns:image="${IMAGES}">${lines.join('\n')}</urlset>`)
}

export function sitemapIndex(public_url: string, parts: readonly { part: number; approved_at: string | null }[]): string {
  const lines = parts.map(
    ({ part, approved_at }) => `<sitemap><loc>${public_url}/sitemap.xml?part=${part}</loc>${lastmod(approved_at)}</sitemap>`
  )
  return document(`<sitemapindex xmlns="${SITEMAP}">${lines.join('\n')}</sitemapindex>`)
}

const document = (body: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${body}\n`

const lastmod = (iso: string | null | undefined): string => (iso ? `<lastmod>${iso.slice(0, 10)}</lastmod>` : '')

const image = (public_url: string, path: string | null | undefined): string =>
  path ? `<image:image><image:loc>${public_url}${path}</image:loc></image:image>` : ''
