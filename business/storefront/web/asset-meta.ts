import type { MetaDescriptor } from 'react-router'
import type { AssetDetail } from '#catalogue/contract.ts'
import { categoryLabel, previewSources, UNTITLED } from '#catalogue/rules.ts'
import { publicMeta, type Site } from '#platform/web/site.ts'

/** What search engines and shared links show of an asset. */
export function assetMeta({ asset, site }: { asset: AssetDetail; site: Site }): MetaDescriptor[] {
  const facts = { path: `/assets/${asset.id}`, title: asset.title || UNTITLED, description: descriptionOf(asset) }
  if (asset.status !== 'approved') return [...publicMeta(facts, site), { name: 'robots', content: 'noindex' }]
  const picture = previewSources(asset, 1200)[0]
  const image = picture ? [{ property: 'og:image', content: site.public_url + picture }] : []
  return [...publicMeta(facts, site), ...image, { 'script:ld+json': imageObject(asset, site) }]
}

const descriptionOf = ({ title, description, category, employee_name }: AssetDetail): string =>
  description.slice(0, 300) || `${title || UNTITLED}, ${categoryLabel(category).toLowerCase()} by ${employee_name}.`

function imageObject(asset: AssetDetail, { public_url, brand_name }: Site): Record<string, string | object> {
  const page = `${public_url}/assets/${asset.id}`
  const [picture] = previewSources(asset, 1200)
  const [small] = previewSources(asset, 320)
  return {
    '@context': 'https://schema.org',
    '@type': 'ImageObject',
    name: asset.title || UNTITLED,
    description: descriptionOf(asset),
    ...(picture && { contentUrl: public_url + picture }),
    ...(small && { thumbnailUrl: public_url + small }),
    license: asset.credit?.licence_url ?? `${public_url}/license-terms`,
    acquireLicensePage: page,
    creator: { '@type': 'Person', name: asset.employee_name },
    creditText: `${asset.employee_name} / ${brand_name}`,
    keywords: asset.tags.join(', '),
    ...(asset.approved_at && { datePublished: asset.approved_at })
  }
}
