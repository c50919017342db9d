import type { Answer } from '#platform/contract/index.ts'
import { type Actor, type Ctx, type Db, neverChanges, refuse, setPage, type Tx } from '#platform/server/index.ts'
import { type AssetCard, type AssetDetail, type getAsset, type listAssets, refusals, type similarAssets } from '../contract.ts'
import { asksOf, type FreeState, freeStateAt, isFreeAt, PAGE_SIZE, type Sort } from '../rules.ts'
import type { AssetRow, ShownRow } from './asset-row.queries.ts'
import { linkPictureOf } from './link-pictures/link-picture-address.ts'
import { SKIP_MAX } from './lists/list-segments.queries.ts'
import { colorOf, pictureColorsOf, presentFile, shownFiles } from './present.ts'
import { sharedPictureOf } from './previews/shared-picture.ts'
import * as queries from './queries.ts'
import { paletteNow } from './recolor/palette.service.ts'
import { searchAssets } from './search/search.service.ts'
import { findSimilar } from './search/similar.queries.ts'

type Browse = queries.Filter & { search: string; sort?: Sort | undefined; page: number; page_size: number }

/** Lists approved assets: best match first when searching, otherwise newest first. */
export async function browse(ctx: Ctx, query: Browse): Promise<Answer<typeof listAssets>> {
  const { total, rows } = await find(ctx, query)
  setPage(ctx, { page: query.page, page_size: query.page_size, total }, pageUrl(query))
  return rows.map((row) => presentCard(ctx.now, row))
}

async function find(ctx: Ctx, { search, sort, page, page_size, ...filter }: Browse): Promise<queries.Found> {
  const { db, now } = ctx
  const slice = { offset: (page - 1) * page_size, limit: page_size }
  const order = queries.PUBLIC_ORDERS[sort === 'title' || sort === 'oldest' ? sort : 'newest']
  const first = !search && isWhole(filter) && isNear(slice) && (await queries.findFirst(ctx, filter.category, { ...order, ...slice }))
  if (first) return first
  if (search) return searchAssets(ctx, { filter, slice, search, sort })
  const approved = await queries.countApproved(db, filter.category)
  const total = await countListed(ctx, filter, approved.total)
  return { total, rows: total > slice.offset ? await queries.findInOrder(db, now, filter, { ...order, ...slice }, total) : [] }
}

const isWhole = ({ category: _, ...others }: queries.Filter): boolean => Object.values(others).every((other) => other === undefined)

const isNear = ({ offset, limit }: queries.Slice): boolean => offset <= SKIP_MAX && limit === PAGE_SIZE

/** The total of a whole category, or of all assets, is already known. */
async function countListed({ db, now }: Ctx, filter: queries.Filter, approved: number): Promise<number> {
  return isWhole(filter) ? approved : queries.countPublic(db, now, filter)
}

