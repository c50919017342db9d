import type { Category } from '#catalogue/rules.ts'
import type { Cents } from '#platform/contract/index.ts'
import type { Ctx, Db, Tx } from '#platform/server/index.ts'
import * as queries from './category-prices.queries.ts'

/** Returns the price of a personal license for each category that is for sale. */
export async function personalPrices(db: Db): Promise<Map<Category, Cents>> {
  const prices = await queries.findPrices(db)
  return new Map(prices.map(({ category, price_cents }) => [category, price_cents]))
}

export type PriceVersion = {
  /** Identifies this version of the category's price. */
  id: number
  /** False if the category had this price before. */
  is_changed: boolean
}

/** Sets the price of a category from now on. Returns the version that is now in effect. */
export async function setLicensePrice(
  { db, now, actor }: Ctx<Tx>,
  { category, price_cents }: { category: Category; price_cents: Cents }
): Promise<PriceVersion> {
  await queries.upsertPrice(db, { category, price_cents, updated_at: now })
  const last = await queries.findLastVersion(db, category)
  if (last && !last.is_deleted && last.price_cents === price_cents) return { id: last.id, is_changed: false }
  const version = (last?.version ?? 0) + 1
  const changed_by = actor?.id ?? null
  const { id } = await queries.insertVersion(db, { category, version, price_cents, is_deleted: false, changed_at: now, changed_by })
  return { id, is_changed: true }
}

/** Takes a category off sale; its past prices stay. Does nothing if it has no price. */
export async function deleteLicensePrice({ db, now, actor }: Ctx<Tx>, category: Category): Promise<void> {
  if (!(await queries.deletePrice(db, category))) return
  const last = await queries.findLastVersion(db, category)
  if (!last) return
  const { version, price_cents } = last
  const changed_by = actor?.id ?? null
  await queries.insertVersion(db, { category, version: version + 1, price_cents, is_deleted: true, changed_at: now, changed_by })
}

/** Returns the price of each of these versions. */
export async function pricesOfVersions(db: Db, ids: readonly number[]): Promise<Map<number, Cents>> {
  const versions = await queries.findVersions(db, ids)
  return new Map(versions.map(({ id, price_cents }) => [id, price_cents]))
}
