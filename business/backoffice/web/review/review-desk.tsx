import { useEffect, useState } from 'react'
import { matFor } from '#catalogue/rules.ts'
import { Findings, MATS, type Mat } from '#catalogue/web/index.ts'
import { showShortcuts } from '#platform/web/shortcuts/shortcuts.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import { BATCH_MAX } from '#submissions/rules.ts'
import { SearchThisPicture } from '../picture-search/search-this-picture.tsx'
import { useTicks } from '../use-ticks.ts'
import { CompareDialog } from './duplicates/compare-dialog.tsx'
import { NearDuplicates } from './duplicates/near-duplicates.tsx'
import { RejectDialog } from './reject-dialog.tsx'
import { ApproveDialog, ReviewBatch } from './review-batch.tsx'
import css from './review-desk.module.css'
import { ReviewDetails } from './review-details.tsx'
import type { Review } from './review-load.ts'
import { pictureOf, ReviewPicture } from './review-picture.tsx'
import { ReviewStrip } from './review-strip.tsx'
import { BeforeDialog } from './since-rejection/before-dialog.tsx'
import { SinceRejection } from './since-rejection/since-rejection.tsx'
import { Undecided } from './undecided.tsx'
import { useDecisions } from './use-decisions.ts'
import { useReviewKeys } from './use-review-keys.ts'

/** The open dialog; only one is open at a time. */
type OpenDialog = 'rejecting' | 'rejecting_many' | 'approving_many' | 'before' | undefined

