import type { MetaDescriptor } from 'react-router'
import type { AssetDetail } from '#catalogue/contract.ts'
import { digitalSourceType } from '#catalogue/origin.rules.ts'
import { categoryLabel, PUBLIC_CATEGORIES, previewSources, UNTITLED } from '#catalogue/rules.ts'
import { NOT_INDEXED, publicMeta, type Site } from '#platform/web/site.ts'

/** Returns an asset's metadata for search engines and link previews. */
export function assetMeta({ asset, site }: { asset: AssetDetail; site: Site }): MetaDescriptor[] {
  const title = asset.title || UNTITLED
  const details = { path: `/assets/${asset.id}`, title, description: descriptionOf(asset) }
  if (asset.status !== 'approved' || asset.withheld_at) return [...publicMeta(details, site), NOT_INDEXED]
  const { link_picture: shown } = asset
  const picture = shown
    ? { path: shown.url, width: shown.width, height: shown.height, alt: `${title} by ${asset.employee_name}` }
    : undefined
  return [
    ...publicMeta({ ...details, picture }, site),
    oembedLink(details, site),
    { 'script:ld+json': imageObject(asset, site) },
    { 'script:ld+json': breadcrumbs(asset, site) }
  ]
}

/** Where other sites ask what to show for a link to this page. */
const oembedLink = ({ path, title }: { path: string; title: string }, { public_url }: Site): MetaDescriptor => ({
  tagName: 'link',
  rel: 'alternate',
  type: 'application/json+oembed',
  href: `${public_url}/oembed?url=${encodeURIComponent(public_url + path)}`,
  title
})

/** Search engines show about this many characters. */
const DESCRIPTION_MAX = 300

const descriptionOf = ({ title, description, category, employee_name }: AssetDetail): string =>
  description.slice(0, DESCRIPTION_MAX) || `${title || UNTITLED}, ${categoryLabel(category).toLowerCase()} by ${employee_name}.`

type Details = Record<string, string | object>

function imageObject(asset: AssetDetail, { public_url, brand_name }: Site): Details {
  const page = `${public_url}/assets/${asset.id}`
  const [small] = previewSources(asset, 320)
  const source_type = digitalSourceType(asset.origin)
  return {
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    '@id': `${page}#image`,
    url: page,
    name: asset.title || UNTITLED,
    description: descriptionOf(asset),
    ...pictureDetails(asset, public_url),
    ...(small && { thumbnailUrl: public_url + small }),
    ...(source_type && { digitalSourceType: source_type }),
    license: asset.credit?.license_url ?? `${public_url}/license-terms`,
    acquireLicensePage: page,
    creator: creatorOf(asset, public_url),
    creditText: `${asset.employee_name} / ${brand_name}`,
    copyrightNotice: `© ${asset.employee_name}`,
    keywords: asset.tags.join(', '),
    ...(asset.approved_at && { datePublished: asset.approved_at })
  }
}

function creatorOf({ employee_name, artist_id, credit }: AssetDetail, public_url: string): Details {
  const url = credit?.author_url ?? (artist_id && `${public_url}/artists/${artist_id}`)
  return { '@type': 'Person', name: employee_name, ...(url && { url }) }
}

function pictureDetails({ shared_picture: shown }: AssetDetail, public_url: string): Details {
  if (!shown) return {}
  const { url, width, height } = shown
  const size = width && height ? { width: pixels(width), height: pixels(height) } : {}
  return { contentUrl: public_url + url, encodingFormat: 'image/webp', ...size }
}

const pixels = (value: number) => ({ '@type': 'QuantitativeValue', value, unitCode: 'E37' })

function breadcrumbs({ id, title, category }: AssetDetail, { public_url }: Site): Details {
  // Logos have no category page, so their breadcrumb is a search.
  const isListed = PUBLIC_CATEGORIES.some((one) => one === category)
  const steps = [
    { name: 'Explore Assets', item: `${public_url}/` },
    { name: categoryLabel(category), item: `${public_url}/?${isListed ? 'category' : 'search'}=${category}` },
    { name: title || UNTITLED, item: `${public_url}/assets/${id}` }
  ]
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step }))
  }
}
