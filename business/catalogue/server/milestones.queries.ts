import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import { CATEGORIES, type Category } from '../rules.ts'
import './tables.ts'

/** Places between two milestones: a page far down walks over this many rows at most. */
const STEP = 500
/** Assets approved later than this ago are not counted yet: one of them may still be on its way into the list. */
const SETTLED_SECONDS = 60

/** `approved_at` as PostgreSQL writes it: a Date would lose its microseconds. */
export type Milestone = { place: number; approved_at: string; id: string }

const WRITTEN = ['place', sql<string>`approved_at::text`.as('approved_at'), 'id'] as const

const listOf = (category?: Category): string => category ?? ''

/** The milestone at a place or the next one towards the newest, if it is near. Places count from the oldest asset on, which is 1. */
export async function findMilestone(db: Db, category: Category | undefined, place: number): Promise<Milestone | undefined> {
  return db
    .selectFrom('catalogue.milestone')
    .select(WRITTEN)
    .where('list', '=', listOf(category))
    .where('place', '>=', place)
    .where('place', '<', place + STEP)
    .orderBy('place')
    .limit(1)
    .executeTakeFirst()
}

/** Counts on from the last milestone of every list. */
export async function extendMilestones(tx: Tx, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(catalogue.milestone_lock())`.execute(tx)
  for (const category of [undefined, ...CATEGORIES]) await extendList(tx, now, category)
}

async function extendList(tx: Tx, now: Date, category: Category | undefined): Promise<void> {
  const list = listOf(category)
  const last = await tx
    .selectFrom('catalogue.milestone')
    .select(WRITTEN)
    .where('list', '=', list)
    .orderBy('place', 'desc')
    .limit(1)
    .executeTakeFirst()
  const settled = new Date(now.getTime() - SETTLED_SECONDS * 1000)
  await sql`
    insert into catalogue.milestone (list, place, approved_at, id)
    select ${list}, place, approved_at, id
    from (
      select approved_at, id, ${last?.place ?? 0} + row_number() over (order by approved_at, id) as place
      from catalogue.asset
      where status = 'approved' and approved_at < ${settled}
        and ${category ? sql`category = ${category}` : sql`true`}
        and ${last ? sql`(approved_at, id) > (${last.approved_at}::timestamptz, ${last.id}::uuid)` : sql`true`}
    ) counted
    where place % ${sql.lit(STEP)} = 0`.execute(tx)
}
