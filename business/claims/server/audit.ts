import { audit } from '#accounts/server/index.ts'
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

/** Records a step of a claim. The actor is missing for what claimants and jobs do. */
export const recordStep = (
  { db, actor }: Ctx<Tx>,
  { id, claim_number, asset_id, asset_title: title }: ClaimRow,
  action: Step,
  details: Record<string, string> = {}
): Promise<void> =>
  audit(db, {
    ...{ actor_id: actor?.id ?? null, action, subject_kind: 'claim', subject: id },
    details: { claim_number, asset_id, title, ...details }
  })
