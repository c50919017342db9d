import { faqCategory } from '#help/rules.ts'
import type { Role } from '#platform/contract/index.ts'
import { artistAddress } from '#storefront/artist.rules.ts'
import { addressWith, featuredAddress, readPage, readQuery } from '#storefront/explore.rules.ts'

/**
 * The one address of a public page. `open` pages have as many addresses as someone can type, such as searches, so they have a part of
 * the cache of their own.
 */
export type PublicAddress = { address: string; open: boolean }

type Parameters = URLSearchParams
/** Returns the page's address with only the parameters that it reads, or undefined if this one is not worth caching. */
type ReadAddress = (parameters: Parameters) => string | undefined

const always = (path: string): [string, ReadAddress] => [path, () => path]

/** The public pages and the search parameters that they read. Others change nothing, so they are left out before the page is rendered. */
const PAGES = new Map<string, ReadAddress>([
  ['/', (parameters) => exploreAddress(parameters)],
  ['/faq', (parameters) => faqAddress(parameters)],
  ['/careers', (parameters) => careersAddress(parameters)],
  ['/sitemap.xml', (parameters) => sitemapAddress(parameters)],
  ...['/pricing', '/about', '/terms', '/privacy', '/license-terms', '/free-license', '/subscription-terms', '/robots.txt'].map(always)
])

const FEATURED_PAGE = /^\/featured\/[a-z0-9]+(-[a-z0-9]+)*$/
const ASSET_PAGE = /^\/assets\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The parameters with which an asset's page shows it in other colors. */
const COLORED = ['colors', 'recolor']
const ARTIST_PAGE = /^\/artists\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/**
 * Returns the address under which a public page is rendered and cached, or undefined for an address whose page is not cached. Another
 * spelling of a path, such as one in capitals, is not cached either: it would be a second copy of the same page.
 */
export function publicAddressOf(url: string): PublicAddress | undefined {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  const parameters = new URLSearchParams(end < 0 ? '' : url.slice(end + 1))
  const page = pageOf(path)
  if (page === undefined || parameters.has('_routes')) return undefined
  const address = addressOf(page, parameters)
  if (address === undefined) return undefined
  return {
    address: path + address.slice(page.length),
    open: address !== page && (page === '/' || FEATURED_PAGE.test(page) || ARTIST_PAGE.test(page))
  }
}

function addressOf(page: string, parameters: Parameters): string | undefined {
  // There are more recolored pages than any cache has room for.
  if (ASSET_PAGE.test(page)) return COLORED.some((name) => parameters.has(name)) ? undefined : page
  const artist_id = ARTIST_PAGE.exec(page)?.[1]
  if (artist_id) return artistAddress(artist_id, readPage(parameters))
  return FEATURED_PAGE.test(page) ? featuredAddress(page, readPage(parameters)) : PAGES.get(page)?.(parameters)
}

/**
 * Pages that everyone of a role sees alike, except for the name and the like in the frame around them. They compare nothing with the person
 * who looks at them, and the API gives them what it gives to visitors; a page that asks it for more is never shared.
 */
const SAME_FOR_ROLE = /^\/(?:_\.data|(?:faq|about|terms|privacy|license-terms|free-license|subscription-terms)(?:\.data)?)?$/

/** Admins see their changes in every process, without waiting until each hears of them. Unknown parameters may be meant for one person. */
export const isSameForRole = (role: Role, url: string, { address }: PublicAddress): boolean =>
  role !== 'admin' && address === url && SAME_FOR_ROLE.test(address.split('?', 1)[0] ?? '')

/** React Router reads the data of `/pricing` from `/pricing.data`, and that of `/` from `/_.data`. */
function pageOf(path: string): string | undefined {
  if (!path.endsWith('.data')) return path
  const page = path === '/_.data' ? '/' : path.slice(0, -'.data'.length)
  // A file has no data of its own.
  return page.includes('.') ? undefined : page
}

function exploreAddress(parameters: Parameters): string {
  const query = readQuery(parameters)
  return addressWith(query, { page: query.page })
}

/** Questions are searched in the browser, so an address with a search is rare. */
function faqAddress(parameters: Parameters): string | undefined {
  if (parameters.get('search')) return undefined
  const category = faqCategory(parameters.get('category'))
  return category === 'All' ? '/faq' : `/faq?${new URLSearchParams({ category })}`
}

/** `wrong` names the mistakes of one person's application. */
function careersAddress(parameters: Parameters): string | undefined {
  if (parameters.has('wrong')) return undefined
  return parameters.has('applied') ? '/careers?applied=' : parameters.has('apply') ? '/careers?apply=' : '/careers'
}

function sitemapAddress(parameters: Parameters): string | undefined {
  const part = parameters.get('part')
  if (part === null) return '/sitemap.xml'
  return /^[1-9]\d{0,4}$/.test(part) ? `/sitemap.xml?part=${part}` : undefined
}
