import type { Db, Tx } from '#platform/database/connect.ts'
import type { RequestKind } from '../../rules.ts'
import '../tables.ts'

type Asked = { email: string; kind: RequestKind; asked_at: Date; expires_at: Date }

export async function insertRequest(tx: Tx, asked: Asked): Promise<string> {
  const { id } = await tx.insertInto('privacy.request').values(asked).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Returns undefined if the link was mailed already, or the request was deleted. */
export async function lockUnmailed(tx: Tx, id: string) {
  return tx
    .selectFrom('privacy.request')
    .selectAll()
    .where('id', '=', id)
    .where('token_hash', 'is', null)
    .where('used_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateToken(tx: Tx, id: string, token_hash: Buffer): Promise<void> {
  await tx.updateTable('privacy.request').set({ token_hash }).where('id', '=', id).execute()
}

export async function updateUsed(tx: Tx, id: string, used_at: Date): Promise<void> {
  await tx.updateTable('privacy.request').set({ used_at }).where('id', '=', id).execute()
}

/** Returns a request whose link can still be used. */
export async function findOpen(db: Db, token_hash: Buffer, now: Date) {
  return open(db, token_hash, now).executeTakeFirst()
}

export async function lockOpen(tx: Tx, token_hash: Buffer, now: Date) {
  return open(tx, token_hash, now).forUpdate().executeTakeFirst()
}

const open = (db: Db, token_hash: Buffer, now: Date) =>
  db
    .selectFrom('privacy.request')
    .select(['id', 'email', 'kind'])
    .where('token_hash', '=', token_hash)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)

export async function deleteRequestsOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('privacy.request').where('email', '=', email).execute()
}

export async function deleteExpired(db: Db, expired_before: Date): Promise<void> {
  await db.deleteFrom('privacy.request').where('expires_at', '<', expired_before).execute()
}
