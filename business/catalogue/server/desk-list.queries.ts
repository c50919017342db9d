import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import { type AssetStatus, type Category, DESK_COUNTED_MOST, type FreeFilter } from '../rules.ts'
import { filesOf, ownerName } from './columns.queries.ts'
import { countPassing, findWalk, KEYS, type Paged, passing, walked } from './stretches.queries.ts'
import './tables.ts'

export type DeskFilter = {
  owner_id?: string | undefined
  ids?: readonly string[] | undefined
  search?: string | undefined
  status?: AssetStatus | undefined
  category?: Category | undefined
  free?: FreeFilter | undefined
  /** Matches a part of a tag. */
  tag?: string | undefined
  sort?: 'newest' | 'oldest' | 'title' | undefined
  page: number
  page_size: number
}

type RejectionRow = { reason: string | null; reason_codes: string[]; decided_at: string; resubmitted_at: string }

const earlierRejections = sql<RejectionRow[]>`coalesce((
  select json_agg(json_build_object('reason', rejection.reason, 'reason_codes', rejection.reason_codes,
    'decided_at', rejection.decided_at, 'resubmitted_at', rejection.resubmitted_at) order by rejection.decided_at, rejection.id)
  from catalogue.rejection rejection where rejection.asset_id = asset.id), '[]')`

const deskRows = (db: Db) =>
  db
    .selectFrom('catalogue.asset as asset')
    .innerJoin('accounts.user as owner', 'owner.id', 'asset.owner_id')
    .select(['asset.id', 'asset.title', 'asset.description', 'asset.category', 'asset.tags', 'asset.status', 'asset.owner_id'])
    .select(['asset.created_at', 'asset.approved_at', 'asset.reject_reason', 'asset.reject_reason_codes'])
    .select(sql<boolean>`asset.mending_since is not null`.as('is_mending'))
    .select(['asset.is_free', 'asset.free_starts_at', 'asset.free_ends_at'])
    .select([ownerName.as('employee_name'), filesOf.as('files'), earlierRejections.as('earlier_rejections')])

const ORDERS = {
  newest: { ordering: 'created', direction: 'desc' },
  oldest: { ordering: 'created', direction: 'asc' },
  title: { ordering: 'title', direction: 'asc' }
} as const

/** Up to so many matches are read and sorted; more of them stand so close in the order that walking it finds a page soon. */
const SORTED_MOST = 4000

/** For artists and admins: every status, found by a part of the title or of a tag. The page's rows are chosen before anything else of them is read. */
export async function findDeskAssets(db: Db, now: Date, filter: DeskFilter, total: number) {
  const { sort = 'newest', page, page_size } = filter
  const paged = { ...ORDERS[sort], offset: (page - 1) * page_size, limit: page_size }
  const chosen =
    total > SORTED_MOST && isCounted(filter)
      ? walked(conditions(now, filter), paged, await findWalk(db, now, filter, total, paged))
      : found(conditions(now, filter), paged, total)
  const query = deskRows(db).innerJoin(sql<{ id: string; place: number }>`(${chosen})`.as('chosen'), (join) =>
    join.onRef('chosen.id', '=', 'asset.id')
  )
  return query.orderBy('chosen.place').execute()
}

function found(matching: RawBuilder<SqlBool>, { ordering, direction, offset, limit }: Paged, total: number): RawBuilder<unknown> {
  const order = sql.join(KEYS[ordering].map((key) => sql`${key} ${sql.raw(direction)}`))
  return sql`
    with asset as ${total <= SORTED_MOST ? sql`materialized` : sql`not materialized`} (
      select asset.id, asset.created_at, asset.title from catalogue.asset asset where ${matching}
    )
    select id, row_number() over (order by ${order}) as place from asset order by ${order} limit ${limit} offset ${offset}`
}

export async function findDeskAsset(db: Db, id: string) {
  return deskRows(db).where('asset.id', '=', id).executeTakeFirst()
}

/** What was searched is counted up to DESK_COUNTED_MOST; every other total is exact. */
export async function countDeskAssets(db: Db, now: Date, filter: DeskFilter): Promise<number> {
  if (isCounted(filter)) return countPassing(db, now, filter)
  const most = isSearched(filter) || filter.free ? DESK_COUNTED_MOST : null
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from catalogue.asset asset where ${conditions(now, filter)} limit ${most}) counted`.execute(db)
  return rows[0]!.total
}

const isSearched = ({ ids, search, tag }: DeskFilter): boolean => Boolean(ids ?? (search || tag))

/** Whether it asks only for what is counted by stretch. */
const isCounted = (filter: DeskFilter): boolean => !isSearched(filter) && !filter.owner_id

const part = (text: string): string => `%${escapeLike(text.toLowerCase())}%`

/** The index desk_by_part knows parts of three characters and more; for less it costs more than it finds. */
function holds(text: string): RawBuilder<SqlBool> {
  if (text.length >= 3) return sql`catalogue.desk_text(asset.title, asset.tags) like ${part(text)}`
  return sql`(asset.title ilike ${part(text)} or array_to_string(asset.tags, E'\n') ilike ${part(text)})`
}

function conditions(now: Date, { owner_id, ids, search, status, category, free, tag }: DeskFilter): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [
    passing(now, { status, category, free }),
    ...(owner_id ? [sql<SqlBool>`asset.owner_id = ${owner_id}`] : []),
    ...(ids ? [sql<SqlBool>`asset.id = any(${ids}::uuid[])`] : []),
    ...(tag ? [holds(tag), sql<SqlBool>`exists (select from unnest(asset.tags) tag where tag ilike ${part(tag)})`] : []),
    ...(search ? [holds(search)] : [])
  ]
  return sql`${sql.join(all, sql` and `)}`
}
