import { useState } from 'react'
import { Link } from 'react-router'
import { categoryLabel, WORDS } from '#catalogue/rules.ts'
import { showDay } from '#platform/web/show.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import css from './compare-dialog.module.css'
import { pictureOf } from './review-picture.tsx'

type CompareDialogProps = { asset: ReviewedAsset; other: ReviewedAsset | undefined; onClose: () => void }

const WAYS = [
  { key: 'beside', label: 'Side by side' },
  { key: 'over', label: 'One over the other' }
] as const
type Way = (typeof WAYS)[number]['key']

/** Two pictures side by side, or one over the other with a line to move between them. */
export function CompareDialog({ asset, other, onClose }: CompareDialogProps) {
  const [way, setWay] = useState<Way>('beside')
  return (
    <Dialog open={other !== undefined} onClose={onClose} title="Compare" shape="wide">
      {other && (
        <Tabs label="Way to compare" tabs={WAYS} chosen={way} onChoose={setWay}>
          {way === 'beside' ? (
            <div className={css['beside']}>
              <Shown asset={asset} note="To review" />
              <Shown asset={other} note={categoryLabel(other.status)} />
            </div>
          ) : (
            <Over asset={asset} other={other} />
          )}
        </Tabs>
      )}
    </Dialog>
  )
}

function Shown({ asset, note }: { asset: ReviewedAsset; note: string }) {
  return (
    <figure className={css['shown']}>
      <div className={css['frame']}>
        <Large asset={asset} />
      </div>
      <figcaption>
        <Link to={`/assets/${asset.id}`} target="_blank">
          {asset.title}
        </Link>
        <div className={css['quiet']}>
          {note} · {asset.employee_name} · {showDay(asset.created_at)}
        </div>
      </figcaption>
    </figure>
  )
}

function Large({ asset }: { asset: ReviewedAsset }) {
  const urls = pictureOf(asset)?.preview_urls
  return urls ? <img src={urls[1200]} alt={asset.title} /> : <span>{WORDS.no_preview}</span>
}

function Over({ asset, other }: { asset: ReviewedAsset; other: ReviewedAsset }) {
  const [at, setAt] = useState(50)
  return (
    <div className={css['over']}>
      <div className={css['frame']}>
        <Large asset={other} />
        <div className={css['top']} style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}>
          <Large asset={asset} />
        </div>
        <div className={css['line']} style={{ left: `${at}%` }} />
      </div>
      <label className={css['slide']}>
        <span className={css['quiet']}>To review</span>
        <input
          type="range"
          min={0}
          max={100}
          value={at}
          aria-label="How much of the picture to review is shown"
          onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
        />
        <span className={css['quiet']}>{other.title}</span>
      </label>
    </div>
  )
}
