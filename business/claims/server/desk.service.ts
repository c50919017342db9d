import { findUser } from '#accounts/server/index.ts'
import { findDeskAsset, nearDuplicatesOf } from '#catalogue/server/index.ts'
import { licenseesOf } from '#licensing/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, refuse } from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import type { DeskClaim, ListedClaim, listClaims } from '../desk.contract.ts'
import { CLAIM_STATES, type ClaimState } from '../rules.ts'
import { messagesOf } from './claimant.service.ts'
import * as queries from './queries.ts'
import { strikesOf } from './strikes.service.ts'

const OTHERS_MAX = 50

export async function list({ db }: Ctx, query: Received<typeof listClaims>['query']): Promise<Answer<typeof listClaims>> {
  const { page, page_size, q, state } = query
  const [rows, found] = await Promise.all([queries.findClaims(db, query), queries.countClaims(db, q)])
  const counts = Object.fromEntries(CLAIM_STATES.map((one) => [one, found[one] ?? 0])) as Record<ClaimState, number>
  const total = state ? counts[state] : Object.values(counts).reduce((sum, count) => sum + count, 0)
  return { items: rows.map(present), total, page, page_size, counts }
}

const present = ({
  id,
  claim_number,
  state,
  kind,
  asset_id,
  asset_title,
  name,
  received_at,
  restores_on
}: queries.ClaimRow): ListedClaim => ({
  ...{ id, claim_number, state, kind, asset_id, asset_title, name, restores_on },
  received_at: received_at.toISOString()
})

export async function showForDesk(ctx: Ctx, id: string): Promise<DeskClaim> {
  const { db } = ctx
  const claim = await queries.findClaim(db, id)
  const asset = claim && (await findDeskAsset(db, ctx.now, claim.asset_id))
  if (!claim || !asset) throw refuse(refusals, 'claim_not_found')
  const near = await nearDuplicatesOf(db, [asset.id])
  return {
    ...present(claim),
    ...writtenIn(claim),
    decided_at: claim.decided_at?.toISOString() ?? null,
    decided_by: await deciderOf(ctx, claim),
    ended_at: claim.ended_at?.toISOString() ?? null,
    counter: counterOf(claim),
    suit: claim.suit_at && { note: claim.suit_note ?? '', recorded_at: claim.suit_at.toISOString() },
    asset: { ...asset, file_url: asset.files.find(({ file_url }) => file_url)?.file_url ?? null },
    near_duplicates: near.get(asset.id) ?? [],
    other_claims: await queries.findOtherClaims(db, claim, OTHERS_MAX),
    strikes: await strikesOf(db, claim.artist_id),
    licensees: (await licenseesOf(db, asset.id)).length,
    messages: await messagesOf(db, id)
  }
}

/** No claim is stored without the two statements. */
const writtenIn = ({ email, address, role, work, work_url, signature }: queries.ClaimRow) =>
  ({ email, address, role, work, work_url, signature, good_faith: true, accuracy: true }) as const

async function deciderOf({ db }: Ctx, { decided_by }: queries.ClaimRow): Promise<DeskClaim['decided_by']> {
  const admin = decided_by ? await findUser(db, decided_by) : undefined
  return admin ? { id: admin.id, name: admin.name } : null
}

function counterOf({ countered_at, counter_name, counter_address, counter_signature }: queries.ClaimRow): DeskClaim['counter'] {
  if (!countered_at) return null
  return {
    ...{ name: counter_name ?? '', address: counter_address ?? '', signature: counter_signature ?? '' },
    received_at: countered_at.toISOString()
  }
}
