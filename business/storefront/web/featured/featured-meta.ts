import type { MetaDescriptor } from 'react-router'
import type { getFeaturedCollection } from '#catalogue/featured.contract.ts'
import { previewSources } from '#catalogue/rules.ts'
import type { Answer } from '#platform/contract/index.ts'
import { publicMeta, type Site } from '#platform/web/site.ts'
import { featuredAddress } from '../../explore.rules.ts'

type Collection = Answer<typeof getFeaturedCollection>

/** Returns the metadata of a collection for search engines and link previews. */
export function featuredMeta({ collection, site }: { collection: Collection; site: Site }): MetaDescriptor[] {
  const { slug, title, summary, page } = collection
  const details = {
    path: featuredAddress(`/featured/${slug}`, page),
    title: page > 1 ? `${title}, page ${page}` : title,
    description: summary,
    picture: pictureOf(collection)
  }
  return [...publicMeta(details, site), { 'script:ld+json': collectionPage(collection, site) }]
}

/** The first work that has a picture. */
function pictureOf({ title, items }: Collection) {
  const path = items.flatMap((asset) => previewSources(asset, 1200)).at(0)
  return path === undefined ? undefined : { path, width: null, height: null, alt: title }
}

function collectionPage({ slug, title, summary, items, total, updated_at }: Collection, { public_url }: Site) {
  return {
    '@context': 'https://schema.org',
    '@type': 'CollectionPage',
    '@id': `${public_url}/featured/${slug}`,
    url: `${public_url}/featured/${slug}`,
    name: title,
    description: summary,
    dateModified: updated_at,
    mainEntity: {
      '@type': 'ItemList',
      numberOfItems: total,
      itemListElement: items.map((asset, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        url: `${public_url}/assets/${asset.id}`,
        name: asset.title
      }))
    }
  }
}
