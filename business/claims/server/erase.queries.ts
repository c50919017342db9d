import { sql } from 'kysely'
import type { Tx } from '#platform/database/connect.ts'
import './tables.ts'

/** What an artist typed into a counter-notice. */
const COUNTER = { counter_name: null, counter_address: null, counter_signature: null }

/** What was typed into a claim. Its number, dates, and outcome stay. */
const TYPED = { ...COUNTER, name: '', email: '', address: '', work: '', work_url: null, signature: '', suit_note: null }

async function erase(tx: Tx, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return
  const ids = rows.map(({ id }) => id)
  await tx.updateTable('claims.claim').set(TYPED).where('id', 'in', ids).execute()
  await tx.deleteFrom('claims.message').where('claim_id', 'in', ids).execute()
}

/** Erases a counter-notice, and leaves what the claimant and Easel wrote. */
export async function eraseCounter(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('claims.claim').set(COUNTER).where('id', 'in', ids).execute()
  await tx.deleteFrom('claims.message').where('claim_id', 'in', ids).where('sender', '=', 'artist').execute()
}

/** When a claim ended. Many that stand never end: for them, when somebody last did or wrote something. Null for a claim that is open. */
const overSince = sql<Date | null>`case
  when claim.ended_at is not null then claim.ended_at
  when claim.state in ('upheld', 'countered') then greatest(claim.decided_at, claim.countered_at, claim.suit_at,
    (select max(message.sent_at) from claims.message message where message.claim_id = claim.id))
  end`

/** Erases claims that are over since before a moment. Returns how many. */
export async function eraseOver(tx: Tx, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .selectFrom('claims.claim as claim')
    .select('claim.id')
    .where(overSince, '<', before)
    .where(({ eb, or, exists, selectFrom }) =>
      or([
        eb('claim.name', '<>', ''),
        // The claimant may write about a claim that stands after it was erased.
        exists(selectFrom('claims.message as message').select('message.id').whereRef('message.claim_id', '=', 'claim.id'))
      ])
    )
    .limit(limit)
    .execute()
  await erase(tx, rows)
  return rows.length
}

/** Erases what a person wrote into claims that have ended, as claimant. Claims that are open or stand are kept as evidence. */
export async function eraseOfClaimant(tx: Tx, email: string): Promise<void> {
  await erase(tx, await tx.selectFrom('claims.claim').select('id').where('email', '=', email).where('ended_at', 'is not', null).execute())
}

/** Erases an artist's counter-notices to claims that have ended. One to a claim that stands is evidence until it ends. */
export async function eraseOfArtist(tx: Tx, artist_id: string): Promise<void> {
  const rows = await tx
    .selectFrom('claims.claim')
    .select('id')
    .where('artist_id', '=', artist_id)
    .where('countered_at', 'is not', null)
    .where('ended_at', 'is not', null)
    .execute()
  await eraseCounter(
    tx,
    rows.map(({ id }) => id)
  )
}
