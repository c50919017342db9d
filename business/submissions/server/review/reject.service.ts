import * as catalogue from '#catalogue/server/index.ts'
import type { Received } from '#platform/contract/index.ts'
import { type Ctx, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { rejectedMail } from '../../mails/rejection-mail.tsx'
import type { decideAsset } from '../../review.contract.ts'
import { saysDuplicate } from '../../rules.ts'
import { mailArtist } from '../artist-mails.service.ts'
import { forgetSoon } from './approve.service.ts'
import { findingCodesOf } from './finding-codes.ts'

export type Decision = Received<typeof decideAsset>['body']
type Rejection = Pick<Decision, 'status' | 'reason_codes' | 'pins' | 'duplicate_of'>

/** A rejection as a duplicate names the other asset (specification 3 section 3). */
export function requireDuplicateNamed({ status, duplicate_of, ...reasons }: Rejection): void {
  if (status === 'rejected' && saysDuplicate(reasons) && !duplicate_of) throw refuseDuplicate('duplicate_unnamed')
}

const refuseDuplicate = (code: 'duplicate_unnamed' | 'duplicate_unknown') =>
  refuse(refusals, code, { fields: { duplicate_of: refusals[code].message } })

/**
 * Locks an asset and, for a rejection, the one of which it is a duplicate, always in the same order, so that two that name each other
 * never wait for each other. Returns the asset, or undefined if it does not exist.
 */
export async function lockForDecision(open: Ctx<Tx>, sent_id: string, decision: Rejection): Promise<catalogue.DeskAsset | undefined> {
  // Ids may arrive in capitals, which PostgreSQL does not distinguish.
  const id = sent_id.toLowerCase()
  const other = decision.status === 'rejected' ? decision.duplicate_of?.toLowerCase() : null
  const known = new Set<string>()
  for (const one of [id, ...(other ? [other] : [])].toSorted()) if (await catalogue.lockAsset(open.db, one)) known.add(one)
  if (!known.has(id)) return undefined
  if (other && (other === id || !known.has(other))) throw refuseDuplicate('duplicate_unknown')
  return catalogue.findDeskAsset(open.db, open.now, id)
}

/** Rejects a pending asset, stores what it was for its artist and for the review after a resubmission, and mails its artist. */
export async function reject(open: Ctx<Tx>, asset: catalogue.DeskAsset, decision: Decision): Promise<void> {
  const { db, now, ports } = open
  const { reason, reason_codes, pins, duplicate_of } = decision
  requireOwnFiles(asset, pins)
  const reject = { reject_reason: reason || null, reject_reason_codes: reason_codes }
  if (!(await catalogue.decideAsset(db, { id: asset.id, status: 'rejected', decided_by: signedIn(open).id, decided_at: now, ...reject })))
    throw refuse(refusals, 'already_decided')
  const finding_codes = (await findingCodesOf(db, [asset.id])).get(asset.id) ?? []
  const keys = await catalogue.storeRejectedVersion(db, asset.id, { pins, duplicate_of: duplicate_of ?? null, finding_codes })
  await forgetSoon(open, keys)
  const { title, owner_id } = asset
  await mailArtist(open, owner_id, (name) => rejectedMail({ sender: ports.settings, name, title, reason, reason_codes, pins }))
}

function requireOwnFiles({ files }: catalogue.DeskAsset, pins: Decision['pins']): void {
  const at = pins.findIndex(({ file_id }) => files.every(({ id }) => id !== file_id))
  if (at >= 0) throw refuse(refusals, 'pin_astray', { fields: { [`pins.${at}.file_id`]: refusals.pin_astray.message } })
}
