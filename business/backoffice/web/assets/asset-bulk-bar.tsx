import { useState } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { useUndoToast } from '#platform/web/use-undo-toast.ts'
import type { ReviewedAsset } from '#submissions/review.contract.ts'
import css from '../list-bar.module.css'
import { changed, manyForm } from '../many-form.ts'

type Answer = { fields?: Record<string, string>; done?: string; done_ids?: string[] }
type BulkBarProps = { picked: readonly ReviewedAsset[]; onAll: () => void; onClear: () => void }

/** An asset's free period as text, from which `restoreFreeOfMany` gives it back. */
export const periodOf = ({ id, is_free, free_starts_at, free_ends_at }: ReviewedAsset): string =>
  [id, is_free, free_starts_at ?? '', free_ends_at ?? ''].join('|')

/**
 * Makes the ticked assets free now, or not free. Nothing is asked before: Undo gives each the free period that it had. Withholding is not
 * here, because it needs a reason and people are told.
 */
export function AssetBulkBar({ picked, onAll, onClear }: BulkBarProps) {
  const fetcher = useFetcher<Answer>()
  const undoing = useFetcher<Answer>()
  const [was, setWas] = useState<readonly string[]>([])
  useUndoToast(fetcher.state === 'idle' ? fetcher.data : undefined, {
    undo: () =>
      void undoing.submit(manyForm('free-back', 'was', changed(was, '|', fetcher.data?.done_ids)), {
        method: 'post',
        action: '/all-assets'
      }),
    onDone: onClear
  })
  const set = (mode: 'now' | 'never') => {
    setWas(picked.map(periodOf))
    const ids = picked.map(({ id }) => id)
    const form = manyForm('free-many', 'id', ids)
    form.set('mode', mode)
    void fetcher.submit(form, { method: 'post', action: '/all-assets' })
  }
  const refusal = Object.values({ ...undoing.data?.fields, ...fetcher.data?.fields })[0]
  const busy = fetcher.state !== 'idle'
  if (picked.length === 0) return refusal ? <Notice tone="bad">{refusal}</Notice> : null
  return (
    <section className={css['bulk']} aria-label="Selected assets">
      <span role="status">{picked.length} selected</span>
      <Button type="button" small kind="main" busy={busy} onClick={() => set('now')}>
        Make selected free now
      </Button>
      <Button type="button" small disabled={busy} onClick={() => set('never')}>
        Make selected not free
      </Button>
      <Button type="button" small kind="quiet" onClick={onAll}>
        Select all on this page
      </Button>
      <Button type="button" small kind="quiet" onClick={onClear}>
        Clear
      </Button>
      {refusal && <Notice tone="bad">{refusal}</Notice>}
    </section>
  )
}
