import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import pg from 'pg'
import { BUSINESS_ZONE, type Cents } from '#platform/contract/index.ts'
import { escapeLike } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { CouponState } from '../rules.ts'
import type { Coupon } from './tables.ts'

type Table = Database['coupons.coupon']
export type Listed = Coupon & { reserved: number; used: number; discount_cents: Cents; created_by_name: string }
type Filter = { q?: string | undefined; status?: CouponState | undefined; now: Date }

/** The same rule as stateOf in rules.ts. */
const stateAt = (now: Date) => sql<CouponState>`case
  when coupon.ended_at is not null or coupon.ends_at <= ${now} then 'ended'
  when coupon.paused_at is not null then 'paused'
  when coupon.starts_at > ${now} then 'scheduled'
  else 'active' end`

const matching = (db: Db, { q, status, now }: Filter) =>
  db
    .selectFrom('coupons.coupon as coupon')
    .$if(Boolean(q), (query) => query.where(sql<SqlBool>`coupon.code ilike ${`%${escapeLike(q ?? '')}%`}`))
    .$if(status !== undefined, (query) => query.where(stateAt(now), '=', status!))

const COUNTS = [
  sql<number>`(select count(*) from coupons.coupon_use one where one.coupon_id = coupon.id and one.state = 'reserved')::int`.as('reserved'),
  sql<number>`(select count(*) from coupons.coupon_use one where one.coupon_id = coupon.id and one.state = 'used')::int`.as('used'),
  sql<Cents>`coalesce((
    select sum(one.discount_cents) from coupons.coupon_use one where one.coupon_id = coupon.id and one.state = 'used'
  ), 0)::bigint`.as('discount_cents')
] as const

const withCounts = (db: Db, filter: Filter) =>
  matching(db, filter)
    .innerJoin('accounts.user as maker', 'maker.id', 'coupon.created_by')
    .selectAll('coupon')
    .select('maker.name as created_by_name')
    .select(COUNTS)

/** Newest first. */
export async function findListed(db: Db, { page, page_size, ...filter }: Filter & { page: number; page_size: number }): Promise<Listed[]> {
  return withCounts(db, filter)
    .orderBy('coupon.created_at', 'desc')
    .orderBy('coupon.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countListed(db: Db, filter: Filter): Promise<number> {
  const { total } = await matching(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function findOneListed(db: Db, id: string, now: Date): Promise<Listed | undefined> {
  return withCounts(db, { now }).where('coupon.id', '=', id).executeTakeFirst()
}

/** The uses by their day in the business zone, oldest first. */
export async function findUsesByDay(db: Db, coupon_id: string, days: number) {
  const day = sql<string>`to_char(reserved_at at time zone ${sql.lit(BUSINESS_ZONE)}, 'YYYY-MM-DD')`
  const rows = await db
    .selectFrom('coupons.coupon_use')
    .select([
      day.as('day'),
      sql<number>`count(*)::int`.as('uses'),
      sql<Cents>`coalesce(sum(discount_cents) filter (where state = 'used'), 0)::bigint`.as('discount_cents')
    ])
    .where('coupon_id', '=', coupon_id)
    .where('state', '<>', 'returned')
    .groupBy(day)
    .orderBy(day, 'desc')
    .limit(days)
    .execute()
  return rows.toReversed()
}

/** Returns undefined if another coupon has the code (unique index coupon_by_code). */
export async function insertCoupon(tx: Tx, coupon: Insertable<Table>): Promise<Coupon | undefined> {
  return orTaken(() => tx.insertInto('coupons.coupon').values(coupon).returningAll().executeTakeFirstOrThrow())
}

/** Returns undefined if another coupon has the code. */
export async function updateCoupon(tx: Tx, id: string, change: Updateable<Table>): Promise<Coupon | undefined> {
  return orTaken(() => tx.updateTable('coupons.coupon').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow())
}

async function orTaken(write: () => Promise<Coupon>): Promise<Coupon | undefined> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.constraint === 'coupon_by_code') return undefined
    throw error
  }
}
