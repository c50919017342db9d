import { findReachableUser } from '#accounts/server/index.ts'
import { withholdAsset } from '#catalogue/server/index.ts'
import { licenseesOf } from '#licensing/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import type { DeskClaim, decideClaim, previewDecision, recordSuit } from '../desk.contract.ts'
import * as toArtist from '../mails/artist-letters.ts'
import { claimMail } from '../mails/claim-mail.tsx'
import * as toClaimant from '../mails/claimant-letters.ts'
import type { Letter } from '../mails/letter.ts'
import { licenseeLetter } from '../mails/licensee-letter.ts'
import { isOpen, STRIKES_MAX } from '../rules.ts'
import { recordStep } from './audit.ts'
import { showForDesk } from './desk.service.ts'
import { MAIL_LICENSEES, mailArtist, mailTo } from './letters.service.ts'
import { lockWithAsset } from './locks.ts'
import * as queries from './queries.ts'
import { strikesOf } from './strikes.service.ts'

type Open = Ctx<Tx>
type Claim = queries.ClaimRow

/** Decides an open claim once: the row lock lets two admins decide one after another. */
export async function decide(ctx: Ctx, { params, body: { decision, message } }: Received<typeof decideClaim>): Promise<DeskClaim> {
  await inTransaction(ctx, async (open) => {
    const claim = await requireOpen(open, params.id)
    if (claim.artist_id === signedIn(open).id) throw refuse(refusals, 'own_asset')
    await queries.insertMessage(open.db, { claim_id: claim.id, sender: 'easel', body: message, sent_at: open.now })
    if (decision === 'ask') await ask(open, claim, message)
    if (decision === 'reject') await reject(open, claim, message)
    if (decision === 'uphold') await uphold(open, claim, message)
  })
  return showForDesk(ctx, params.id)
}

async function requireOpen({ db }: Open, id: string): Promise<Claim> {
  const claim = await lockWithAsset(db, id)
  if (!claim) throw refuse(refusals, 'claim_not_found')
  if (!isOpen(claim.state)) throw refuse(refusals, 'already_decided')
  return claim
}

const decidedBy = (open: Open, message: string) => ({ decided_at: open.now, decided_by: signedIn(open).id, decision_message: message })

async function ask(open: Open, claim: Claim, message: string): Promise<void> {
  const asked = await queries.updateClaim(open.db, claim.id, { state: 'needs_info' })
  await recordStep(open, { before: claim, after: asked }, 'claim.asked', message)
  await mailTo(open, claim.email, toClaimant.questionLetter(open.ports.settings, asked, message))
}

async function reject(open: Open, claim: Claim, message: string): Promise<void> {
  const rejected = await queries.updateClaim(open.db, claim.id, { state: 'rejected', ended_at: open.now, ...decidedBy(open, message) })
  await recordStep(open, { before: claim, after: rejected }, 'claim.rejected', message)
  await mailTo(open, claim.email, toClaimant.rejectedLetter(open.ports.settings, rejected, message))
}

async function uphold(open: Open, claim: Claim, message: string): Promise<void> {
  const { db, ports } = open
  const has_withheld = await takeOffSale(open, claim)
  const upheld = await queries.updateClaim(db, claim.id, { state: 'upheld', has_withheld, ...decidedBy(open, message) })
  await recordStep(open, { before: claim, after: upheld }, 'claim.upheld', message)
  await mailTo(open, claim.email, toClaimant.upheldLetter(ports.settings, upheld, message, open.now))
  const strikes = await strikesOf(db, claim.artist_id)
  await mailArtist(open, claim.artist_id, (name) =>
    toArtist.takenDownLetter(ports.settings, upheld, message, { name, strikes: strikes.count, is_paused: strikes.uploads_paused }, open.now)
  )
  await ports.jobs.send(db, MAIL_LICENSEES, { claim_id: claim.id })
}

/** Returns whether the asset is now off sale because of claims, rather than because an admin withheld it before. */
async function takeOffSale(open: Open, { asset_id, artist_id, claim_number }: Claim): Promise<boolean> {
  const withholding = { withheld_at: open.now, withheld_by: signedIn(open).id, withheld_reason: `Claim ${claim_number} was upheld.` }
  if (await withholdAsset(open.db, { id: asset_id, ...withholding })) {
    await open.ports.events.publish(open, [{ type: 'asset.withheld', to: artist_id, data: { asset_id } }])
    return true
  }
  return (await queries.lockStanding(open.db, asset_id)).some(({ has_withheld }) => has_withheld)
}

/** Makes the emails of a decision without sending or deciding anything. */
export async function preview(ctx: Ctx, { params, body }: Received<typeof previewDecision>): Promise<Answer<typeof previewDecision>> {
  const claim = await queries.findClaim(ctx.db, params.id)
  if (!claim) throw refuse(refusals, 'claim_not_found')
  if (!isOpen(claim.state)) throw refuse(refusals, 'already_decided')
  const written = await lettersOf(ctx, { ...claim, decided_at: ctx.now }, body)
  const mails = await Promise.all(
    written.map(async ({ to, letter }) => {
      const { subject, text } = await claimMail(ctx.ports.settings, letter)
      return { to, subject, text }
    })
  )
  return { mails }
}

type Written = { to: string; letter: Letter }

async function lettersOf(ctx: Ctx, claim: Claim, { decision, message }: Received<typeof previewDecision>['body']): Promise<Written[]> {
  const { settings } = ctx.ports
  const claimant = `The claimant, ${claim.name}`
  if (decision === 'ask') return [{ to: claimant, letter: toClaimant.questionLetter(settings, claim, message) }]
  if (decision === 'reject') return [{ to: claimant, letter: toClaimant.rejectedLetter(settings, claim, message) }]
  const artist = await findReachableUser(ctx.db, claim.artist_id)
  const strikes = (await strikesOf(ctx.db, claim.artist_id)).count + 1
  const recipient = { name: artist?.name ?? '', strikes, is_paused: strikes >= STRIKES_MAX }
  const [licensee, ...more] = await licenseesOf(ctx.db, claim.asset_id)
  const artistMail = { to: `The artist, ${recipient.name}`, letter: toArtist.takenDownLetter(settings, claim, message, recipient, ctx.now) }
  return [
    { to: claimant, letter: toClaimant.upheldLetter(settings, claim, message, ctx.now) },
    ...(artist ? [artistMail] : []),
    ...(licensee ? [{ to: `Licensees: ${more.length + 1}`, letter: licenseeLetter(settings, claim, licensee.name) }] : [])
  ]
}

export async function recordSuitFiled(ctx: Ctx, { params, body: { note } }: Received<typeof recordSuit>): Promise<DeskClaim> {
  await inTransaction(ctx, async (open) => {
    const claim = await queries.lockClaim(open.db, params.id)
    if (!claim) throw refuse(refusals, 'claim_not_found')
    if (claim.state !== 'countered' || claim.suit_at !== null) throw refuse(refusals, 'no_counter_notice')
    const sued = await queries.updateClaim(open.db, claim.id, { suit_at: open.now, suit_note: note, restores_on: null })
    await recordStep(open, { before: claim, after: sued }, 'claim.suit_recorded', note)
    const { settings } = open.ports
    await mailArtist(open, claim.artist_id, (name) => toArtist.suitLetter(settings, sued, name))
    await mailTo(open, claim.email, toClaimant.suitRecordedLetter(settings, sued))
  })
  return showForDesk(ctx, params.id)
}
