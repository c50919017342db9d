import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { ClaimState, MessageSender } from '../rules.ts'
import './tables.ts'

export type ClaimRow = Selectable<Database['claims.claim']>
export type NewClaim = Omit<Insertable<Database['claims.claim']>, 'claim_number'>

/** Inserts a claim under the next number. Numbers are consecutive but may have gaps. */
export async function insertClaim(db: Db, claim: NewClaim): Promise<ClaimRow> {
  const claim_number = sql<string>`'CL-' || (100000 + nextval('claims.claim_number'))`
  return db
    .insertInto('claims.claim')
    .values({ ...claim, claim_number })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function findClaim(db: Db, id: string): Promise<ClaimRow | undefined> {
  return db.selectFrom('claims.claim').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findByToken(db: Db, token: string): Promise<ClaimRow | undefined> {
  return db.selectFrom('claims.claim').selectAll().where('token', '=', token).executeTakeFirst()
}

/** Locks the claim's row, so that each step sees the state that the step before it left. */
export async function lockClaim(tx: Tx, id: string): Promise<ClaimRow | undefined> {
  return tx.selectFrom('claims.claim').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateClaim(tx: Tx, id: string, change: Updateable<Database['claims.claim']>): Promise<ClaimRow> {
  return tx.updateTable('claims.claim').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function insertMessage(
  tx: Tx,
  message: { claim_id: string; sender: MessageSender; body: string; sent_at: Date }
): Promise<void> {
  await tx.insertInto('claims.message').values(message).execute()
}

export async function findMessages(db: Db, claim_id: string) {
  return db.selectFrom('claims.message').select(['sender', 'body', 'sent_at']).where('claim_id', '=', claim_id).orderBy('id').execute()
}

export async function countMessages(db: Db, claim_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('claims.message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('claim_id', '=', claim_id)
    .executeTakeFirstOrThrow()
  return count
}

const STANDING: readonly ClaimState[] = ['upheld', 'countered']

/** Locks all claims that keep an asset off sale, oldest first. */
export async function lockStanding(tx: Tx, asset_id: string): Promise<ClaimRow[]> {
  return tx
    .selectFrom('claims.claim')
    .selectAll()
    .where('asset_id', '=', asset_id)
    .where('state', 'in', STANDING)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Returns the claims that an artist sees at these assets: those that were upheld. Newest first. */
export async function findDecidedOf(db: Db, asset_ids: readonly string[]): Promise<ClaimRow[]> {
  if (asset_ids.length === 0) return []
  return db
    .selectFrom('claims.claim')
    .selectAll()
    .where('asset_id', 'in', asset_ids)
    .where('state', 'in', [...STANDING, 'restored'])
    .orderBy('decided_at', 'desc')
    .execute()
}

/** Returns the claims whose asset returns on this day (California) or should have returned before. */
export async function findDue(db: Db, day: string): Promise<{ id: string }[]> {
  return db.selectFrom('claims.claim').select('id').where('restores_on', '<=', day).orderBy('restores_on').execute()
}

export async function findStrikes(db: Db, artist_id: string): Promise<(ClaimRow & { decided_at: Date })[]> {
  const rows = await db
    .selectFrom('claims.claim')
    .selectAll()
    .where('artist_id', '=', artist_id)
    .where('state', 'in', STANDING)
    .orderBy('decided_at', 'desc')
    .execute()
  return rows.flatMap(({ decided_at, ...row }) => (decided_at ? [{ ...row, decided_at }] : []))
}

export async function findResumedAt(db: Db, artist_id: string): Promise<Date | null> {
  const row = await db
    .selectFrom('claims.upload_resumption')
    .select('resumed_at')
    .where('artist_id', '=', artist_id)
    .orderBy('resumed_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.resumed_at ?? null
}

export async function insertResumption(tx: Tx, resumption: Omit<Insertable<Database['claims.upload_resumption']>, 'id'>): Promise<void> {
  await tx.insertInto('claims.upload_resumption').values(resumption).execute()
}

/** Locks the artist's row, so that two admins do not resume the same uploads. */
export async function lockArtist(tx: Tx, id: string) {
  return tx
    .selectFrom('accounts.user')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('role', '=', 'employee')
    .forUpdate()
    .executeTakeFirst()
}

export type ClaimFilter = { q: string; state?: ClaimState | undefined }
type Page = { page: number; page_size: number }

const found = (q: string) =>
  sql<SqlBool>`concat_ws(' ', claim.id, claim.claim_number, claim.asset_title, claim.name, claim.email) ilike ${`%${escapeLike(q)}%`}`

export async function findClaims(db: Db, { q, state, page, page_size }: ClaimFilter & Page): Promise<ClaimRow[]> {
  let query = db.selectFrom('claims.claim as claim').selectAll('claim')
  if (q) query = query.where(found(q))
  if (state) query = query.where('claim.state', '=', state)
  return query
    .orderBy('claim.received_at', 'desc')
    .orderBy('claim.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countClaims(db: Db, q: string): Promise<Partial<Record<ClaimState, number>>> {
  let query = db.selectFrom('claims.claim as claim').select(({ fn }) => ['claim.state', fn.countAll<number>().as('count')])
  if (q) query = query.where(found(q))
  const rows = await query.groupBy('claim.state').execute()
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

export async function findOtherClaims(db: Db, { id, artist_id }: Pick<ClaimRow, 'id' | 'artist_id'>, limit: number) {
  return db
    .selectFrom('claims.claim')
    .select(['id', 'claim_number', 'state'])
    .where('artist_id', '=', artist_id)
    .where('id', '<>', id)
    .orderBy('received_at', 'desc')
    .limit(limit)
    .execute()
}
