import type { AssetCard as Asset } from '#catalogue/contract.ts'
import type { Wanted } from '#licensing/rules.ts'
import { classNames } from '#platform/web/ui/class-names.ts'
import { AssetCard } from './asset-card.tsx'
import css from './asset-grid.module.css'

type AssetGridProps = {
  assets: readonly Asset[]
  /** The number of pictures, from the first, that load immediately. */
  eager?: number
  /** The heading level of the titles. */
  level?: 'h2' | 'h3' | 'h4'
  /** Shows a single row that scrolls sideways on narrow screens. */
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
