import { UNTITLED } from '#catalogue/rules.ts'
import { decideClaim, previewDecision, recordSuit, resumeUploads, showClaim } from '#claims/desk.contract.ts'
import { CLAIM_KIND_LABELS, DECISIONS } from '#claims/rules.ts'
import { ClaimMessages } from '#claims/web/index.ts'
import { failed } from '#platform/web/action.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { LoadFailed } from '#platform/web/ui/feedback/load-failed.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { adminAssets } from '#submissions/review.contract.ts'
import { SearchThisPicture } from '../picture-search/search-this-picture.tsx'
import { pictureOf } from '../review/review-picture.tsx'
import type { Route } from './+types/claim-page.ts'
import { ClaimActions } from './claim-actions.tsx'
import css from './claim-page.module.css'
import { Claimant, ClaimedWork, Counter, Course, OtherClaims } from './claim-sides.tsx'
import { ClaimedAsset, NearDuplicates } from './claimed-asset.tsx'

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData ? `Claim ${loaderData.claim.claim_number}` : 'Claim' }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const claim = await api(showClaim, { params: { id: params.claimId } })
  const wanted = [claim.asset_id, ...claim.near_duplicates]
  const shown = await api(adminAssets, { query: { ids: wanted.join(','), page_size: wanted.length } })
  const { user, brand_name } = context.get(requestContext)
  return { claim, shown, is_own: claim.asset.owner_id === user?.id, brand_name }
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

export default function ClaimPage({ loaderData: { claim, shown, is_own, brand_name } }: Route.ComponentProps) {
  const asset = shown.find(({ id }) => id === claim.asset_id)
  const near = claim.near_duplicates.flatMap((id) => shown.filter((one) => one.id === id))
  return (
    <Page
      title={`Claim ${claim.claim_number}`}
      intro={`${CLAIM_KIND_LABELS[claim.kind]}, about “${claim.asset_title || UNTITLED}”`}
      actions={<LinkButton to="/admin/claims">All claims</LinkButton>}
    >
      <div className={css['desk']}>
        <div className={css['evidence']}>
          <div className={css['versus']}>
            <ClaimedAsset claim={claim} asset={asset} />
            <ClaimedWork claim={claim} />
          </div>
          <NearDuplicates near={near} />
          <SearchThisPicture key={claim.asset_id} asset_id={claim.asset_id} picture_url={asset && pictureOf(asset)?.preview_urls?.[320]} />
          <ClaimMessages messages={claim.messages} reader="desk" brandName={brand_name} />
          {claim.counter && <Counter counter={claim.counter} suit={claim.suit} restores_on={claim.restores_on} />}
        </div>
        <aside className={css['side']} aria-label="Decision and progress">
          <ClaimActions key={claim.state} claim={claim} isOwn={is_own} />
          <Course claim={claim} />
          <Claimant claim={claim} />
          <OtherClaims claims={claim.other_claims} />
        </aside>
      </div>
    </Page>
  )
}

export function ErrorBoundary() {
  return <LoadFailed page="Claim" title="Failed to load the claim." />
}
