import { type CompiledQuery, type InferResult, type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import type { Ctx } from '#platform/server/index.ts'
import type { Category, Sort } from '../rules.ts'
import { publicArtistId } from './artists/public-artist.queries.ts'
import { type AssetRow, type ChosenAssets, iconifyName, type ShownRow, selectAssets, WITHHELD_COLUMNS } from './asset-row.queries.ts'
import { areKnown, type CardsJson, type CardVersions, cardsOf, cardVersionsOf, findChosen, keepCards, readCards } from './card.queries.ts'
import {
  chooseByWalk,
  countPassing,
  type Direction,
  findWalk,
  ON_SALE,
  type Ordering,
  orderOf,
  type Paged,
  passing,
  sliceOf,
  type Traits
} from './lists/list-segments.queries.ts'
import { palettesOf } from './recolor/palette.queries.ts'
import { assetVersion, joinVersions, ownVersion, versionedRows, versionOf, versionsOf } from './versioned-rows.queries.ts'
import './tables.ts'

export type Filter = Omit<Traits, 'status' | 'is_withheld'>
export type Slice = { offset: number; limit: number }
export type Found = { total: number; rows: ShownRow[] }

/** Returns the cards of those of the assets that are on sale, in no particular order. */
export async function findCardsOnSale(db: Db, ids: readonly string[]): Promise<ShownRow[]> {
  if (ids.length === 0) return []
  const chosen: ChosenAssets = sql`select asset.id, 0 as place from catalogue.asset asset
    where asset.id = any(${ids}::uuid[]) and asset.status = 'approved' and asset.withheld_at is null`
  return findChosen(db, chosen)
}

const onSale = (filter: Filter): Traits => ({ ...filter, ...ON_SALE })

/** The condition of the public lists: assets on sale that pass the filter. */
export const isPublic = (now: Date, filter: Filter): RawBuilder<boolean> => passing(now, onSale(filter))

/** The orders of the public lists, except 'best', which is a search ranking. */
export const PUBLIC_ORDERS: Record<Exclude<Sort, 'best'>, { ordering: Ordering; direction: Direction }> = {
  newest: { ordering: 'approved', direction: 'desc' },
  oldest: { ordering: 'approved', direction: 'asc' },
  title: { ordering: 'title', direction: 'asc' }
}

/** A page of a public list, read from the nearest known position. */
export async function findInOrder(db: Db, now: Date, filter: Filter, paged: Paged, total: number): Promise<ShownRow[]> {
  const walk = await findWalk(db, now, onSale(filter), total, paged)
  return findChosen(db, chooseByWalk(isPublic(now, filter), paged, walk))
}

/** Returns how many assets are on sale, in one category or in all, and a number that grows with every change to them. */
export async function countApproved(db: Db, category?: Category): Promise<{ total: number; changes: number }> {
  let query = db
    .selectFrom('catalogue.category_count')
    .select([sql<number>`coalesce(sum(approved), 0)::bigint`.as('total'), sql<number>`coalesce(sum(changes), 0)::bigint`.as('changes')])
  if (category) query = query.where('category', '=', category)
  return query.executeTakeFirstOrThrow()
}

/** Returns the exact total of a public list without reading its assets. */
export async function countPublic(db: Db, now: Date, filter: Filter): Promise<number> {
  return countPassing(db, now, onSale(filter))
}

/** What a first page is read by. Each is compiled once: there are a few dozen. */
type FirstPage = { whole: CompiledQuery<WholePage>; versions: CompiledQuery<PageVersions> }
type WholePage = { total: number | null; cards: CardsJson }
type PageVersions = { total: number | null; versions: CardVersions }
const firstPages = new Map<string, FirstPage>()
const FIRST_PAGES_MAX = 1000

/** The ids on first pages as they were last read, per database. */
const lastOn = new WeakMap<object, Map<string, string[]>>()

function lastIds(pool: object): Map<string, string[]> {
  const known = lastOn.get(pool) ?? new Map<string, string[]>()
  lastOn.set(pool, known)
  return known
}

/** The first rows of a category, or of all assets, and their total, by one statement. Undefined without rows: the total is not known then. */
export async function findFirst(
  { db, pool, now }: Pick<Ctx, 'db' | 'pool' | 'now'>,
  category: Category | undefined,
  paged: Paged
): Promise<Found | undefined> {
  const key = `${category} ${paged.ordering} ${paged.direction} ${paged.offset} ${paged.limit}`
  const page = firstPages.get(key) ?? compileFirst(db, now, category, paged)
  if (firstPages.size < FIRST_PAGES_MAX) firstPages.set(key, page)
  const last = lastIds(pool)
  const found = await readFirst(db, page, last.get(key))
  if (!found) return undefined
  const ids = found.rows.map(({ id }) => id)
  if (firstPages.has(key)) last.set(key, ids)
  return found
}

async function readFirst(db: Db, page: FirstPage, last: readonly string[] | undefined): Promise<Found | undefined> {
  if (last && areKnown(last)) {
    const [found] = (await db.executeQuery(page.versions)).rows
    return found?.versions ? { total: found.total ?? 0, rows: await readCards(db, found.versions) } : undefined
  }
  const [found] = (await db.executeQuery(page.whole)).rows
  return found?.cards ? { total: found.total ?? 0, rows: keepCards(db, found.cards) } : undefined
}

/** The few rows are chosen from an index alone, and put in order once more when they have been read. */
function compileFirst(db: Db, now: Date, category: Category | undefined, { offset, limit, ...order }: Paged): FirstPage {
  const ordered = orderOf(order.ordering, order.direction)
  const rows = sql`
    from (
      select asset.id as chosen_id from catalogue.asset asset where ${isPublic(now, { category })} order by ${ordered} ${sliceOf({ skip: offset, count: limit })}
    ) chosen
    join catalogue.asset asset on asset.id = chosen.chosen_id join accounts."user" owner on owner.id = asset.owner_id order by ${ordered}`
  const total = category
    ? sql<number>`(select approved from catalogue.category_count where category = ${category})::bigint`
    : sql<number>`(select sum(approved) from catalogue.category_count)::bigint`
  return {
    whole: sql<WholePage>`select ${total} as total, ${cardsOf(rows)} as cards`.compile(db),
    versions: sql<PageVersions>`select ${total} as total, ${cardVersionsOf(rows)} as versions`.compile(db)
  }
}

/** For about 1,500 details with one file each. */
const DETAILS_MAX_BYTES = 12 * 2 ** 20
const details = versionedRows<DetailRow>(DETAILS_MAX_BYTES)

/** Returns an asset in any status, with the columns that its page and its owner see. */
export async function findAsset(db: Db, id: string): Promise<DetailRow | undefined> {
  const known = details.find(id)
  if (known && (await findVersion(db, id)) === known.version) return known.row
  detailQuery ??= selectDetail(db, id).compile()
  const [row] = (await db.executeQuery<DetailRow>({ ...detailQuery, parameters: [id] })).rows
  return row && details.keep(db, id, versionOfDetail(row), row)
}

async function findVersion(db: Db, id: string): Promise<string | undefined> {
  versionQuery ??= sql<DetailVersion>`
    select ${detailVersion} as version from catalogue.asset asset join accounts."user" owner on owner.id = asset.owner_id
    where asset.id = ${id}`.compile(db)
  return (await db.executeQuery<DetailVersion>({ ...versionQuery, parameters: [id] })).rows[0]?.version
}

type DetailVersion = { version: string }

/** Each is compiled once: its only parameter is the id. */
let versionQuery: CompiledQuery<DetailVersion> | undefined
let detailQuery: CompiledQuery<DetailRow> | undefined

/** Changes with all that a detail is made from. */
const detailVersion = sql<string>`concat_ws('|', ${assetVersion}, coalesce(${iconifyName}, ''), coalesce((
    select ${versionsOf('palette')}
    from catalogue.palette palette join catalogue.asset_file file on file.id = palette.file_id where file.asset_id = asset.id
  ), ''), coalesce((select admin.name from accounts."user" admin where admin.id = asset.withheld_by), ''))`

/** What `detailVersion` selects, of a row that was read. */
function versionOfDetail(row: DetailRow): string {
  const palettes = Object.values(row.palettes ?? {}).map(({ version }) => version)
  return [versionOf(row), row.iconify_name ?? '', joinVersions(palettes), row.withheld_by?.name ?? ''].join('|')
}

const selectDetail = (db: Db, id: string) =>
  selectAssets(db)
    .select(['asset.reject_reason', 'asset.reject_reason_codes', 'asset.source_key', 'asset.source', ...WITHHELD_COLUMNS])
    .select(['asset.license_title', 'asset.license_url', 'asset.license_spdx', 'asset.author_name', 'asset.author_url'])
    .select([publicArtistId.as('artist_id'), iconifyName.as('iconify_name'), palettesOf.as('palettes'), ownVersion.as('version')])
    .where('asset.id', '=', id)
export type DetailRow = InferResult<ReturnType<typeof selectDetail>>[number]

/** Returns what a sale needs to know of an asset in any status. */
export async function findForSale(db: Db, id: string): Promise<SaleRow | undefined> {
  saleQuery ??= selectForSale(db, id).compile()
  const { rows } = await db.executeQuery<SaleRow>({ ...saleQuery, parameters: [id] })
  return rows[0]
}

/** Compiled once: its only parameter is the id. */
let saleQuery: CompiledQuery<SaleRow> | undefined

const selectForSale = (db: Db, id: string) => db.selectFrom('catalogue.asset').select(SALE_COLUMNS).where('id', '=', id)
type SaleRow = InferResult<ReturnType<typeof selectForSale>>[number]

const SALE_COLUMNS = ['id', 'title', 'category', 'owner_id', 'is_free', 'free_starts_at', 'free_ends_at', 'status', 'withheld_at'] as const

/** Holds the asset's status until the transaction ends. Sales of the same asset do not wait for each other. */
export async function lockForSale(tx: Tx, id: string) {
  return tx.selectFrom('catalogue.asset').select(['status', 'withheld_at']).where('id', '=', id).forShare().executeTakeFirst()
}

export async function findAllForSale(db: Db, ids: readonly string[]): Promise<SaleRow[]> {
  return ids.length === 0 ? [] : db.selectFrom('catalogue.asset').select(SALE_COLUMNS).where('id', 'in', ids).execute()
}

/** Holds the status of several assets until the transaction ends. Everyone locks them in the order of their ids. */
export async function lockAllForSale(tx: Tx, ids: readonly string[]) {
  if (ids.length === 0) return []
  return tx.selectFrom('catalogue.asset').select(['id', 'status', 'withheld_at']).where('id', 'in', ids).orderBy('id').forShare().execute()
}

/** Returns these assets in any status and in no particular order. */
export async function findAssetsById(db: Db, ids: readonly string[]): Promise<AssetRow[]> {
  return ids.length === 0 ? [] : selectAssets(db).where('asset.id', 'in', ids).execute()
}
