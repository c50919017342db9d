import type { MetaDescriptor } from 'react-router'
import { categoryLabel } from '#catalogue/rules.ts'
import { NOT_INDEXED, OWN_PICTURE, publicMeta, type Site } from '#platform/web/site.ts'

/** The query of a list. Searches and filters create an unlimited number of lists. */
type ListQuery = { category: string; page: number } & Record<string, unknown>

/** Returns the metadata of the home page, a category, and their other pages. Searches and filtered lists are not indexed. */
export function homeMeta(query: ListQuery | undefined, site: Site | undefined): MetaDescriptor[] {
  const { category, page, ...others } = query ?? { category: '', page: 1 }
  const kind = category ? `${categoryLabel(category)} assets` : 'Icons, vectors, backgrounds, and illustrations'
  const details = {
    path: addressOf(category, page),
    title: page > 1 ? `${kind}, page ${page}` : kind,
    description: 'Graphic assets by working artists: free downloads, single licenses, and monthly plans.'
  }
  const isChosen = Object.values(others).some(Boolean)
  const isFirst = !category && page === 1 && !isChosen
  return [...publicMeta(details, site), ...(isChosen ? [NOT_INDEXED] : []), ...(isFirst && site ? siteMetadata(site) : [])]
}

function addressOf(category: string, page: number): string {
  const query = new URLSearchParams({ ...(category && { category }), ...(page > 1 && { page: String(page) }) })
  return query.size > 0 ? `/?${query}` : '/'
}

/** Structured data about the organization and the site search. */
function siteMetadata({ public_url, brand_name, support_email }: Site): MetaDescriptor[] {
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