function pageUrl({ page: _, ...query }: Browse): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return `/api/assets/?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

const presented = new WeakMap<ShownRow, AssetCard>()

/** Rows are shared between calls, so their cards are, until one begins or ceases to be free. */
export function presentCard(now: Date, row: ShownRow): AssetCard {
  const known = presented.get(row)
  const free_state = freeStateAt(now, row)
  if (known?.free_state === free_state) return known
  const card = neverChanges(toCard(row, free_state))
  presented.set(row, card)
  return card
}

function toCard({ files: all, free_starts_at, free_ends_at, ...row }: ShownRow, free_state: FreeState): AssetCard {
  const files = shownFiles({ status: row.status, files: all })
  const free = free_state === 'free_now'
  return {
    ...row,
    is_currently_free: free,
    free_state,
    free_starts_at: free_starts_at?.toISOString() ?? null,
    free_ends_at: free_ends_at?.toISOString() ?? null,
    dominant_color: colorOf(files),
    files: files.map((file) => presentFile(file, free))
  }
}

/** Returns, by id, the cards of those of the assets that are on sale, for other parts that list them. */
export async function findCards(db: Db, now: Date, ids: readonly string[]): Promise<Map<string, AssetCard>> {
  const rows = await queries.findCardsOnSale(db, [...new Set(ids)])
  return new Map(rows.map((row) => [row.id, presentCard(now, row)]))
}

/** The owner and admins see an asset in any status; everyone else only an approved one. A withheld one is also visible to its licensees. */
export async function findVisible(ctx: Ctx, id: string): Promise<{ row: queries.DetailRow; insider: boolean }> {
  const { db, actor } = ctx
  const row = await queries.findAsset(db, id)
  const insider = row !== undefined && isInsider(actor, row.owner_id)
  if (!row || (row.status !== 'approved' && !insider)) throw refuse(refusals, 'asset_not_found')
  if (row.withheld_at && !(await maySeeWithheld(ctx, row))) throw refuse(refusals, 'asset_withheld')
  return { row, insider }
}

/** What everyone sees of an asset, by its row. */
const seenByAll = new WeakMap<queries.DetailRow, { brand: string; shown: AssetDetail }>()

export async function detail(ctx: Ctx, id: string): Promise<Answer<typeof getAsset>> {
  const { row, insider } = await findVisible(ctx, id)
  const brand = ctx.ports.settings.brand_name
  const known = insider ? undefined : seenByAll.get(row)
  if (known?.brand === brand && known.shown.free_state === freeStateAt(ctx.now, row)) return known.shown
  const drawing = shownFiles(row).find(({ format }) => format === 'svg')
  const stored = drawing ? row.palettes?.[drawing.id]?.colors : null
  const palette = stored === undefined && drawing ? await paletteNow(ctx, drawing.id) : (stored ?? null)
  const shown = { ...presentDetail(ctx.now, row, { insider, admin: ctx.actor?.role === 'admin', brand }), palette }
  // A palette that is not stored yet may be missing for now.
  if (!insider && stored !== undefined) seenByAll.set(row, { brand, shown: neverChanges(shown) })
  return shown
}

/** Whether the caller is the owner, an admin, or holds a license for it. */
export async function maySeeWithheld(ctx: Ctx, { id, owner_id }: { id: string; owner_id: string }): Promise<boolean> {
  return isInsider(ctx.actor, owner_id) || (ctx.actor !== null && (await ctx.ports.licensees.holdsLicense(ctx, id)))
}

/** An asset that is not on sale has no similar assets. */
export async function similar(ctx: Ctx, id: string): Promise<Answer<typeof similarAssets>> {
  const { status, withheld_at } = await detail(ctx, id)
  const rows = status === 'approved' && !withheld_at ? await findSimilar(ctx.db, id) : []
  return rows.map((row) => presentCard(ctx.now, row))
}

export const isInsider = (actor: Actor | null, owner_id: string): boolean => actor?.role === 'admin' || actor?.id === owner_id

type Reader = { insider: boolean; admin: boolean; brand: string }

function presentDetail(now: Date, row: queries.DetailRow, { insider, admin, brand }: Reader): Omit<AssetDetail, 'palette'> {
  const { withheld_by, withheld_reason, reject_reason, reject_reason_codes, ...shown } = row
  const { author_name, author_url, license_title, license_url, license_spdx, source } = shown
  const shared_picture = sharedPictureOf(shownFiles(row))
  return {
    ...toCard(shown, freeStateAt(now, shown)),
    status: row.status,
    created_at: row.created_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    artist_id: row.artist_id,
    iconify_name: row.iconify_name,
    picture_colors: pictureColorsOf(shownFiles(row)),
    shared_picture,
    link_picture: shared_picture && linkPictureOf({ ...row, brand, picture_url: shared_picture.url }),
    credit: row.source_key ? { author_name, author_url, license_title, license_url, asks: asksOf(license_spdx), source } : null,
    withheld_at: row.withheld_at?.toISOString() ?? null,
    ...(insider && { reject_reason, reject_reason_codes }),
    ...(admin && { withheld_by, withheld_reason })
  }
}

export type ApprovedAsset = Pick<AssetRow, 'id' | 'title' | 'category' | 'owner_id' | 'is_free' | 'free_starts_at' | 'free_ends_at'>

/** Returns an asset that is on sale; refuses a withheld one with 410 and any other with 404. */
export async function requireAssetOnSale(db: Db, id: string): Promise<ApprovedAsset> {
  return onSale(await queries.findForSale(db, id))
}

/** Locks the asset until the transaction ends, so that it cannot be withheld between this check and what is granted. */
export async function lockAssetOnSale(tx: Tx, id: string): Promise<void> {
  onSale(await queries.lockForSale(tx, id))
}

/** Returns, by id, those of these assets that are on sale. */
export async function findAssetsOnSale(db: Db, ids: readonly string[]): Promise<Map<string, ApprovedAsset>> {
  const rows = await queries.findAllForSale(db, [...new Set(ids)])
  return new Map(rows.filter(isOnSale).map((row) => [row.id, row]))
}

/** Locks assets until the transaction ends, like lockAssetOnSale. Returns whether all of them are on sale. */
export async function lockAssetsOnSale(tx: Tx, ids: readonly string[]): Promise<boolean> {
  const wanted = [...new Set(ids)].toSorted()
  const rows = await queries.lockAllForSale(tx, wanted)
  return rows.filter(isOnSale).length === wanted.length
}

const isOnSale = ({ status, withheld_at }: Pick<AssetRow, 'status' | 'withheld_at'>): boolean => status === 'approved' && !withheld_at

function onSale<Asset extends Pick<AssetRow, 'status' | 'withheld_at'>>(asset: Asset | undefined): Asset {
  if (asset?.status !== 'approved') throw refuse(refusals, 'asset_not_found')
  if (asset.withheld_at) throw refuse(refusals, 'asset_withheld')
  return asset
}

export type KnownAsset = Pick<AssetRow, 'id' | 'title' | 'category' | 'status' | 'owner_id' | 'employee_name'> & {
  /** Returns a small picture without the watermark, or null for an asset without a picture. */
  preview_url: string | null
}

/** Returns, by id, summaries of assets in any status, for other parts that refer to them. */
export async function findAssets(db: Db, now: Date, ids: readonly string[]): Promise<Map<string, KnownAsset>> {
  const rows = await queries.findAssetsById(db, [...new Set(ids)])
  return new Map(
    rows.map(({ files, ...row }) => {
      const shown = shownFiles({ status: row.status, files }).map((file) => presentFile(file, isFreeAt(now, row)))
      return [row.id, { ...row, preview_url: shown.find(({ preview_urls }) => preview_urls)?.preview_urls?.[320] ?? null }]
    })
  )
}
