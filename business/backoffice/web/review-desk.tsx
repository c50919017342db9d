import { useEffect, useState } from 'react'
import { matFor } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { BATCH_MOST } from '#submissions/rules.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { NearDuplicates } from './near-duplicates.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { ApproveDialog, ReviewBatch } from './review-batch.tsx'
import css from './review-desk.module.css'
import { ReviewFacts } from './review-facts.tsx'
import { ReviewHelp } from './review-help.tsx'
import type { Review } from './review-load.ts'
import { MATS, type Mat, pictureOf, ReviewPicture } from './review-picture.tsx'
import { ReviewStrip } from './review-strip.tsx'
import { Undecided } from './undecided.tsx'
import { useDecisions } from './use-decisions.ts'
import { useReviewKeys } from './use-review-keys.ts'
import { useTicks } from './use-ticks.ts'

/** What stands over the page: one at a time. */
type Over = 'rejecting' | 'rejecting_many' | 'approving_many' | 'help' | undefined

/** One pending asset large, its facts beside it, the others below; keys decide and move, ticks decide many. */
export function ReviewDesk({ review: { assets, total, near, wages }, before = 0 }: { review: Review; before?: number }) {
  const [chosen, setChosen] = useState(0)
  const [over, setOver] = useState<Over>()
  const [compared, setCompared] = useState<ReviewedAsset>()
  const { decide, busy, undecided, refusal } = useDecisions()
  const { ticked, picked, tick, tickAll, clear } = useTicks(assets, BATCH_MOST)
  const at = Math.min(chosen, assets.length - 1)
  const asset = assets[at]
  const view = useView(asset)
  const move = (step: number) => setChosen(Math.max(0, Math.min(assets.length - 1, at + step)))
  const alike = near.filter(({ id }) => asset?.near_duplicates.includes(id))
  const decideOne = (status: 'approved' | 'rejected', reason?: string, codes?: string[]) => {
    if (asset) decide([asset], { status, ...(reason && { reason }), ...(codes && { codes }) })
    setOver(undefined)
  }
  const decidePicked = (status: 'approved' | 'rejected', reason?: string, codes?: string[]) => {
    decide(picked, { status, ...(reason && { reason }), ...(codes && { codes }) })
    setOver(undefined)
  }
  useReviewKeys(
    {
      approve: () => decideOne('approved'),
      reject: () => setOver('rejecting'),
      next: () => move(1),
      previous: () => move(-1),
      zoom: view.zoom,
      mat: view.nextMat,
      compare: () => setCompared(alike[0]),
      select: () => asset && tick(asset.id),
      help: () => setOver('help')
    },
    asset !== undefined && !over && !compared
  )
  useLoadedAhead(pictureOf(assets[at + 1])?.preview_urls?.[1200])
  return (
    <section aria-labelledby="pending" className={css['desk']}>
      <div className={css['head']}>
        <h2 id="pending">Pending assets</h2>
        <span className={css['quiet']} role="status">
          {total === 0 ? 'Nothing waits' : `${before + at + 1} of ${total}`}
        </span>
      </div>
      <Undecided undecided={undecided} refusal={refusal} />
      {asset ? (
        <>
          <div className={css['review']}>
            <ReviewPicture asset={asset} mat={view.mat} zoomed={view.zoomed} onMat={view.setMat} onZoom={view.zoom} />
            <div className={css['facts']}>
              <ReviewFacts asset={asset} wage={wages[asset.category]} />
              <NearDuplicates near={alike} onCompare={setCompared} />
              <Deciding id={asset.id} busy={busy} onApprove={() => decideOne('approved')} onReject={() => setOver('rejecting')} />
              <p className={classNames(css['quiet'], css['keys'])}>
                <kbd>A</kbd> approve, <kbd>R</kbd> reject, <kbd>←</kbd> <kbd>→</kbd> move, <kbd>Z</kbd> zoom,{' '}
                <button type="button" className={css['more']} aria-keyshortcuts="?" onClick={() => setOver('help')}>
                  all keys
                </button>
              </p>
            </div>
          </div>
          {assets.length > 1 && <ReviewStrip assets={assets} at={at} ticked={ticked} onChoose={setChosen} onTick={tick} />}
          <ReviewBatch
            chosen={picked}
            wages={wages}
            all={picked.length === Math.min(assets.length, BATCH_MOST)}
            busy={busy}
            onAll={tickAll}
            onClear={clear}
            onApprove={() => setOver('approving_many')}
            onReject={() => setOver('rejecting_many')}
          />
          <RejectDialog
            question={over === 'rejecting_many' ? `Reject ${picked.length} assets?` : `Reject “${asset.title}”?`}
            open={over === 'rejecting' || over === 'rejecting_many'}
            busy={busy}
            onClose={() => setOver(undefined)}
            onReject={(reason, codes) => (over === 'rejecting_many' ? decidePicked : decideOne)('rejected', reason, codes)}
          />
          <CompareDialog asset={asset} other={compared} onClose={() => setCompared(undefined)} />
        </>
      ) : (
        <EmptyState title="No pending assets.">What artists upload will stand here for review.</EmptyState>
      )}
      <ApproveDialog
        chosen={picked}
        wages={wages}
        open={over === 'approving_many'}
        onClose={() => setOver(undefined)}
        onApprove={() => decidePicked('approved')}
      />
      <ReviewHelp open={over === 'help'} onClose={() => setOver(undefined)} />
    </section>
  )
}

type DecidingProps = { id: string; busy: boolean; onApprove: () => void; onReject: () => void }

/** Before the page comes alive the form itself is sent, and a rejection has no reason. */
function Deciding({ id, busy, onApprove, onReject }: DecidingProps) {
  return (
    <form
      method="post"
      className={css['actions']}
      onSubmit={(event) => {
        event.preventDefault()
        onApprove()
      }}
    >
      <input type="hidden" name="id" value={id} />
      <Button type="submit" name="status" value="approved" kind="main" busy={busy} aria-keyshortcuts="a">
        Approve
      </Button>
      <Button
        type="submit"
        name="status"
        value="rejected"
        kind="danger"
        disabled={busy}
        aria-keyshortcuts="r"
        onClick={(event) => {
          event.preventDefault()
          onReject()
        }}
      >
        Reject
      </Button>
    </form>
  )
}

/** The mat and the zoom belong to the asset they were chosen for. */
function useView(asset: ReviewedAsset | undefined) {
  const [seen, setSeen] = useState<{ id: string; mat?: Mat; zoomed?: boolean }>()
  const own = seen && seen.id === asset?.id ? seen : { id: asset?.id ?? '' }
  const mat: Mat = own.mat ?? matFor(asset?.dominant_color ?? null)
  return {
    mat,
    zoomed: own.zoomed ?? false,
    setMat: (next: Mat) => setSeen({ ...own, mat: next }),
    nextMat: () => setSeen({ ...own, mat: MATS[(MATS.indexOf(mat) + 1) % MATS.length]! }),
    zoom: () => setSeen({ ...own, zoomed: !own.zoomed })
  }
}

/** The next picture is in the browser before it is asked for. */
function useLoadedAhead(url: string | undefined): void {
  useEffect(() => {
    if (url) new Image().src = url
  }, [url])
}
