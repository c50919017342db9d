import type { MetaDescriptor } from 'react-router'
import { categoryLabel } from '#catalogue/rules.ts'
import { NOT_INDEXED, OWN_PICTURE, publicMeta, type Site } from '#platform/web/site.ts'

/** What a list may be asked for: searching, and filters beside the category, make lists without number. */
type Asked = { category: string; page: number } & Record<string, unknown>

/** What search engines and shared links show of the home page, a category and their further pages. */
export function homeMeta(query: Asked | undefined, site: Site | undefined): MetaDescriptor[] {
  const { category, page, ...others } = query ?? { category: '', page: 1 }
  const kind = category ? `${categoryLabel(category)} assets` : 'Icons, vectors, backgrounds and illustrations'
  const facts = {
    path: addressOf(category, page),
    title: page > 1 ? `${kind}, page ${page}` : kind,
    description: 'Graphic assets by working artists: free downloads, single licenses and monthly plans.'
  }
  const isChosen = Object.values(others).some(Boolean)
  const isFirst = !category && page === 1 && !isChosen
  return [...publicMeta(facts, site), ...(isChosen ? [NOT_INDEXED] : []), ...(isFirst && site ? siteFacts(site) : [])]
}

function addressOf(category: string, page: number): string {
  const query = new URLSearchParams({ ...(category && { category }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `/?${query}` : '/'
}

/** Who runs the site, and where it is searched. */
function siteFacts({ public_url, brand_name, support_email }: Site): MetaDescriptor[] {
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${public_url}/#organization`,
    name: brand_name,
    url: `${public_url}/`,
    logo: public_url + OWN_PICTURE.path,
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer support', email: support_email, url: `${public_url}/contact` }
  }
  const website = {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: brand_name,
    url: `${public_url}/`,
    publisher: { '@id': organization['@id'] },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${public_url}/?search={search_term_string}` },
      'query-input': 'required name=search_term_string'
    }
  }
  return [{ 'script:ld+json': organization }, { 'script:ld+json': website }]
}
