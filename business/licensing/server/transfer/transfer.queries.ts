import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import { EVENT_COLUMNS } from '../license-events.ts'
import '../tables.ts'

type NewTransfer = Insertable<Database['licensing.transfer']>

/** Returns false if the license is offered or transferred already (unique index one_transfer). */
export async function insertTransfer(tx: Tx, transfer: NewTransfer): Promise<boolean> {
  const row = await tx
    .insertInto('licensing.transfer')
    .values(transfer)
    .onConflict((conflict) => conflict.column('license_id').where('state', '<>', 'withdrawn').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Withdraws the open offer of a license. With `ended_before`, only one that has ended. */
export async function withdrawOffer(db: Db, license_id: string, ended_before?: Date): Promise<boolean> {
  let query = db
    .updateTable('licensing.transfer')
    .set({ state: 'withdrawn' })
    .where('license_id', '=', license_id)
    .where('state', '=', 'offered')
  if (ended_before) query = query.where('ends_at', '<=', ended_before)
  return (await query.executeTakeFirst()).numUpdatedRows > 0n
}

export async function findTransfer(db: Db, token_hash: Buffer) {
  return db
    .selectFrom('licensing.transfer as transfer')
    .innerJoin('licensing.license as license', 'license.id', 'transfer.license_id')
    .innerJoin('accounts.user as sender', 'sender.id', 'transfer.sender_id')
    .select(['transfer.id', 'transfer.license_id', 'transfer.email', 'transfer.state', 'transfer.ends_at'])
    .select(['license.asset_id', 'license.asset_title', 'license.license_type', 'sender.name as sender'])
    .where('transfer.token_hash', '=', token_hash)
    .executeTakeFirst()
}
export type TransferRow = NonNullable<Awaited<ReturnType<typeof findTransfer>>>

export async function lockTransfer(tx: Tx, token_hash: Buffer) {
  return tx.selectFrom('licensing.transfer').selectAll().where('token_hash', '=', token_hash).forUpdate().executeTakeFirst()
}

export async function lockLicense(tx: Tx, id: string) {
  return tx.selectFrom('licensing.license').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateAccepted(tx: Tx, id: string, accepted_at: Date): Promise<void> {
  await tx.updateTable('licensing.transfer').set({ state: 'accepted', accepted_at, email: null }).where('id', '=', id).execute()
}

export async function updateTransferred(tx: Tx, license_id: string, ended_at: Date): Promise<void> {
  await tx.updateTable('licensing.license').set({ status: 'transferred', ended_at }).where('id', '=', license_id).execute()
}

/** Returns, by license, the addresses of offers that can still be accepted. */
export async function findOffers(db: Db, license_ids: readonly string[], now: Date): Promise<Map<string, string>> {
  if (license_ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('licensing.transfer')
    .select(['license_id', 'email'])
    .where('license_id', 'in', license_ids)
    .where('state', '=', 'offered')
    .where('ends_at', '>', now)
    .execute()
  return new Map(rows.flatMap(({ license_id, email }) => (email === null ? [] : [[license_id, email]])))
}

/** Returns the certificate numbers of the licenses before and after a transfer. */
export async function findChain(db: Db, license: { id: string; transferred_from: string | null }) {
  const rows = await db
    .selectFrom('licensing.license')
    .select(['certificate_number', 'transferred_from'])
    .where((at) => at.or([at('transferred_from', '=', license.id), at('id', '=', license.transferred_from)]))
    .execute()
  const next = rows.find(({ transferred_from }) => transferred_from === license.id)
  const before = rows.find((row) => row !== next)
  return { transferred_from: before?.certificate_number ?? null, transferred_to: next?.certificate_number ?? null }
}

/** Deletes the offers to a person's address that were not accepted, and those that they made. */
export async function deleteOffers(tx: Tx, { id, email }: { id: string; email: string }): Promise<void> {
  await tx
    .deleteFrom('licensing.transfer')
    .where('state', '<>', 'accepted')
    .where((at) => at.or([at('email', '=', email), at('sender_id', '=', id)]))
    .execute()
}

/** Withdraws every open offer of a sender. */
export async function withdrawOffersOf(tx: Tx, sender_id: string): Promise<void> {
  await tx
    .updateTable('licensing.transfer')
    .set({ state: 'withdrawn' })
    .where('sender_id', '=', sender_id)
    .where('state', '=', 'offered')
    .execute()
}

export async function updateOfferAddress(tx: Tx, from: string, to: string): Promise<void> {
  await tx.updateTable('licensing.transfer').set({ email: to }).where('email', '=', from).where('state', '=', 'offered').execute()
}

export async function deleteOldOffers(db: Db, ended_before: Date): Promise<void> {
  await db.deleteFrom('licensing.transfer').where('state', '<>', 'accepted').where('ends_at', '<', ended_before).execute()
}

/** Revokes the licenses that others got by a transfer of these, or of a payment's. Returns them. */
export async function revokeTransferred(db: Db, of: { payment_id: string } | { license_ids: readonly string[] }, ended_at: Date) {
  const from =
    'payment_id' in of
      ? sql<string>`(select id from licensing.license where payment_id = ${of.payment_id})`
      : sql<string>`(select unnest(${of.license_ids}::uuid[]))`
  return db
    .updateTable('licensing.license')
    .set({ status: 'revoked', ended_at })
    .where(sql<boolean>`transferred_from in ${from}`)
    .where('status', '=', 'active')
    .returning(EVENT_COLUMNS)
    .execute()
}
