import { audit, changedFields } from '#accounts/server/index.ts'
import type { Ctx, Tx } from '#platform/server/index.ts'
import type { ClaimRow } from './queries.ts'

type Step =
  | 'claim.received'
  | 'claim.answered'
  | 'claim.upheld'
  | 'claim.rejected'
  | 'claim.asked'
  | 'claim.countered'
  | 'claim.suit_recorded'
  | 'claim.restored'
  | 'claim.withdrawn'

/** A claim before and after a step. A new one has no state before. */
type Change = { before: ClaimRow | null; after: ClaimRow }

/** Records a step of a claim. The actor is missing for what claimants and jobs do. */
export async function recordStep({ db, actor }: Ctx<Tx>, { before, after }: Change, action: Step, reason?: string): Promise<void> {
  const { id, claim_number, asset_id, asset_title: title } = after
  await audit(db, {
    ...{ actor_id: actor?.id ?? null, action, subject_kind: 'claim', subject: id },
    details: { claim_number, asset_id, title, ...(reason !== undefined && { reason }), ...changedFields(stepOf(before), stepOf(after)) }
  })
}

const stepOf = (claim: ClaimRow | null) => ({
  ...(claim && { state: claim.state }),
  restores_on: claim?.restores_on ?? null,
  suit_recorded: claim !== null && claim.suit_at !== null
})
