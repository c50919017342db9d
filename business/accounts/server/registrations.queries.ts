import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

const WAITING = ['id', 'name', 'password_hash', 'browser_hash'] as const

/** Until the transaction ends nobody else registers that address, whether or not anyone has before. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounts.registration ${email}`}, 0))`.execute(tx)
}

/** The registration made in that browser, or else the newest of the address. */
export async function findRegistration(db: Db, email: string, browser_hash: Buffer) {
  return db
    .selectFrom('accounts.registration')
    .select(WAITING)
    .where('email', '=', email)
    .orderBy((eb) => eb('browser_hash', '=', browser_hash), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findNewestRegistration(db: Db, email: string) {
  return db
    .selectFrom('accounts.registration')
    .select(WAITING)
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type NewRegistration = { email: string; name: string; password_hash: string; browser_hash: Buffer; created_at: Date }

export async function insertRegistration(db: Db, registration: NewRegistration): Promise<void> {
  await db.insertInto('accounts.registration').values(registration).execute()
}

export async function updateRegistration(db: Db, id: string, changes: Omit<NewRegistration, 'email'>): Promise<void> {
  await db.updateTable('accounts.registration').set(changes).where('id', '=', id).execute()
}

/** Deletes all but the newest of an address. */
export async function trimRegistrations(db: Db, email: string, most: number): Promise<void> {
  await db
    .deleteFrom('accounts.registration')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('accounts.registration')
        .select('id')
        .where('email', '=', email)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(most)
    )
    .execute()
}

/** Deletes the registrations of an address and answers them. */
export async function takeRegistrations(db: Db, email: string) {
  return db.deleteFrom('accounts.registration').where('email', '=', email).returning(WAITING).execute()
}

/** Those of one address go together, once none of them is new: if the old ones went first, the last to register would be left as the only one. */
export async function deleteForgottenRegistrations(db: Db, before: Date): Promise<void> {
  await db
    .deleteFrom('accounts.registration')
    .where('email', 'in', (eb) =>
      eb
        .selectFrom('accounts.registration')
        .select('email')
        .groupBy('email')
        .having((eb) => eb(eb.fn.max('created_at'), '<', before))
    )
    .execute()
}
