import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

const COLUMNS = ['id', 'name', 'password_hash', 'browser_hash'] as const

/** Blocks other registrations of the address until the transaction ends, even if there are none yet. */
export async function lockAddress(tx: Tx, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`accounts.registration ${email}`}, 0))`.execute(tx)
}

/** Returns the registration made in this browser, else the newest of the address. */
export async function findRegistration(db: Db, email: string, browser_hash: Buffer) {
  return db
    .selectFrom('accounts.registration')
    .select(COLUMNS)
    .where('email', '=', email)
    .orderBy((eb) => eb('browser_hash', '=', browser_hash), 'desc')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function findNewestRegistration(db: Db, email: string) {
  return db
    .selectFrom('accounts.registration')
    .select(COLUMNS)
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

/** Deletes all but the newest `max` of an address. */
export async function trimRegistrations(db: Db, email: string, max: number): Promise<void> {
  await db
    .deleteFrom('accounts.registration')
    .where('id', 'in', (eb) =>
      eb.selectFrom('accounts.registration').select('id').where('email', '=', email).orderBy('created_at', 'desc').orderBy('id').offset(max)
    )
    .execute()
}

/** Deletes and returns the registrations of an address. */
export async function takeRegistrations(db: Db, email: string) {
  return db.deleteFrom('accounts.registration').where('email', '=', email).returning(COLUMNS).execute()
}

/** Deletes an address's registrations only when all of them have expired. Deleting some earlier could leave one as the only one, which is then trusted. */
export async function deleteExpiredRegistrations(db: Db, before: Date): Promise<void> {
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
