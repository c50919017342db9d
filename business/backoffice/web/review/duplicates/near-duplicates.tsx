import { categoryLabel } from '#catalogue/rules.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { Picture } from '#submissions/web/index.ts'
import { pictureOf } from '../review-picture.tsx'
import css from './near-duplicates.module.css'

/** Assets that look nearly the same, most similar first. Clicking one compares it. */
export function NearDuplicates({ near, onCompare }: { near: readonly ReviewedAsset[]; onCompare: (asset: ReviewedAsset) => void }) {
  if (near.length === 0) return null
  return (
    <section className={css['near']} aria-labelledby="near">
      <h4 id="near">Looks like {near.length === 1 ? 'another asset' : `${near.length} other assets`}</h4>
      <ul className={css['list']}>
        {near.map((asset) => (
          <li key={asset.id}>
            <button type="button" className={css['one']} onClick={() => onCompare(asset)} aria-label={`Compare with ${asset.title}`}>
              <Picture urls={pictureOf(asset)?.preview_urls} alt="" sizes="120px" />
              <span className={css['name']}>{asset.title}</span>
              <span className={css['quiet']}>
                {categoryLabel(asset.status)} · {asset.employee_name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
