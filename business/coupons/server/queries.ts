import { type Insertable, sql, type Updateable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { Coupon, CouponUse } from './tables.ts'

export async function existsAny(db: Db): Promise<boolean> {
  return (await db.selectFrom('coupons.coupon').select('id').limit(1).executeTakeFirst()) !== undefined
}

export async function findByCode(db: Db, code: string): Promise<Coupon | undefined> {
  return db.selectFrom('coupons.coupon').selectAll().where(sql<string>`lower(code)`, '=', code.toLowerCase()).executeTakeFirst()
}

export async function lockCoupon(tx: Tx, id: string): Promise<Coupon | undefined> {
  return tx.selectFrom('coupons.coupon').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export type Person = { client_id: string; email_hash: string }

/** Counts the uses of a coupon that are reserved or used: all, those of a person, and those that the person's open checkouts hold. */
export async function countUses(db: Db, coupon_id: string, person?: Person): Promise<{ all: number; own: number; own_reserved: number }> {
  const own = person ? sql<boolean>`(client_id = ${person.client_id}::uuid or email_hash = ${person.email_hash})` : sql<boolean>`false`
  return db
    .selectFrom('coupons.coupon_use')
    .select([
      sql<number>`count(*)::int`.as('all'),
      sql<number>`(count(*) filter (where ${own}))::int`.as('own'),
      sql<number>`(count(*) filter (where ${own} and state = 'reserved'))::int`.as('own_reserved')
    ])
    .where('coupon_id', '=', coupon_id)
    .where('state', '<>', 'returned')
    .executeTakeFirstOrThrow()
}

export async function insertUse(tx: Tx, use: Insertable<Database['coupons.coupon_use']>): Promise<void> {
  await tx.insertInto('coupons.coupon_use').values(use).execute()
}

export async function lockUseOf(tx: Tx, purchase_id: string): Promise<CouponUse | undefined> {
  return tx.selectFrom('coupons.coupon_use').selectAll().where('purchase_id', '=', purchase_id).forUpdate().executeTakeFirst()
}

export async function findReservedCode(db: Db, purchase_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('coupons.coupon_use as one')
    .innerJoin('coupons.coupon as coupon', 'coupon.id', 'one.coupon_id')
    .select('coupon.code')
    .where('one.purchase_id', '=', purchase_id)
    .where('one.state', '=', 'reserved')
    .executeTakeFirst()
  return row?.code
}

export async function findCodeOf(db: Db, purchase_id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('coupons.coupon_use as one')
    .innerJoin('coupons.coupon as coupon', 'coupon.id', 'one.coupon_id')
    .select('coupon.code')
    .where('one.purchase_id', '=', purchase_id)
    .where('one.state', '<>', 'returned')
    .executeTakeFirst()
  return row?.code
}

export async function updateUse(tx: Tx, id: string, change: Updateable<Database['coupons.coupon_use']>): Promise<void> {
  await tx.updateTable('coupons.coupon_use').set(change).where('id', '=', id).execute()
}
