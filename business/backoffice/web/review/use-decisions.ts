import { useEffect, useEffectEvent, useRef } from 'react'
import { useFetcher } from 'react-router'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import type { Decided, ReviewedAsset } from '#submissions/review.contract.ts'
import { MESSAGES } from '#submissions/rules.ts'
import { pinsAsText, type RejectDraft } from './pins/pin-draft.ts'
import type { ReviewAnswer } from './review-load.ts'

type Decision = { status: 'approved' } | { status: 'rejected'; draft: RejectDraft }
/** An asset that could not be decided, and why. */
export type Undecided = { id: string; title: string; error: string }

const TITLE_LENGTH_MAX = 60

/** Sends decisions one after another. Decided assets leave the page, so their titles are remembered for the messages. */
export function useDecisions() {
  const fetcher = useFetcher<ReviewAnswer>()
  const titles = useRef(new Map<string, string>())
  const busy = fetcher.state !== 'idle'
  const answer = fetcher.data
  const acknowledge = useEffectEvent((decided: Decided[]) => {
    const done = decided.filter(({ error }) => !error)
    const [first] = done
    if (!first) return
    const verb = first.outcome === 'approved' ? 'Approved' : 'Rejected'
    toast(done.length === 1 ? `${verb} “${shorten(titles.current.get(first.id) ?? '')}”.` : `${verb} ${done.length} assets.`)
  })
  useEffect(() => {
    if (answer?.decided) acknowledge(answer.decided)
  }, [answer])
  const decide = (assets: readonly ReviewedAsset[], decision: Decision) => {
    if (assets.length === 0 || busy) return
    titles.current = new Map(assets.map(({ id, title }) => [id, title]))
    const form = new FormData()
    for (const { id, version } of assets) {
      form.append('id', id)
      form.append('version', version)
    }
    form.set('status', decision.status)
    if (decision.status === 'rejected') addRejection(form, decision.draft)
    void fetcher.submit(form, { method: 'post', preventScrollReset: true })
  }
  const fields = answer?.fields ?? {}
  const refusal = fields['form'] ?? Object.values(fields)[0]
  const undecided = (answer?.decided ?? []).flatMap(({ id, error }): Undecided[] =>
    error ? [{ id, title: titles.current.get(id) ?? '', error }] : []
  )
  return { decide, busy, undecided, refusal: refusal === MESSAGES.status_failed ? '' : refusal }
}

function addRejection(form: FormData, { reason, codes, pins, duplicate }: RejectDraft): void {
  form.set('reason', reason)
  for (const code of codes) form.append('reason_codes', code)
  form.set('pins', pinsAsText(pins))
  if (duplicate) form.set('duplicate_of', duplicate.id)
}

const shorten = (title: string) => (title.length > TITLE_LENGTH_MAX ? `${title.slice(0, TITLE_LENGTH_MAX).trimEnd()}…` : title)
