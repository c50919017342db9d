import type { MetaDescriptor } from 'react-router'
import type { AssetCard } from '#catalogue/contract.ts'
import { previewSources } from '#catalogue/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { publicMeta, type Site } from '#platform/web/site.ts'
import { artistAddress } from '../../artist.rules.ts'

type Artist = { id: string; name: string; total: number; page: number; items: readonly AssetCard[] }

/** Returns an artist's metadata for search engines and shared links. */
export function artistMeta({ artist, site }: { artist: Artist; site: Site }): MetaDescriptor[] {
  const { id, name, total, page } = artist
  const details = {
    path: artistAddress(id, page),
    title: page > 1 ? `${name}, page ${page}` : name,
    description: `${showNumber(total)} graphic ${total === 1 ? 'asset' : 'assets'} by ${name}: single licenses and plans.`
  }
  return [...publicMeta(details, site), { 'script:ld+json': profilePage(artist, site) }]
}

function profilePage({ id, name, items }: Artist, { public_url }: Site) {
  const url = public_url + artistAddress(id)
  const works = items.map((asset) => {
    const [small] = previewSources(asset, 320)
    const work = `${public_url}/assets/${asset.id}`
    return { '@type': 'ImageObject', name: asset.title, url: work, ...(small && { thumbnailUrl: public_url + small }) }
  })
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    mainEntity: { '@type': 'Person', '@id': `${url}#artist`, name, url },
    hasPart: works
  }
}
