import { useId } from 'react'
import { Link, useLocation } from 'react-router'
import type { AssetCard } from '#catalogue/contract.ts'
import type { FeaturedCollection } from '#catalogue/featured.contract.ts'
import type { Wanted } from '#licensing/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import { AssetGrid } from '../home/asset-grid.tsx'
import { CardSkeletons } from '../home/card-skeletons.tsx'
import { FeaturedIn } from './featured-in.tsx'
import css from './more-works.module.css'

type OnGet = (asset: AssetCard, wanted: Wanted) => void

const SIMILAR = 'Similar assets'

/** The works shown from the same artist: one row on a wide screen. */
const MORE_SHOWN = 4
/** One more, because the asset itself may be among them. */
export const MORE_ASKED = MORE_SHOWN + 1

export type Artist = { id: string; name: string; total: number; items: readonly AssetCard[] }
/** What is below the asset. */
export type More = { artist: Artist | undefined; featured: readonly FeaturedCollection[]; similar: readonly AssetCard[] }

export function MoreWorks({ artist, featured, similar, asset_id, onGet }: More & { asset_id: string; onGet: OnGet }) {
  return (
    <>
      <MoreByArtist artist={artist} asset_id={asset_id} onGet={onGet} />
      <FeaturedIn collections={featured} />
      <SimilarAssets assets={similar} onGet={onGet} />
    </>
  )
}

/** The places of what is below the asset, while it loads. */
export function MoreWaiting({ artist }: { artist: string }) {
  return (
    <>
      <VisuallyHidden>
        <span role="status">Loading more works…</span>
      </VisuallyHidden>
      {[`More by ${artist}`, SIMILAR].map((title) => (
        <div key={title} className={css['more']}>
          <h2>{title}</h2>
          <CardSkeletons count={MORE_SHOWN} />
        </div>
      ))}
    </>
  )
}

/** In the place of a part of the page that could not be loaded. */
export function LateFailed({ part }: { part: string }) {
  const { pathname } = useLocation()
  return (
    <p role="alert" className={css['failed']}>
      {part} could not be loaded.{' '}
      <Link to={pathname} reloadDocument>
        Try again
      </Link>
    </p>
  )
}

function MoreByArtist({ artist, asset_id, onGet }: { artist: Artist | undefined; asset_id: string; onGet: OnGet }) {
  const heading = useId()
  const others = artist?.items.filter(({ id }) => id !== asset_id).slice(0, MORE_SHOWN) ?? []
  if (!artist || others.length === 0) return null
  return (
    <section className={css['more']} aria-labelledby={heading}>
      <div className={css['heading']}>
        <h2 id={heading}>More by {artist.name}</h2>
        <Link to={`/artists/${artist.id}`}>All {showNumber(artist.total)} works</Link>
      </div>
      <AssetGrid assets={others} onGet={onGet} level="h3" strip />
    </section>
  )
}

function SimilarAssets({ assets, onGet }: { assets: readonly AssetCard[]; onGet: OnGet }) {
  const heading = useId()
  if (assets.length === 0) return null
  return (
    <section className={css['more']} aria-labelledby={heading}>
      <h2 id={heading}>{SIMILAR}</h2>
      <AssetGrid assets={assets} onGet={onGet} level="h3" strip />
    </section>
  )
}
