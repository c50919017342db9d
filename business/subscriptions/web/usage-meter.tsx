import { showNumber } from '#platform/web/show.ts'
import { Moment } from '#platform/web/ui/moment.tsx'
import type { MySubscription } from '../contract.ts'
import css from './usage-meter.module.css'

type Usage = Pick<MySubscription, 'downloads_used' | 'downloads_limit' | 'resets_at'>

/** The downloads used and left, and the day the counter resets. */
export function UsageMeter({ downloads_used: used, downloads_limit: limit, resets_at }: Usage) {
  if (limit === 0) return <p className={css['note']}>This plan has no downloads.</p>
  const left = Math.max(0, limit - used)
  return (
    <div className={css['usage']}>
      <div className={css['words']}>
        <strong>
          {showNumber(left)} of {showNumber(limit)} downloads left
        </strong>
        <span className={css['note']}>
          {showNumber(used)} used{resets_at && ', resets '}
          {resets_at && <Moment iso={resets_at} day />}
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: the meter element cannot be styled the same in every browser */}
      <div
        className={css['track']}
        role="meter"
        aria-label="Downloads used"
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={Math.min(used, limit)}
        aria-valuetext={`${used} of ${limit}`}
      >
        <div className={left === 0 ? css['full'] : css['fill']} style={{ width: `${Math.min(100, (used / limit) * 100)}%` }} />
      </div>
      {left === 0 && (
        <p className={css['note']}>
          You have used all of this month’s downloads. Assets you already downloaded stay available, and you can buy a single license for
          any asset.
        </p>
      )}
    </div>
  )
}
