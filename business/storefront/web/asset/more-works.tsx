import { useId } from 'react'
import { Link } from 'react-router'
import type { AssetCard } from '#catalogue/contract.ts'
import type { Wanted } from '#licensing/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { AssetGrid } from '../home/asset-grid.tsx'
import css from './more-works.module.css'

type OnGet = (asset: AssetCard, wanted: Wanted) => void

/** The works shown from the same artist: one row on a wide screen. */
const MORE_SHOWN = 4
/** One more, because the asset itself may be among them. */
export const MORE_ASKED = MORE_SHOWN + 1

export type Artist = { id: string; name: string; total: number; items: readonly AssetCard[] }

export function MoreByArtist({ artist, asset_id, onGet }: { artist: Artist | undefined; asset_id: string; onGet: OnGet }) {
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

export function SimilarAssets({ assets, onGet }: { assets: readonly AssetCard[]; onGet: OnGet }) {
  const heading = useId()
  if (assets.length === 0) return null
  return (
    <section className={css['more']} aria-labelledby={heading}>
      <h2 id={heading}>Similar assets</h2>
      <AssetGrid assets={assets} onGet={onGet} level="h3" strip />
    </section>
  )
}
