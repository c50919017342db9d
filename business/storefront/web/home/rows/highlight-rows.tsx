import { Link } from 'react-router'
import type { Highlights, Thumbnail as Shown } from '#catalogue/featured.contract.ts'
import { showNumber } from '#platform/web/show.ts'
import css from './highlight-rows.module.css'
import { ScrollRow } from './scroll-row.tsx'
import { Thumbnail } from './thumbnail.tsx'

/** What the home page offers someone who does not know yet what to search for. Rows without anything in them are left out. */
export function HighlightRows({ highlights: { collections, new_assets, free_assets } }: { highlights: Highlights }) {
  if (collections.length + new_assets.length + free_assets.length === 0) return null
  return (
    <div className={css['rows']}>
      {collections.length > 0 && (
        <ScrollRow title="Featured collections" className={css['whole']}>
          {collections.map((collection) => (
            <CollectionTile key={collection.slug} collection={collection} />
          ))}
        </ScrollRow>
      )}
      {new_assets.length > 0 && (
        <ScrollRow title="New this week" className={css['half']}>
          <AssetTiles assets={new_assets} />
        </ScrollRow>
      )}
      {free_assets.length > 0 && (
        <ScrollRow
          title="Free now"
          className={css['half']}
          more={
            <Link to="/?free=free-now" className={css['more']} rel="nofollow">
              All free assets
            </Link>
          }
        >
          <AssetTiles assets={free_assets} />
        </ScrollRow>
      )}
    </div>
  )
}

type Collection = Highlights['collections'][number]

/** The first cover is large; the others stand beside it. */
function CollectionTile({ collection: { slug, title, item_count, covers } }: { collection: Collection }) {
  return (
    <li>
      <Link to={`/featured/${slug}`} className={css['collection']}>
        <span className={css['covers']}>
          {covers.map((cover) => (
            <Thumbnail key={cover.asset_id} shown={cover} isDecorative className={css['cover']} />
          ))}
        </span>
        <span className={css['caption']}>
          <b className={css['name']}>{title}</b>
          <span className={css['number']}>
            {showNumber(item_count)} {item_count === 1 ? 'asset' : 'assets'}
          </span>
        </span>
      </Link>
    </li>
  )
}

function AssetTiles({ assets }: { assets: readonly Shown[] }) {
  return assets.map((asset) => (
    <li key={asset.asset_id}>
      <Link to={`/assets/${asset.asset_id}`} className={css['asset']} title={asset.title}>
        <Thumbnail shown={asset} className={css['picture']} />
      </Link>
    </li>
  ))
}
