import { useState } from 'react'
import { Link } from 'react-router'
import { categoryLabel, MESSAGES } from '#catalogue/rules.ts'
import { showDay } from '#platform/web/show.ts'
import { CompareFigure } from '#platform/web/ui/compare/compare-figure.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { pictureOf } from '../review-picture.tsx'
import { stageSize } from '../since-rejection/before-pictures.ts'
import css from './compare-dialog.module.css'

type CompareDialogProps = { asset: ReviewedAsset; other: ReviewedAsset | undefined; onClose: () => void }

const MODES = [
  { key: 'beside', label: 'Side by side' },
  { key: 'over', label: 'Overlay' }
] as const
type Mode = (typeof MODES)[number]['key']

/** Compares two pictures side by side, or one over the other with a slider between them. */
export function CompareDialog({ asset, other, onClose }: CompareDialogProps) {
  const [mode, setMode] = useState<Mode>('beside')
  return (
    <Dialog open={other !== undefined} onClose={onClose} title="Compare" shape="wide">
      {other && (
        <Tabs label="Comparison" tabs={MODES} chosen={mode} onChoose={setMode}>
          {mode === 'beside' ? (
            <div className={css['beside']}>
              <Labeled asset={asset} note="To review" />
              <Labeled asset={other} note={categoryLabel(other.status)} />
            </div>
          ) : (
            <Overlay asset={asset} other={other} />
          )}
        </Tabs>
      )}
    </Dialog>
  )
}

function Labeled({ asset, note }: { asset: ReviewedAsset; note: string }) {
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
  return urls ? <img src={urls[1200]} alt={asset.title} /> : <span>{MESSAGES.no_preview}</span>
}

function Overlay({ asset, other }: { asset: ReviewedAsset; other: ReviewedAsset }) {
  const [before, after] = [pictureOf(asset), pictureOf(other)]
  return (
    <CompareFigure
      {...stageSize(before?.resolution)}
      before={{ src: before?.preview_urls?.[1200], alt: asset.title }}
      after={{ src: after?.preview_urls?.[1200], alt: other.title }}
      label="Share of the picture under review"
      textOf={(part) => `${part}% to review, ${100 - part}% ${other.title}`}
      captions={[<b key="review">To review</b>, <b key="other">{other.title}</b>]}
    />
  )
}
