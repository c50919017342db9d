import { Link } from 'react-router'
import { type DeskClaim, decideClaim, previewDecision, recordSuit, resumeUploads, showClaim } from '#claims/desk.contract.ts'
import { CLAIM_KIND_LABELS, DECISIONS } from '#claims/rules.ts'
import { CLAIM_TONES, ClaimMessages, showCalendarDay, stateLabel } from '#claims/web/index.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Moment } from '#platform/web/ui/moment.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { adminAssets } from '#submissions/review.contract.ts'
import type { Route } from './+types/claim-page.ts'
import { ClaimActions } from './claim-actions.tsx'
import css from './claim-page.module.css'
import { ClaimedAsset, NearDuplicates } from './claimed-asset.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData ? `Claim ${loaderData.claim.claim_number}` : 'Claim' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const claim = await api(showClaim, { params: { id: params.claimId } })
  const wanted = [claim.asset_id, ...claim.near_duplicates]
  const shown = await api(adminAssets, { query: { ids: wanted.join(','), page_size: wanted.length } })
  return { claim, shown, is_own: claim.asset.owner_id === context.get(requestContext).user?.id }
}

const FAILED = 'This could not be saved. Please try again.'

/** `intent`: decide, preview, suit, or resume. A preview answers with the emails and changes nothing. */
export async function action({ request, params, context }: Route.ActionArgs) {
  const { intent, decision, message, note, reason, artist_id } = await readForm(
    request,
    ...(['intent', 'decision', 'message', 'note', 'reason', 'artist_id'] as const)
  )
  const api = context.get(apiContext)
  const at = { params: { id: params.claimId } }
  const chosen = DECISIONS.find((one) => one === decision)
  try {
    // Whoever may not see the claim is refused, whatever they send.
    await api(showClaim, at)
    if (intent === 'preview' && chosen)
      return { fields: {}, ...(await api(previewDecision, { ...at, body: { decision: chosen, message } })) }
    if (intent === 'decide' && chosen) await api(decideClaim, { ...at, body: { decision: chosen, message } })
    if (intent === 'suit') await api(recordSuit, { ...at, body: { note: note || reason } })
    if (intent === 'resume') await api(resumeUploads, { params: { id: artist_id }, body: { reason } })
    return { fields: {}, done: true as const }
  } catch (error) {
    return failed(error, FAILED)
  }
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function ClaimPage({ loaderData: { claim, shown, is_own } }: Route.ComponentProps) {
  const asset = shown.find(({ id }) => id === claim.asset_id)
  const near = claim.near_duplicates.flatMap((id) => shown.filter((one) => one.id === id))
  return (
    <Page
      title={`Claim ${claim.claim_number}`}
      intro={`${CLAIM_KIND_LABELS[claim.kind]}, about “${claim.asset_title || 'Untitled Asset'}”`}
      actions={<LinkButton to="/admin/claims">All claims</LinkButton>}
    >
      <div className={css['sides']}>
        <section aria-labelledby="claimant" className={css['side']}>
          <h2 id="claimant">The claim</h2>
          <ClaimDetails claim={claim} />
          <h3>What it says</h3>
          <p className={css['text']}>{claim.work || 'Erased'}</p>
          <ClaimMessages messages={claim.messages} reader="desk" />
          {claim.counter && <Counter counter={claim.counter} suit={claim.suit} restores_on={claim.restores_on} />}
        </section>
        <section aria-labelledby="asset" className={css['side']}>
          <h2 id="asset">The asset</h2>
          <ClaimedAsset claim={claim} asset={asset} />
          <NearDuplicates near={near} />
          <OtherClaims claims={claim.other_claims} />
        </section>
      </div>
      <ClaimActions key={claim.state} claim={claim} isOwn={is_own} />
    </Page>
  )
}

function ClaimDetails({ claim }: { claim: DeskClaim }) {
  return (
    <dl className={css['details']}>
      <dt>State</dt>
      <dd>
        <Badge tone={CLAIM_TONES[claim.state]}>{stateLabel(claim.state)}</Badge>
      </dd>
      <dt>From</dt>
      <dd>
        {claim.name || 'Erased'}, {claim.role === 'owner' ? 'owner of the rights' : 'acts for the owner'}
      </dd>
      <dt>Email</dt>
      <dd>
        <a href={`mailto:${claim.email}`}>{claim.email}</a>
      </dd>
      <dt>Address</dt>
      <dd className={css['text']}>{claim.address}</dd>
      {claim.work_url && (
        <>
          <dt>The work</dt>
          <dd>
            <a href={claim.work_url} rel="noreferrer nofollow noopener" target="_blank">
              {claim.work_url}
            </a>
          </dd>
        </>
      )}
      <dt>Signed</dt>
      <dd>{claim.signature}</dd>
      <dt>Received</dt>
      <dd>
        <Moment iso={claim.received_at} />
      </dd>
      {claim.decided_at && (
        <>
          <dt>Decided</dt>
          <dd>
            <Moment iso={claim.decided_at} /> {claim.decided_by && `by ${claim.decided_by.name}`}
          </dd>
        </>
      )}
    </dl>
  )
}

function Counter({ counter, suit, restores_on }: Pick<DeskClaim, 'suit' | 'restores_on'> & { counter: NonNullable<DeskClaim['counter']> }) {
  return (
    <section aria-labelledby="counter">
      <h3 id="counter">Counter-notice</h3>
      <p>
        From {counter.name}, signed “{counter.signature}”, <Moment iso={counter.received_at} />
      </p>
      <p className={css['text']}>{counter.address}</p>
      {restores_on && <p>The asset returns on {showCalendarDay(restores_on)}, unless the claimant files suit.</p>}
      {suit && (
        <p className={css['text']}>
          Suit recorded <Moment iso={suit.recorded_at} />: {suit.note}
        </p>
      )}
    </section>
  )
}

function OtherClaims({ claims }: { claims: DeskClaim['other_claims'] }) {
  if (claims.length === 0) return <p className={css['quiet']}>No other claims about works of this artist.</p>
  return (
    <section aria-labelledby="others">
      <h3 id="others">Other claims about works of this artist</h3>
      <ul className={css['others']}>
        {claims.map(({ id, claim_number, state }) => (
          <li key={id}>
            <Link to={`/admin/claims/${id}`}>{claim_number}</Link> {stateLabel(state)}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Claim" title="Failed to load the claim." />
}
