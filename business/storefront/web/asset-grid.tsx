import type { AssetCard as Asset } from '#catalogue/contract.ts'
import type { Wanted } from '#licensing/rules.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { AssetCard } from './asset-card.tsx'
import css from './asset-grid.module.css'

type AssetGridProps = {
  assets: readonly Asset[]
  /** So many of the first pictures load at once. */
  eager?: number
  /** Of the titles, below the heading above them. */
  level?: 'h2' | 'h3'
  /** One row to be pushed aside where only one card fits beside. */
  strip?: boolean
  onGet: (asset: Asset, wanted: Wanted) => void
}

export function AssetGrid({ assets, eager = 0, level = 'h2', strip, onGet }: AssetGridProps) {
  return (
    <ul className={classNames(css['grid'], strip && css['strip'])}>
      {assets.map((asset, place) => (
        <AssetCard key={asset.id} asset={asset} eager={place < eager} level={level} onGet={onGet} />
      ))}
    </ul>
  )
}
