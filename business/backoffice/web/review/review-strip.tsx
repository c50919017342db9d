import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { Picture } from '#submissions/web/index.ts'
import { pictureOf } from './review-picture.tsx'
import css from './review-strip.module.css'

type ReviewStripProps = {
  assets: readonly ReviewedAsset[]
  at: number
  ticked: ReadonlySet<string>
  onChoose: (at: number) => void
  onTick: (id: string) => void
}

/** The pending assets in order, with checkboxes for batch decisions. */
export function ReviewStrip({ assets, at, ticked, onChoose, onTick }: ReviewStripProps) {
  return (
    <ul className={css['strip']} aria-label="Pending">
      {assets.map((asset, index) => (
        <li key={asset.id} className={css['one']}>
          {/* Its picture may not be drawn yet, and would give it no name. */}
          <button
            type="button"
            className={css['thumb']}
            aria-label={asset.title}
            aria-current={index === at}
            onClick={() => onChoose(index)}
          >
            <Picture urls={pictureOf(asset)?.preview_urls} alt={asset.title} sizes="120px" />
          </button>
          <label className={css['tick']}>
            <input type="checkbox" checked={ticked.has(asset.id)} onChange={() => onTick(asset.id)} aria-label={`Select ${asset.title}`} />
          </label>
          {asset.near_duplicates.length > 0 && <span className={css['mark']}>Similar</span>}
          {asset.earlier_rejections.length > 0 && <span className={css['mark']}>Resubmitted</span>}
        </li>
      ))}
    </ul>
  )
}
