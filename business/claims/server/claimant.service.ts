import { randomBytes } from 'node:crypto'
import { findAssets } from '#catalogue/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, type Db, inTransaction, mayMailStranger, networkOf, refuse, spend, type Tx } from '#platform/server/index.ts'
import { type makeClaim, refusals, type ShownClaim, type sendClaimMessage } from '../contract.ts'
import * as toClaimant from '../mails/claimant-letters.ts'
import * as toDesk from '../mails/desk-letters.ts'
import { isOpen, mayWrite } from '../rules.ts'
import { recordStep } from './audit.ts'
import { mailTo } from './letters.service.ts'
import * as queries from './queries.ts'

const HOUR = 3600
/** For one network address. */
const CLAIMS = { most: 10, seconds: HOUR }
const WRITTEN = { most: 30, seconds: HOUR }
/** For one claim, in all. */
const MESSAGES_MAX = 100

/** Stores a claim, and mails its claimant and support. */
export async function make(ctx: Ctx, { asset_id, ...claim }: Received<typeof makeClaim>['body']): Promise<Answer<typeof makeClaim>> {
  await spend(ctx, { key: `claims.claim.${networkOf(ctx.caller.ip)}`, ...CLAIMS }, 'You have made several reports. Please try again later.')
  const { good_faith: _good_faith, accuracy: _accuracy, work_url = null, ...typed } = claim
  return inTransaction(ctx, async (open) => {
    const asset = (await findAssets(open.db, open.now, [asset_id])).get(asset_id)
    if (asset?.status !== 'approved') throw refuse(refusals, 'asset_not_claimable')
    const { owner_id: artist_id, title: asset_title } = asset
    const token = randomBytes(32).toString('base64url')
    const row = { ...typed, work_url, token, asset_id, artist_id, asset_title, received_at: open.now }
    const made = await queries.insertClaim(open.db, { ...row, ...NOT_DECIDED })
    const { settings } = open.ports
    await recordStep(open, { before: null, after: made }, 'claim.received')
    await mailTo(open, settings.support_email, toDesk.newClaimLetter(settings, made))
    if (await mayMailStranger(open, made.email)) await mailTo(open, made.email, toClaimant.receivedLetter(settings, made))
    return { claim_number: made.claim_number, status_url: `${settings.public_url}/claims/${token}` }
  })
}

const NOT_DECIDED = {
  ...{ decided_at: null, decided_by: null, decision_message: null, ended_at: null },
  ...{ countered_at: null, counter_name: null, counter_address: null, counter_signature: null, restores_on: null },
  ...{ suit_at: null, suit_note: null }
}

export async function read(ctx: Ctx, token: string): Promise<ShownClaim> {
  const claim = await queries.findByToken(ctx.db, token)
  if (!claim) throw refuse(refusals, 'claim_not_found')
  return show(ctx.db, claim)
}

export async function write(ctx: Ctx, { params, body }: Received<typeof sendClaimMessage>): Promise<ShownClaim> {
  await spend(ctx, { key: `claims.message.${networkOf(ctx.caller.ip)}`, ...WRITTEN })
  return inTransaction(ctx, async (open) => {
    const claim = await lock(open, params.token)
    if (!mayWrite(claim.state)) throw refuse(refusals, 'claim_is_over')
    if ((await queries.countMessages(open.db, claim.id)) >= MESSAGES_MAX) throw refuse(refusals, 'too_many_claim_messages')
    await queries.insertMessage(open.db, { claim_id: claim.id, sender: 'claimant', body: body.body, sent_at: open.now })
    const state = claim.state === 'needs_info' ? 'received' : claim.state
    const answered = await queries.updateClaim(open.db, claim.id, { state })
    await recordStep(open, { before: claim, after: answered }, 'claim.answered')
    await tellDesk(open, claim)
    return show(open.db, answered)
  })
}

/** The desk hears of answers to its questions, and of what is written after the decision: a suit must be seen before the asset is restored. */
async function tellDesk(open: Ctx<Tx>, claim: queries.ClaimRow): Promise<void> {
  const { settings } = open.ports
  if (claim.state === 'needs_info') await mailTo(open, settings.support_email, toDesk.claimantAnsweredLetter(settings, claim))
  if (!isOpen(claim.state)) await mailTo(open, settings.support_email, toDesk.claimantWroteLetter(settings, claim))
}

export async function withdraw(ctx: Ctx, token: string): Promise<ShownClaim> {
  await spend(ctx, { key: `claims.withdrawal.${networkOf(ctx.caller.ip)}`, ...WRITTEN })
  return inTransaction(ctx, async (open) => {
    const claim = await lock(open, token)
    if (!isOpen(claim.state)) throw refuse(refusals, 'already_decided')
    const withdrawn = await queries.updateClaim(open.db, claim.id, { state: 'withdrawn', ended_at: open.now })
    await recordStep(open, { before: claim, after: withdrawn }, 'claim.withdrawn')
    if (await mayMailStranger(open, claim.email))
      await mailTo(open, claim.email, toClaimant.withdrawnLetter(open.ports.settings, withdrawn))
    return show(open.db, withdrawn)
  })
}

async function lock({ db }: Ctx<Tx>, token: string): Promise<queries.ClaimRow> {
  const found = await queries.findByToken(db, token)
  const claim = found && (await queries.lockClaim(db, found.id))
  if (!claim) throw refuse(refusals, 'claim_not_found')
  return claim
}

async function show(db: Db, { id, claim_number, state, kind, asset_title, restores_on, ...claim }: queries.ClaimRow): Promise<ShownClaim> {
  return {
    ...{ claim_number, state, kind, asset_title, restores_on },
    received_at: claim.received_at.toISOString(),
    decided_at: claim.decided_at?.toISOString() ?? null,
    countered_at: claim.countered_at?.toISOString() ?? null,
    ended_at: claim.ended_at?.toISOString() ?? null,
    messages: await messagesOf(db, id)
  }
}

export async function messagesOf(db: Db, claim_id: string): Promise<ShownClaim['messages']> {
  const rows = await queries.findMessages(db, claim_id)
  return rows.map(({ sender, body, sent_at }) => ({ from: sender, body, at: sent_at.toISOString() }))
}