/** Shows one pending asset with its details, and the others below. Keyboard shortcuts decide and navigate; checkboxes select a batch. */
export function ReviewDesk({ review: { assets, total, near, wages }, before = 0 }: { review: Review; before?: number }) {
  const [chosen, setChosen] = useState(0)
  const [dialog, setDialog] = useState<OpenDialog>()
  const [compared, setCompared] = useState<ReviewedAsset>()
  const { decide, busy, undecided, refusal } = useDecisions()
  const { ticked, picked, tick, tickAll, clear } = useTicks(assets, BATCH_MAX)
  const at = Math.min(chosen, assets.length - 1)
  const asset = assets[at]
  const view = useView(asset)
  const move = (step: number) => setChosen(Math.max(0, Math.min(assets.length - 1, at + step)))
  const similar = near.filter(({ id }) => asset?.near_duplicates.includes(id))
  const rejected = dialog === 'rejecting_many' ? picked : asset ? [asset] : []
  const send = (assets: readonly ReviewedAsset[], decision: Parameters<typeof decide>[1]) => {
    decide(assets, decision)
    setDialog(undefined)
  }
  const approve = () => asset && send([asset], { status: 'approved' })
  useReviewKeys(
    {
      approve,
      reject: () => setDialog('rejecting'),
      next: () => move(1),
      previous: () => move(-1),
      zoom: view.zoom,
      mat: view.nextMat,
      compare: () => setCompared(similar[0]),
      before: () => asset?.previous && setDialog('before'),
      select: () => asset && tick(asset.id)
    },
    asset !== undefined && !dialog && !compared
  )
  usePreload(pictureOf(assets[at + 1])?.preview_urls?.[1200])
  return (
    <section aria-labelledby="pending" className={css['desk']}>
      <div className={css['head']}>
        <h2 id="pending">Pending assets</h2>
        <span className={css['quiet']} role="status">
          {total === 0 ? 'None pending' : `${before + at + 1} of ${total}`}
        </span>
      </div>
      <Undecided undecided={undecided} refusal={refusal} />
      {asset ? (
        <>
          <div className={css['review']}>
            <ReviewPicture asset={asset} mat={view.mat} zoomed={view.zoomed} onMat={view.setMat} onZoom={view.zoom} />
            <div className={css['details']}>
              <ReviewDetails asset={asset} wage={wages[asset.category]} />
              <SinceRejection asset={asset} onCompare={() => setDialog('before')} />
              <Findings findings={asset.findings} checked={asset.checked} files={asset.files} />
              <NearDuplicates near={similar} onCompare={setCompared} />
              <DecisionForm asset={asset} busy={busy} onApprove={approve} onReject={() => setDialog('rejecting')} />
              <p className={classNames(css['quiet'], css['keys'])}>
                <kbd>A</kbd> approve, <kbd>R</kbd> reject, <kbd>←</kbd> <kbd>→</kbd> move, <kbd>Z</kbd> zoom,{' '}
                <button type="button" className={css['more']} aria-keyshortcuts="?" onClick={showShortcuts}>
                  all shortcuts
                </button>
              </p>
            </div>
          </div>
          <SearchThisPicture key={asset.id} asset_id={asset.id} picture_url={pictureOf(asset)?.preview_urls?.[320]} />
          {assets.length > 1 && <ReviewStrip assets={assets} at={at} ticked={ticked} onChoose={setChosen} onTick={tick} />}
          <ReviewBatch
            chosen={picked}
            wages={wages}
            all={picked.length === Math.min(assets.length, BATCH_MAX)}
            busy={busy}
            onAll={tickAll}
            onClear={clear}
            onApprove={() => setDialog('approving_many')}
            onReject={() => setDialog('rejecting_many')}
          />
          <RejectDialog
            question={dialog === 'rejecting_many' ? `Reject ${picked.length} assets?` : `Reject “${asset.title}”?`}
            open={dialog === 'rejecting' || dialog === 'rejecting_many'}
            busy={busy}
            assets={rejected}
            near={dialog === 'rejecting_many' ? [] : similar}
            onClose={() => setDialog(undefined)}
            onReject={(draft) => send(rejected, { status: 'rejected', draft })}
          />
          <BeforeDialog asset={asset} open={dialog === 'before'} onClose={() => setDialog(undefined)} />
          <CompareDialog asset={asset} other={compared} onClose={() => setCompared(undefined)} />
        </>
      ) : (
        <EmptyState drawing="rest" title="No pending assets." action={<LinkButton to="/all-assets">Show all assets</LinkButton>}>
          Assets that artists upload appear here for review.
        </EmptyState>
      )}
      <ApproveDialog
        chosen={picked}
        wages={wages}
        open={dialog === 'approving_many'}
        onClose={() => setDialog(undefined)}
        onApprove={() => send(picked, { status: 'approved' })}
      />
    </section>
  )
}

type DecisionFormProps = { asset: ReviewedAsset; busy: boolean; onApprove: () => void; onReject: () => void }

/** Without JavaScript the form is submitted directly, and a rejection has no reason. */
function DecisionForm({ asset, busy, onApprove, onReject }: DecisionFormProps) {
  return (
    <form
      method="post"
      className={css['actions']}
      onSubmit={(event) => {
        event.preventDefault()
        onApprove()
      }}
    >
      <input type="hidden" name="id" value={asset.id} />
      <input type="hidden" name="version" value={asset.version} />
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

/** Mat and zoom, which are reset for each asset. */
function useView(asset: ReviewedAsset | undefined) {
  const [view, setView] = useState<{ id: string; mat?: Mat; zoomed?: boolean }>()
  const own = view && view.id === asset?.id ? view : { id: asset?.id ?? '' }
  const mat: Mat = own.mat ?? matFor(asset?.dominant_color ?? null)
  return {
    mat,
    zoomed: own.zoomed ?? false,
    setMat: (next: Mat) => setView({ ...own, mat: next }),
    nextMat: () => setView({ ...own, mat: MATS[(MATS.indexOf(mat) + 1) % MATS.length] ?? mat }),
    zoom: () => setView({ ...own, zoomed: !own.zoomed })
  }
}

/** Preloads the next picture. */
function usePreload(url: string | undefined): void {
  useEffect(() => {
    if (url) new Image().src = url
  }, [url])
}
