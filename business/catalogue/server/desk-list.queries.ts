import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import { type AssetStatus, type Category, DESK_COUNTED_MOST, type FreeFilter } from '../rules.ts'
import { filesOf, freeIs, ownerName } from './columns.queries.ts'
import { countApproved } from './queries.ts'
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

const UP = sql`asc`
const DOWN = sql`desc`

/** The order of a list; `turned` reads it from its end. */
function orderOf(sort: NonNullable<DeskFilter['sort']>, turned: boolean): RawBuilder<unknown> {
  const direction = (sort === 'newest') === turned ? UP : DOWN
  const byTime = sql`created_at ${direction}, id ${direction}`
  return sort === 'title' ? sql`lower(title) ${turned ? DOWN : UP}, created_at ${turned ? DOWN : UP}, id ${turned ? DOWN : UP}` : byTime
}

/** Up to so many matches are read and sorted; more of them stand so close in the order that walking it finds a page soon. */
const SORTED_MOST = 4000

/** For artists and admins: every status, found by a part of the title or of a tag. The page's rows are chosen before anything else of them is read; one of the later half is reached from the end. */
export async function findDeskAssets(db: Db, now: Date, filter: DeskFilter, total: number) {
  const { sort = 'newest', page, page_size } = filter
  const offset = (page - 1) * page_size
  const isWhole = !isNarrowed(filter) || total < DESK_COUNTED_MOST
  const turned = isWhole && offset > total / 2
  const limit = turned ? Math.max(0, Math.min(page_size, total - offset)) : page_size
  const found = total <= SORTED_MOST ? sql`materialized` : sql`not materialized`
  const chosen = sql<{ id: string; place: number }>`(
    with matching as ${found} (
      select asset.id, asset.created_at, asset.title from catalogue.asset asset where ${conditions(now, filter)}
    )
    select id, row_number() over (order by ${orderOf(sort, turned)}) as place from matching
    order by ${orderOf(sort, turned)} limit ${limit} offset ${turned ? Math.max(0, total - offset - limit) : offset})`
  const query = deskRows(db).innerJoin(chosen.as('chosen'), (join) => join.onRef('chosen.id', '=', 'asset.id'))
  return query.orderBy('chosen.place', turned ? 'desc' : 'asc').execute()
}

export async function findDeskAsset(db: Db, id: string) {
  return deskRows(db).where('asset.id', '=', id).executeTakeFirst()
}

/** By status and category the total is exact; by anything else it ends at DESK_COUNTED_MOST. */
export async function countDeskAssets(db: Db, now: Date, filter: DeskFilter): Promise<number> {
  const { status, category, owner_id } = filter
  if (!isNarrowed(filter) && !owner_id) {
    const approved = status && status !== 'approved' ? 0 : (await countApproved(db, category)).total
    return status === 'approved' ? approved : approved + (await countNotApproved(db, status, category))
  }
  const most = isNarrowed(filter) ? DESK_COUNTED_MOST : null
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from catalogue.asset asset where ${conditions(now, filter)} limit ${most}) counted`.execute(db)
  return rows[0]!.total
}

const isNarrowed = ({ ids, search, tag, free }: DeskFilter): boolean => Boolean(ids ?? (search || tag || free))

async function countNotApproved(db: Db, status: AssetStatus | undefined, category: Category | undefined): Promise<number> {
  let query = db
    .selectFrom('catalogue.asset')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('status', '<>', 'approved')
  if (status) query = query.where('status', '=', status)
  if (category) query = query.where('category', '=', category)
  return (await query.executeTakeFirstOrThrow()).total
}

const part = (text: string): string => `%${escapeLike(text.toLowerCase())}%`

/** The index desk_by_part knows parts of three characters and more; for less it costs more than it finds. */
function holds(text: string): RawBuilder<SqlBool> {
  if (text.length >= 3) return sql`catalogue.desk_text(asset.title, asset.tags) like ${part(text)}`
  return sql`(asset.title ilike ${part(text)} or array_to_string(asset.tags, E'\n') ilike ${part(text)})`
}

function conditions(now: Date, { owner_id, ids, search, status, category, free, tag }: DeskFilter): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [
    ...(owner_id ? [sql<SqlBool>`asset.owner_id = ${owner_id}`] : []),
    ...(ids ? [sql<SqlBool>`asset.id = any(${ids}::uuid[])`] : []),
    ...(status ? [sql<SqlBool>`asset.status = ${status}`] : []),
    ...(category ? [sql<SqlBool>`asset.category = ${category}`] : []),
    ...(free ? [freeIs(free, now)] : []),
    ...(tag ? [holds(tag), sql<SqlBool>`exists (select from unnest(asset.tags) tag where tag ilike ${part(tag)})`] : []),
    ...(search ? [holds(search)] : [])
  ]
  return all.length === 0 ? sql`true` : sql`${sql.join(all, sql` and `)}`
}
