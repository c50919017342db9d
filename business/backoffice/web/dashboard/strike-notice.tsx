import { Link } from 'react-router'
import { UNTITLED } from '#catalogue/rules.ts'
import type { Strikes } from '#claims/contract.ts'
import { CLAIM_KIND_LABELS, STRIKES_MAX } from '#claims/rules.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'

/** Nothing for an artist without strikes. */
export function StrikeNotice({ strikes: { count, uploads_paused, items } }: { strikes: Strikes }) {
  if (count === 0) return null
  const title = `You have ${count} of ${STRIKES_MAX} strikes.`
  const claims = items.map(
    ({ claim_number, asset_title, kind }) => `${asset_title || UNTITLED} (${claim_number}, ${CLAIM_KIND_LABELS[kind].toLowerCase()})`
  )
  return (
    <Notice tone={uploads_paused ? 'bad' : 'warn'} title={uploads_paused ? `${title} Your uploads are paused. Please contact us.` : title}>
      A claim about your work that we upheld counts as a strike until the work is restored: {claims.join(', ')}.{' '}
      <Link to="/assets">My Assets</Link> shows how to answer.
    </Notice>
  )
}
