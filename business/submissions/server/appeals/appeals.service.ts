import { audit, countHolders } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, type Db, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import {
  type Appeal,
  appealRefusals,
  type listAppeals,
  type listReviewers,
  type makeAppeal,
  type OwnAppeal
} from '../../appeals.contract.ts'
import { refusals } from '../../contract.ts'
import { receivedMail } from '../../mails/appeal-mail.tsx'
import { mailArtist } from '../artist-mails.service.ts'
import * as queries from './appeals.queries.ts'
import { findReviewers } from './reviewers.queries.ts'

/** Appeals against a rejection of the caller's own asset, once. Another artist's asset is answered like an unknown one. */
export async function appeal(ctx: Ctx, { params, body }: Received<typeof makeAppeal>): Promise<OwnAppeal> {
  return inTransaction(ctx, async (open) => {
    const { db, now, ports } = open
    const artist = signedIn(open)
    const asset = await catalogue.lockAsset(db, params.id)
    if (asset?.owner_id !== artist.id) throw refuse(refusals, 'asset_not_found')
    if (asset.status !== 'rejected') throw refuse(appealRefusals, 'not_appealable')
    const made = await queries.insertAppeal(db, { asset_id: asset.id, message: body.message, made_at: now })
    if (!made) throw refuse(appealRefusals, 'already_appealed')
    await audit(db, {
      ...{ actor_id: artist.id, action: 'asset.appealed', subject_kind: 'asset', subject: asset.id },
      // Not the message: the audit log cannot be erased.
      details: { title: asset.title, appeal_id: made.id }
    })
    await mailArtist(open, artist.id, (name) => receivedMail({ sender: ports.settings, name, title: asset.title, message: body.message }))
    return presentOwn(made)
  })
}

export const presentOwn = ({ id, message, state, made_at, rejected_at, ended_at, answer }: queries.AppealRow): OwnAppeal => ({
  ...{ id, message, state, answer },
  made_at: made_at.toISOString(),
  rejected_at: rejected_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null
})

/** Returns, by asset, the appeals that artists see. */
export async function appealsOf(db: Db, asset_ids: readonly string[]): Promise<Map<string, OwnAppeal>> {
  const rows = await queries.findAppealsOf(db, asset_ids)
  return new Map(rows.map((row) => [row.asset_id, presentOwn(row)]))
}

/** Resubmitting an asset changes what the appeal was about, so it ends the appeal. */
export const withdrawAppeal = ({ db, now }: Ctx<Tx>, asset_id: string): Promise<boolean> => queries.withdrawAppeals(db, asset_id, now)

export async function list(ctx: Ctx, query: Received<typeof listAppeals>['query']): Promise<Answer<typeof listAppeals>> {
  const [rows, counts] = await Promise.all([queries.findAppeals(ctx.db, query), queries.countAppeals(ctx.db)])
  const { state, page, page_size } = query
  const total = state ? counts[state] : Object.values(counts).reduce((sum, count) => sum + count, 0)
  const items: Appeal[] = []
  for (const row of rows) items.push(await presentForDesk(ctx, row))
  return { items, total, page, page_size, counts }
}

export async function findForDesk(ctx: Ctx, id: string): Promise<Appeal> {
  const row = await queries.findListed(ctx.db, id)
  if (!row) throw refuse(appealRefusals, 'appeal_not_found')
  return presentForDesk(ctx, row)
}

const personOf = (id: string | null, name: string | null) => (id && name !== null ? { id, name } : null)

async function presentForDesk(ctx: Ctx, row: queries.ListedRow): Promise<Appeal> {
  const { asset_id, asset_title, asset_status, reason, reason_codes } = row
  return {
    ...presentOwn(row),
    ...{ asset_id, asset_title, asset_status, reason, reason_codes },
    artist: { id: row.artist_id, name: row.artist_name },
    rejected_by: personOf(row.rejected_by, row.reviewer_name),
    decided_by: personOf(row.decided_by, row.decider_name),
    is_own_decision: row.state === 'open' && (await isOwnDecision(ctx, row))
  }
}

/** Whether the caller rejected the asset, and another reviewer who is not its artist could decide instead. */
export async function isOwnDecision(ctx: Ctx, { rejected_by, artist_id }: queries.AppealRow): Promise<boolean> {
  const { id } = signedIn(ctx)
  return rejected_by === id && (await countHolders(ctx, 'review', [id, artist_id])) > 0
}

export async function showReviewers({ db }: Ctx): Promise<Answer<typeof listReviewers>> {
  return { items: await findReviewers(db) }
}

/** Erases what the owner of a deleted account wrote. */
export const eraseAppeals = ({ db }: Ctx<Tx>, { id }: { id: string }): Promise<void> => queries.eraseAppealsOf(db, id)
