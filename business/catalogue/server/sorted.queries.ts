import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import { SOURCES_OF, type Sort } from '../rules.ts'
import { type CardRow, cardsOf, type Filter, type Slice, shown } from './queries.ts'

type Direction = 'asc' | 'desc'

const byAge = (direction: Direction) => sql`asset.approved_at ${sql.raw(direction)}, asset.id ${sql.raw(direction)}`
const byTitle = (direction: Direction) => sql`lower(asset.title) collate "C" ${sql.raw(direction)}, asset.id ${sql.raw(direction)}`

/** The order of a list in SQL; each has an index of its own. */
export const ORDERS: Record<Exclude<Sort, 'best'>, RawBuilder<unknown>> = {
  newest: byAge('desc'),
  oldest: byAge('asc'),
  title: byTitle('asc')
}

/** By title, from the nearer end: the walk is never longer than half the list. */
export async function findByTitle(db: Db, now: Date, filter: Filter, { offset, limit }: Slice, total: number): Promise<CardRow[]> {
  const fromEnd = offset > total / 2
  const count = Math.max(0, Math.min(limit, total - offset))
  const skip = fromEnd ? total - offset - count : offset
  const chosen = sql`
    select id, row_number() over (order by near ${fromEnd ? sql`desc` : sql`asc`}) as place from (
      select asset.id, row_number() over (order by ${byTitle(fromEnd ? 'desc' : 'asc')}) as near
      from catalogue.asset asset where ${shown(now, filter)}
      order by ${byTitle(fromEnd ? 'desc' : 'asc')} limit ${count} offset ${skip}
    ) walked`
  return (await cardsOf(chosen).execute(db)).rows
}

/** Approved assets with a category, colour and format, by what is counted at every change; nothing that hangs on the clock. */
export async function countMixtures(db: Db, { category, color, format }: Omit<Filter, 'free'>): Promise<number> {
  let query = db.selectFrom('catalogue.mixture_count').select(sql<number>`coalesce(sum(approved), 0)::bigint`.as('total'))
  if (category) query = query.where('category', '=', category)
  if (color) query = query.where(sql<boolean>`colors @> array[${color}::text]`)
  if (format) query = query.where(sql<boolean>`formats && ${SOURCES_OF[format]}::text[]`)
  return (await query.executeTakeFirstOrThrow()).total
}
