import { releaseAsset } from '#catalogue/server/index.ts'
import { BUSINESS_ZONE, type Received } from '#platform/contract/index.ts'
import { type Ctx, type Db, inTransaction, refuse, signedIn, spend, type Tx } from '#platform/server/index.ts'
import { type counterClaim, type OwnClaim, type OwnClaimDetails, refusals } from '../contract.ts'
import * as toArtist from '../mails/artist-letters.ts'
import * as toClaimant from '../mails/claimant-letters.ts'
import type { Hold } from '../mails/letter.ts'
import { counterUntil, isStanding, mayCounter, restoreDay } from '../rules.ts'
import { recordStep } from './audit.ts'
import { eraseCounter } from './erase.queries.ts'
import { mailArtist, mailTo } from './letters.service.ts'
import { lockWithAsset } from './locks.ts'
import * as queries from './queries.ts'

type Open = Ctx<Tx>
type Claim = queries.ClaimRow

/** For one artist. */
const COUNTERS = { most: 30, seconds: 3600 }
/** The address of a claimant whose data was erased. */
const ERASED = ''
const businessDay = new Intl.DateTimeFormat('en-CA', { timeZone: BUSINESS_ZONE })

/** Returns the claims that artists see at their assets, by asset: those that were upheld. */
export async function claimsOfAssets(db: Db, now: Date, asset_ids: readonly string[]): Promise<Map<string, OwnClaim[]>> {
  const found = new Map<string, OwnClaim[]>()
  for (const claim of await queries.findDecidedOf(db, asset_ids))
    found.set(claim.asset_id, [...(found.get(claim.asset_id) ?? []), present(claim, now)])
  return found
}

const present = (claim: Claim, now: Date): OwnClaim => ({
  ...{ id: claim.id, claim_number: claim.claim_number, kind: claim.kind, state: claim.state, restores_on: claim.restores_on },
  message: claim.decision_message ?? '',
  counter_until: mayCounter(claim, now) && claim.decided_at ? counterUntil(claim.decided_at).toISOString() : null
})

export async function readOwn(ctx: Ctx, id: string): Promise<OwnClaimDetails> {
  const claim = await queries.findClaim(ctx.db, id)
  if (!claim?.decided_at || claim.artist_id !== signedIn(ctx).id || claim.state === 'rejected') throw refuse(refusals, 'claim_not_found')
  const { asset_id, asset_title, name: claimant, work, decided_at, countered_at, ended_at } = claim
  return {
    ...present(claim, ctx.now),
    ...{ asset_id, asset_title, claimant, work, decided_at: decided_at.toISOString() },
    ...{ countered_at: countered_at?.toISOString() ?? null, ended_at: ended_at?.toISOString() ?? null }
  }
}

/** Takes a counter-notice, once. The asset returns ten business days later. */
export async function counter(ctx: Ctx, { params, body }: Received<typeof counterClaim>): Promise<OwnClaim> {
  await spend(ctx, { key: `claims.counter.${signedIn(ctx).id}`, ...COUNTERS })
  return inTransaction(ctx, async (open) => {
    const { db, now, ports } = open
    const claim = await queries.lockClaim(db, params.id)
    if (!claim || claim.artist_id !== signedIn(open).id) throw refuse(refusals, 'claim_not_found')
    if (!mayCounter(claim, now)) throw refuse(refusals, 'not_counterable')
    const { name, address, signature } = body
    const countered = await queries.updateClaim(db, claim.id, {
      ...{ state: 'countered', countered_at: now, restores_on: restoreDay(businessDay.format(now)) },
      ...{ counter_name: name, counter_address: address, counter_signature: signature }
    })
    await queries.insertMessage(db, { claim_id: claim.id, sender: 'artist', body: counterMessage(signature), sent_at: now })
    await recordStep(open, { before: claim, after: countered }, 'claim.countered')
    await mailTo(open, claim.email, toClaimant.counterLetter(ports.settings, countered, { name, address, signature }))
    await mailArtist(open, claim.artist_id, (artist) => toArtist.counteredLetter(ports.settings, countered, artist))
    return present(countered, now)
  })
}

/** The counter-notice among the messages of the claim. The address is only in the mail to the claimant, as it may be a home. */
const counterMessage = (signature: string): string =>
  `This is my counter-notice. Under penalty of perjury, I believe in good faith that my work was taken off sale by mistake or misidentification. I consent to the jurisdiction of the court and accept service of process.\n\nSigned: ${signature}`

/** Restores the assets whose day has come. One that fails does not stop the others. */
export async function restoreDue(ctx: Ctx): Promise<void> {
  const failures: unknown[] = []
  for (const { id } of await queries.findDue(ctx.db, businessDay.format(ctx.now))) {
    try {
      await inTransaction(ctx, (open) => restoreOne(open, id))
    } catch (cause) {
      failures.push(new Error(`The asset of claim ${id} was not restored.`, { cause }))
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some assets were not restored.')
}

/** Ends a claim whose day has come. The asset stays off sale while another claim stands, or if an admin withheld it for another reason. */
async function restoreOne(open: Open, id: string): Promise<void> {
  const claim = await lockWithAsset(open.db, id)
  if (claim?.state !== 'countered' || claim.restores_on === null || claim.restores_on > businessDay.format(open.now)) return
  const others = (await queries.lockStanding(open.db, claim.asset_id)).filter((other) => other.id !== claim.id)
  const hold = holdOf(claim, others)
  if (!hold) await releaseAsset(open.db, claim.asset_id)
  await end(open, claim, hold)
}

function holdOf({ has_withheld }: Claim, others: readonly Claim[]): Hold | undefined {
  if (others.length > 0) return 'claim'
  return has_withheld ? undefined : 'admin'
}

/** Ends every claim that keeps an asset off sale, in the transaction in which an admin releases it. */
export async function restoreClaimsOf(open: Open, asset_id: string): Promise<void> {
  for (const claim of await queries.lockStanding(open.db, asset_id)) await end(open, claim)
}

/** `hold` keeps the asset off sale nevertheless. */
async function end(open: Open, claim: Claim, hold?: Hold): Promise<void> {
  if (!isStanding(claim.state)) return
  const { settings } = open.ports
  const restored = await queries.updateClaim(open.db, claim.id, { state: 'restored', restores_on: null, ended_at: open.now })
  await recordStep(open, { before: claim, after: restored }, 'claim.restored')
  const is_told = await mailArtist(open, claim.artist_id, (name) => toArtist.restoredLetter(settings, restored, name, hold))
  // The counter-notice of a deleted account was only kept for the claim.
  if (!is_told) await eraseCounter(open.db, [claim.id])
  if (claim.email !== ERASED) await mailTo(open, claim.email, toClaimant.restoredLetter(settings, restored, hold))
}
