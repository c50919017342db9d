import { type RawBuilder, sql } from 'kysely'
import type { Sort } from '../rules.ts'
import { KEYS, type Ordering } from './stretches.queries.ts'

/** How a list that is not the best first goes through an order of the catalogue. */
export const SORTED: Record<Exclude<Sort, 'best'>, { ordering: Ordering; direction: 'asc' | 'desc' }> = {
  newest: { ordering: 'approved', direction: 'desc' },
  oldest: { ordering: 'approved', direction: 'asc' },
  title: { ordering: 'title', direction: 'asc' }
}

/** The order in SQL; each has an index of its own. */
export function orderBy(sort: keyof typeof SORTED): RawBuilder<unknown> {
  const { ordering, direction } = SORTED[sort]
  return sql.join(KEYS[ordering].map((key) => sql`${key} ${sql.raw(direction)}`))
}
