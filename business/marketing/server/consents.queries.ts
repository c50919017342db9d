import type { Insertable } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

/** Does nothing if the address has agreed already. */
export async function insertConsent(db: Db, consent: Insertable<Database['marketing.consent']>): Promise<void> {
  await db
    .insertInto('marketing.consent')
    .values(consent)
    .onConflict((conflict) => conflict.column('email').where('withdrawn_at', 'is', null).doNothing())
    .execute()
}

/** Whether an address has withdrawn a consent. */
export async function hasWithdrawn(db: Db, email: string): Promise<boolean> {
  const withdrawn = db.selectFrom('marketing.consent').select('id').where('email', '=', email).where('withdrawn_at', 'is not', null)
  return (await withdrawn.executeTakeFirst()) !== undefined
}

export async function findByToken(db: Db, token: string) {
  return db.selectFrom('marketing.consent').select(['id', 'email', 'withdrawn_at']).where('token', '=', token).executeTakeFirst()
}

export async function findByAddress(db: Db, email: string) {
  return db
    .selectFrom('marketing.consent')
    .select(['id', 'words', 'agreed_at'])
    .where('email', '=', email)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
}

/** Does nothing if it was withdrawn before. */
export async function updateWithdrawn(db: Db, id: string, withdrawn_at: Date): Promise<void> {
  await db.updateTable('marketing.consent').set({ withdrawn_at }).where('id', '=', id).where('withdrawn_at', 'is', null).execute()
}

export type Filter = { q?: string | undefined }

const agreed = (db: Db, { q }: Filter) => {
  const consents = db.selectFrom('marketing.consent').where('withdrawn_at', 'is', null)
  return q ? consents.where('email', 'ilike', `%${escapeLike(q)}%`) : consents
}

/** Returns the addresses that agree, the newest first. */
export async function findConsents(db: Db, { page, page_size, ...filter }: Filter & { page: number; page_size: number }) {
  return agreed(db, filter)
    .select(['email', 'agreed_at', 'words', 'source', 'token'])
    .orderBy('agreed_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function findAllConsents(db: Db) {
  return agreed(db, {}).select(['email', 'agreed_at', 'words', 'source', 'token']).orderBy('agreed_at', 'desc').orderBy('id').execute()
}

export async function countConsents(db: Db, filter: Filter): Promise<number> {
  const { total } = await agreed(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function deleteConsentsOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('marketing.consent').where('email', '=', email).execute()
}

/** Moves the consents of an address to another one. An address that agreed already keeps its own consent. */
export async function updateAddress(tx: Tx, from: string, to: string): Promise<void> {
  const taken = tx.selectFrom('marketing.consent').select('id').where('email', '=', to).where('withdrawn_at', 'is', null)
  await tx
    .deleteFrom('marketing.consent')
    .where('email', '=', from)
    .where('withdrawn_at', 'is', null)
    .where(({ exists }) => exists(taken))
    .execute()
  await tx.updateTable('marketing.consent').set({ email: to }).where('email', '=', from).execute()
}

export async function deleteWithdrawn(db: Db, withdrawn_before: Date): Promise<void> {
  await db.deleteFrom('marketing.consent').where('withdrawn_at', '<', withdrawn_before).execute()
}
