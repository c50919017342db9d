import { audit } from '#accounts/server/index.ts'
import * as catalogue from '#catalogue/server/index.ts'
import { nameIcon } from '#icons/server/index.ts'
import type { Cents, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type Appeal, appealRefusals, type decideAppeal } from '../../appeals.contract.ts'
import { refusals } from '../../contract.ts'
import { type Overturned, overturnedMail, upheldMail } from '../../mails/appeal-mail.tsx'
import { mailArtist } from '../artist-mails.service.ts'
import { approve, isAsRejected, mayBePublished } from '../review/approve.service.ts'
import * as queries from './appeals.queries.ts'
import { findForDesk, isOwnDecision } from './appeals.service.ts'

type Body = Received<typeof decideAppeal>['body']

/** Decides an open appeal once. The asset is locked before its appeal, as everywhere, so that a resubmission comes before or after. */
export async function decide(ctx: Ctx, { params, body }: Received<typeof decideAppeal>): Promise<Appeal> {
  await inTransaction(ctx, async (open) => {
    const found = await queries.findAppeal(open.db, params.id)
    if (!found) throw refuse(appealRefusals, 'appeal_not_found')
    const asset = await lockShown(open, found.asset_id)
    const appeal = await queries.findAppeal(open.db, found.id)
    if (appeal?.state !== 'open') throw refuse(appealRefusals, 'already_decided')
    await requireDecider(open, appeal)
    if (body.version !== undefined && body.version !== asset.version) throw refuse(refusals, 'changed_meanwhile')
    await (body.decision === 'overturn' ? overturn(open, appeal, asset, body) : uphold(open, appeal, asset, body))
    if (body.decision === 'overturn') await nameIcon(open, asset.id)
  })
  return findForDesk(ctx, params.id)
}

async function requireDecider(open: Ctx<Tx>, appeal: queries.AppealRow): Promise<void> {
  if (appeal.artist_id === signedIn(open).id) throw refuse(refusals, 'own_work')
  if (await isOwnDecision(open, appeal)) throw refuse(appealRefusals, 'own_decision')
}

async function lockShown({ db, now }: Ctx<Tx>, asset_id: string): Promise<catalogue.DeskAsset> {
  const asset = (await catalogue.lockAsset(db, asset_id)) && (await catalogue.findDeskAsset(db, now, asset_id))
  if (!asset) throw refuse(appealRefusals, 'appeal_not_found')
  return asset
}

/**
 * Approves the asset if it still is what was rejected and can be published, because nobody has decided about anything else. Otherwise it is back
 * in the review queue.
 */
async function overturn(open: Ctx<Tx>, appeal: queries.AppealRow, asset: catalogue.DeskAsset, { message }: Body): Promise<void> {
  const outcome = outcomeOf(asset)
  const status = outcome === 'approved' ? 'approved' : 'pending'
  if (!(await catalogue.endRejection(open.db, asset.id, open.now, 'appeal'))) throw refuse(appealRefusals, 'already_decided')
  const wage = outcome === 'approved' ? await approve(open, asset) : null
  await end(open, appeal, { state: 'overturned', message, title: asset.title, wage, status })
  const { title, id: asset_id } = asset
  await mailArtist(open, appeal.artist_id, (name) =>
    overturnedMail({ sender: open.ports.settings, name, title, message, asset_id, outcome })
  )
}

function outcomeOf(asset: catalogue.DeskAsset): Overturned {
  if (!mayBePublished(asset)) return 'no_files'
  return isAsRejected(asset) ? 'approved' : 'changed'
}

async function uphold(open: Ctx<Tx>, appeal: queries.AppealRow, { title }: catalogue.DeskAsset, { message }: Body): Promise<void> {
  await end(open, appeal, { state: 'upheld', message, title, wage: null, status: 'rejected' })
  await mailArtist(open, appeal.artist_id, (name) => upheldMail({ sender: open.ports.settings, name, title, message }))
}

type End = { state: 'overturned' | 'upheld'; message: string; title: string; wage: Cents | null; status: string }

async function end(open: Ctx<Tx>, appeal: queries.AppealRow, { state, message, title, wage, status }: End): Promise<void> {
  const { db, now } = open
  const { id: decided_by } = signedIn(open)
  if (!(await queries.endAppeal(db, appeal.id, { state, ended_at: now, decided_by, answer: message })))
    throw refuse(appealRefusals, 'already_decided')
  await audit(db, {
    ...{ actor_id: decided_by, action: `appeal.${state}`, subject_kind: 'appeal', subject: appeal.id },
    details: { title, asset_id: appeal.asset_id, status, reason: message, wage_cents: wage }
  })
}
