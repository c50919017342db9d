import type { Insertable } from 'kysely'
import type { Database, Db } from '#platform/database/connect.ts'
import '../tables.ts'

type NewRate = Insertable<Database['invoicing.tax_rate']>
export type Place = { country: string; state: string | null }

/** Finds the rate of a place on a day: the newest of its state, if the state has one, else the newest of its country. */
export async function findRate(db: Db, { country, state }: Place, day: string) {
  return (
    db
      .selectFrom('invoicing.tax_rate')
      .selectAll()
      .where('country', '=', country)
      .where('state', 'in', ['', state ?? ''])
      .where('starts_on', '<=', day)
      // The empty state is the smallest.
      .orderBy('state', 'desc')
      .orderBy('starts_on', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

export async function findRates(db: Db) {
  return db.selectFrom('invoicing.tax_rate').selectAll().orderBy('country').orderBy('state').orderBy('starts_on', 'desc').execute()
}

export async function lockRateOf(db: Db, { country, state, starts_on }: Pick<NewRate, 'country' | 'state' | 'starts_on'>) {
  return db
    .selectFrom('invoicing.tax_rate')
    .selectAll()
    .where('country', '=', country)
    .where('state', '=', state)
    .where('starts_on', '=', starts_on)
    .forUpdate()
    .executeTakeFirst()
}

/** Replaces the rate of the same place and day. */
export async function upsertRate(db: Db, rate: NewRate) {
  const { per_million, created_at, created_by } = rate
  return db
    .insertInto('invoicing.tax_rate')
    .values(rate)
    .onConflict((conflict) =>
      conflict.columns(['country', 'state', 'starts_on']).doUpdateSet({ per_million, created_at, created_by: created_by ?? null })
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}
