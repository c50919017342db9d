import { type InferResult, type RawBuilder, type SqlBool, sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import { type AssetStatus, type Category, DESK_COUNTED_MAX, type FreeFilter } from '../../rules.ts'
import { type ChosenAssets, iconifyName, selectAssets, selectChosen, WITHHELD_COLUMNS } from '../asset-row.queries.ts'
import { chooseByWalk, countPassing, findWalk, orderOf, type Paged, passing } from '../lists/list-segments.queries.ts'
import { rejectedVersion } from './rejected-version.queries.ts'
import '../tables.ts'

export type DeskFilter = {
  owner_id?: string | undefined
  ids?: readonly string[] | undefined
  search?: string | undefined
  status?: AssetStatus | undefined
  is_withheld?: boolean | undefined
  /** Only approved assets with files that became ready after their approval. */
  has_new_files?: boolean | undefined
  category?: Category | undefined
  free?: FreeFilter | undefined
  /** Part of a tag, case-insensitive. */
  tag?: string | undefined
  sort?: 'newest' | 'oldest' | 'title' | undefined
  page: number
  page_size: number
}

type RejectionRow = { reason: string | null; reason_codes: string[]; decided_at: string; resubmitted_at: string; is_overturned: boolean }

const earlierRejections = sql<RejectionRow[]>`coalesce((
  select json_agg(json_build_object('reason', rejection.reason, 'reason_codes', rejection.reason_codes,
    'decided_at', rejection.decided_at, 'resubmitted_at', rejection.resubmitted_at,
    'is_overturned', rejection.is_overturned) order by rejection.decided_at, rejection.id)
  from catalogue.rejection rejection where rejection.asset_id = asset.id), '[]')`

const DESK_COLUMNS = [
  'asset.reject_reason',
  'asset.reject_reason_codes',
  ...WITHHELD_COLUMNS,
  sql<boolean>`asset.revising_since is not null`.as('is_revising'),
  earlierRejections.as('earlier_rejections'),
  rejectedVersion.as('rejected_version'),
  iconifyName.as('iconify_name')
] as const

const ORDERS = {
  newest: { ordering: 'created', direction: 'desc' },
  oldest: { ordering: 'created', direction: 'asc' },
  title: { ordering: 'title', direction: 'asc' }
} as const

/** Up to this many matches are read and sorted. With more matches, walking along the order finds a page quickly. */
const SORTED_MAX = 4000

/** Returns a page of the desk's list: assets in every status, searched by part of a title or tag. */
export async function findDeskAssets(db: Db, now: Date, filter: DeskFilter, total: number) {
  const { sort = 'newest', page, page_size } = filter
  const paged = { ...ORDERS[sort], offset: (page - 1) * page_size, limit: page_size }
  const chosen =
    total > SORTED_MAX && isCounted(filter)
      ? chooseByWalk(conditions(now, filter), paged, await findWalk(db, now, filter, total, paged))
      : chooseBySort(conditions(now, filter), paged, total)
  return selectChosen(db, chosen).select(DESK_COLUMNS).execute()
}

function chooseBySort(matching: RawBuilder<SqlBool>, { ordering, direction, offset, limit }: Paged, total: number): ChosenAssets {
  const order = orderOf(ordering, direction)
  return sql`
    with asset as ${total <= SORTED_MAX ? sql`materialized` : sql`not materialized`} (
      select asset.id, asset.created_at, asset.title from catalogue.asset asset where ${matching}
    )
    select id, row_number() over (order by ${order}) as place from asset order by ${order} limit ${limit} offset ${offset}`
}

const selectDeskAsset = (db: Db, id: string) => selectAssets(db).select(DESK_COLUMNS).where('asset.id', '=', id)
export type DeskRow = InferResult<ReturnType<typeof selectDeskAsset>>[number]

/** Returns one asset as the desk shows it. */
export const findDeskAsset = (db: Db, id: string): Promise<DeskRow | undefined> => selectDeskAsset(db, id).executeTakeFirst()

/** Counts the matches of a text search or an owner's free filter up to DESK_COUNTED_MAX; every other total is exact. */
export async function countDeskAssets(db: Db, now: Date, filter: DeskFilter): Promise<number> {
  if (isCounted(filter)) return countPassing(db, now, filter)
  const limit = isSearched(filter) || filter.free ? DESK_COUNTED_MAX : null
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (select from catalogue.asset asset where ${conditions(now, filter)} limit ${limit}) counted`.execute(db)
  return rows[0]?.total ?? 0
}

const isSearched = ({ ids, search, tag, has_new_files }: DeskFilter): boolean => Boolean(ids ?? (search || tag || has_new_files))

/** Few files are unpublished, and an index holds them. */
const withNewFiles = sql<SqlBool>`(asset.status = 'approved' and asset.id in (
  select file.asset_id from catalogue.asset_file file where not file.is_published and file.status = 'ready'))`

/** Whether the filter uses only attributes that the list segments count. */
const isCounted = (filter: DeskFilter): boolean => !isSearched(filter) && !filter.owner_id

const part = (text: string): string => `%${escapeLike(text.toLowerCase())}%`

/** The trigram index desk_by_part helps from three characters on; for shorter texts it costs more than it saves. */
function holds(text: string): RawBuilder<SqlBool> {
  if (text.length >= 3) return sql`catalogue.desk_text(asset.title, asset.tags) like ${part(text)}`
  return sql`(asset.title ilike ${part(text)} or array_to_string(asset.tags, E'\n') ilike ${part(text)})`
}

function conditions(
  now: Date,
  { owner_id, ids, search, status, is_withheld, has_new_files, category, free, tag }: DeskFilter
): RawBuilder<SqlBool> {
  const all: RawBuilder<SqlBool>[] = [
    passing(now, { status, is_withheld, category, free }),
    ...(owner_id ? [sql<SqlBool>`asset.owner_id = ${owner_id}`] : []),
    ...(ids ? [sql<SqlBool>`asset.id = any(${ids}::uuid[])`] : []),
    ...(has_new_files ? [withNewFiles] : []),
    ...(tag ? [holds(tag), sql<SqlBool>`exists (select from unnest(asset.tags) tag where tag ilike ${part(tag)})`] : []),
    ...(search ? [holds(search)] : [])
  ]
  return sql`${sql.join(all, sql` and `)}`
}

type Counts = { total: number; pending: number; approved: number; rejected: number }

/** Counts the assets that match a filter, in total and by status. Meant for one artist's assets. */
export async function countDeskAssetsByStatus(db: Db, now: Date, filter: Omit<DeskFilter, 'page' | 'page_size'>): Promise<Counts> {
  const { rows } = await sql<{ status: AssetStatus; count: number }>`
    select status, count(*) as count from catalogue.asset asset
    where ${conditions(now, { ...filter, page: 1, page_size: 1 })} group by status`.execute(db)
  const of = (status: AssetStatus) => rows.find((row) => row.status === status)?.count ?? 0
  const [pending, approved, rejected] = [of('pending'), of('approved'), of('rejected')]
  return { total: pending + approved + rejected, pending, approved, rejected }
}
