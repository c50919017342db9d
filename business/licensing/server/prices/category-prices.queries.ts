import type { CompiledQuery, InferResult } from 'kysely'
import type { Category } from '#catalogue/rules.ts'
import type { Cents } from '#platform/contract/index.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

export async function findPrices(db: Db): Promise<PriceRow[]> {
  pricesQuery ??= selectPrices(db).compile()
  return (await db.executeQuery(pricesQuery)).rows
}

/** Compiled once: each price that is shown asks for them. */
let pricesQuery: CompiledQuery<PriceRow> | undefined

const selectPrices = (db: Db) => db.selectFrom('licensing.license_price').select(['category', 'price_cents'])
type PriceRow = InferResult<ReturnType<typeof selectPrices>>[number]

/** Sets the price and locks its row until the transaction ends. */
export async function upsertPrice(tx: Tx, price: { category: Category; price_cents: Cents; updated_at: Date }): Promise<void> {
  const { category: _, ...change } = price
  await tx
    .insertInto('licensing.license_price')
    .values(price)
    .onConflict((conflict) => conflict.column('category').doUpdateSet(change))
    .execute()
}

/** Returns false if the category has no price. */
export async function deletePrice(tx: Tx, category: Category): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('licensing.license_price').where('category', '=', category).executeTakeFirst()
  return numDeletedRows > 0n
}

/** Returns the newest version of a category's price. */
export async function findLastVersion(tx: Tx, category: Category) {
  return tx
    .selectFrom('licensing.license_price_version')
    .select(['id', 'version', 'price_cents', 'is_deleted'])
    .where('category', '=', category)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type NewVersion = {
  category: Category
  version: number
  price_cents: Cents
  is_deleted: boolean
  changed_at: Date
  changed_by: string | null
}

export async function insertVersion(tx: Tx, version: NewVersion): Promise<{ id: number }> {
  return tx.insertInto('licensing.license_price_version').values(version).returning('id').executeTakeFirstOrThrow()
}

export async function findVersions(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db.selectFrom('licensing.license_price_version').select(['id', 'price_cents']).where('id', 'in', ids).execute()
}
