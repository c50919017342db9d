import { type RefObject, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { categoryLabel } from '#catalogue/rules.ts'
import { showDay } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toaster.tsx'
import type { ReviewedAsset } from '#submissions/contract.ts'
import { WORDS } from '#submissions/rules.ts'
import { Picture } from '#submissions/web/index.ts'
import { RejectDialog } from './reject-dialog.tsx'
import css from './review-desk.module.css'
import { useReviewKeys } from './use-review-keys.ts'

type Decided = { fields: Record<string, string>; decided?: { id: string; status: string } }

const pictureOf = (asset: ReviewedAsset | undefined) => asset?.files.find(({ preview_urls }) => preview_urls)

/** One pending asset large, its facts beside it, the others below; A approves, R rejects, arrows move. */
export function ReviewDesk({ assets, total }: { assets: ReviewedAsset[]; total: number }) {
  const [chosen, setChosen] = useState(0)
  const [rejecting, setRejecting] = useState(false)
  const fetcher = useFetcher<Decided>()
  const title = useRef('')
  useAcknowledged(fetcher.data, title)
  const at = Math.min(chosen, assets.length - 1)
  const asset = assets[at]
  const busy = fetcher.state !== 'idle'
  const move = (step: number) => setChosen(Math.max(0, Math.min(assets.length - 1, at + step)))
  const decide = (status: 'approved' | 'rejected', reason: Record<string, string> = {}, codes: string[] = []) => {
    if (!asset || busy) return
    title.current = asset.title
    const form = new FormData()
    form.set('id', asset.id)
    form.set('status', status)
    for (const [name, value] of Object.entries(reason)) form.set(name, value)
    for (const code of codes) form.append('reason_codes', code)
    setRejecting(false)
    void fetcher.submit(form, { method: 'post' })
  }
  useReviewKeys(
    { onApprove: () => decide('approved'), onReject: () => setRejecting(true), onMove: move },
    asset !== undefined && !rejecting
  )
  useLoadedAhead(pictureOf(assets[at + 1])?.preview_urls?.[1200])
  const refusal = fetcher.data?.fields['form'] ?? Object.values(fetcher.data?.fields ?? {})[0]
  return (
    <section aria-labelledby="pending" className={css['desk']}>
      <div className={css['head']}>
        <h2 id="pending">Pending assets</h2>
        <span className={css['quiet']} role="status">
          {total === 0 ? 'Nothing waits' : `${at + 1} of ${total}`}
        </span>
      </div>
      {refusal && (
        <Notice tone="bad" title={WORDS.status_failed}>
          {refusal === WORDS.status_failed ? undefined : refusal}
        </Notice>
      )}
      {asset ? (
        <div className={css['review']}>
          <Picture urls={pictureOf(asset)?.preview_urls} alt={asset.title} sizes="(min-width: 960px) 800px, 92vw" large eager />
          <div className={css['facts']}>
            <Facts asset={asset} />
            <fetcher.Form
              method="post"
              className={css['actions']}
              onSubmit={(event) => {
                event.preventDefault()
                decide('approved')
              }}
            >
              <input type="hidden" name="id" value={asset.id} />
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
                  setRejecting(true)
                }}
              >
                Reject
              </Button>
            </fetcher.Form>
            <p className={classNames(css['quiet'], css['keys'])}>
              <kbd>A</kbd> approve, <kbd>R</kbd> reject, <kbd>←</kbd> <kbd>→</kbd> move
            </p>
          </div>
          {assets.length > 1 && <Strip assets={assets} at={at} onChoose={setChosen} />}
        </div>
      ) : (
        <EmptyState title="No pending assets.">What artists upload will stand here for review.</EmptyState>
      )}
      <RejectDialog
        title={asset?.title ?? ''}
        open={rejecting && asset !== undefined}
        busy={busy}
        onClose={() => setRejecting(false)}
        onReject={(reason, codes) => decide('rejected', { reason }, codes)}
      />
    </section>
  )
}

function Facts({ asset }: { asset: ReviewedAsset }) {
  return (
    <>
      <h3>{asset.title}</h3>
      <dl className={css['list']}>
        <dt>Artist</dt>
        <dd>{asset.employee_name}</dd>
        <dt>Category</dt>
        <dd>{categoryLabel(asset.category)}</dd>
        <dt>Created</dt>
        <dd>{showDay(asset.created_at)}</dd>
        <dt>Tags</dt>
        <dd>{asset.tags.join(', ') || '–'}</dd>
        <dt>Files</dt>
        <dd>
          {asset.files.length === 0 && 'None yet'}
          {asset.files.map(({ id, format, resolution, size_in_kb, status }) => (
            <div key={id}>
              {[format.toUpperCase(), resolution, `${size_in_kb} KB`, status === 'ready' ? '' : status].filter(Boolean).join(' · ')}
            </div>
          ))}
        </dd>
      </dl>
      {asset.description && <p className={css['description']}>{asset.description}</p>}
    </>
  )
}

function Strip({ assets, at, onChoose }: { assets: ReviewedAsset[]; at: number; onChoose: (at: number) => void }) {
  return (
    <ul className={css['strip']} aria-label="Waiting">
      {assets.map((asset, index) => (
        <li key={asset.id}>
          <button type="button" className={css['thumb']} aria-current={index === at} onClick={() => onChoose(index)}>
            <Picture urls={pictureOf(asset)?.preview_urls} alt={asset.title} sizes="120px" />
          </button>
        </li>
      ))}
    </ul>
  )
}

const TITLE_SHOWN = 60

/** The decided asset has left the page by then: its title was kept when the decision was sent. */
function useAcknowledged(answer: Decided | undefined, title: RefObject<string>): void {
  useEffect(() => {
    if (!answer?.decided) return
    const shown = title.current.length > TITLE_SHOWN ? `${title.current.slice(0, TITLE_SHOWN).trimEnd()}…` : title.current
    toast(`${answer.decided.status === 'approved' ? 'Approved' : 'Rejected'} “${shown}”.`)
  }, [answer, title])
}

/** The next picture is in the browser before it is asked for. */
function useLoadedAhead(url: string | undefined): void {
  useEffect(() => {
    if (url) new Image().src = url
  }, [url])
}
