import type { Answer } from '#platform/contract/index.ts'
import { type Actor, type Ctx, type Db, refuse, setPage } from '#platform/server/index.ts'
import { type AssetCard, type AssetDetail, type getAsset, type listAssets, no, type similarAssets } from '../contract.ts'
import { asksOf, freeStateAt, isFreeAt, type Sort } from '../rules.ts'
import { colourOf, presentReadyFiles } from './present.ts'
import * as queries from './queries.ts'
import { type Found, searchAssets } from './search.service.ts'
import { sharedPictureOf } from './shared-picture.ts'
import { findSimilar } from './similar.queries.ts'
import { SORTED } from './sorted.queries.ts'

type Browse = queries.Filter & { search: string; sort?: Sort | undefined; page: number; page_size: number }

/** Approved assets: best match first when searching, else newest first. */
export async function browse(ctx: Ctx, query: Browse): Promise<Answer<typeof listAssets>> {
  const { total, rows } = await find(ctx, query)
  setPage(ctx, { page: query.page, page_size: query.page_size, total }, addressOf(query))
  return rows.map((row) => presentCard(ctx.now, row))
}

async function find(ctx: Ctx, { search, sort, page, page_size, ...filter }: Browse): Promise<Found> {
  const { db } = ctx
  const slice = { offset: (page - 1) * page_size, limit: page_size }
  const approved = await queries.countApproved(db, filter.category)
  if (search) return searchAssets(ctx, { filter, slice, search, sort, changes: approved.changes })
  const total = await countListed(ctx, filter, approved.total)
  return { total, rows: total > slice.offset ? await findListed(ctx, filter, slice, { sort, total }) : [] }
}

async function findListed(
  { db, now }: Ctx,
  filter: queries.Filter,
  slice: queries.Slice,
  { sort, total }: { sort: Sort | undefined; total: number }
): Promise<queries.CardRow[]> {
  if (sort === 'title' || sort === 'oldest') return queries.findInOrder(db, now, filter, { ...SORTED[sort], ...slice }, total)
  return queries.findNewest(db, now, filter, slice, total)
}

/** Of a whole category, or of all, the total is known already. */
async function countListed({ db, now }: Ctx, { category, ...others }: queries.Filter, approved: number): Promise<number> {
  const isWhole = Object.values(others).every((other) => other === undefined)
  return isWhole ? approved : queries.countShown(db, now, { category, ...others })
}

function addressOf({ page: _, ...query }: Browse): string {
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  return `/api/assets/?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`
}

function presentCard(now: Date, { files, free_starts_at, free_ends_at, ...row }: queries.CardRow): AssetCard {
  const free_state = freeStateAt(now, { ...row, free_starts_at, free_ends_at })
  const free = free_state === 'free_now'
  return {
    ...row,
    is_currently_free: free,
    free_state,
    free_starts_at: free_starts_at?.toISOString() ?? null,
    free_ends_at: free_ends_at?.toISOString() ?? null,
    dominant_color: colourOf(files),
    files: presentReadyFiles(files, free)
  }
}

/** The owner sees its own in any status, an admin all; for others one that is not approved is not there. */
export async function detail({ db, now, actor }: Ctx, id: string): Promise<Answer<typeof getAsset>> {
  const row = await queries.findAsset(db, id)
  const insider = row !== undefined && isInsider(actor, row.owner_id)
  if (!row || (row.status !== 'approved' && !insider)) throw refuse(no, 'asset_not_found')
  return presentDetail(now, row, insider)
}

/** What is not approved has nothing like it: it is not on sale beside others. */
export async function similar(ctx: Ctx, id: string): Promise<Answer<typeof similarAssets>> {
  const { status } = await detail(ctx, id)
  const rows = status === 'approved' ? await findSimilar(ctx.db, id) : []
  return rows.map((row) => presentCard(ctx.now, row))
}

export const isInsider = (actor: Actor | null, owner_id: string): boolean => actor?.role === 'admin' || actor?.id === owner_id

function presentDetail(now: Date, row: queries.AssetRow, insider: boolean): AssetDetail {
  const { author_name, author_url, licence_title, licence_url, licence_spdx, source } = row
  return {
    ...presentCard(now, row),
    status: row.status,
    created_at: row.created_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    shared_picture: sharedPictureOf(row.files),
    credit: row.source_key ? { author_name, author_url, licence_title, licence_url, asks: asksOf(licence_spdx), source } : null,
    ...(insider && { reject_reason: row.reject_reason, reject_reason_codes: row.reject_reason_codes })
  }
}

export type ApprovedAsset = Pick<queries.AssetRow, 'id' | 'title' | 'category' | 'owner_id' | 'is_free' | 'free_starts_at' | 'free_ends_at'>

/** Refuses with 404 what the public cannot see. */
export async function requireApprovedAsset(db: Db, id: string): Promise<ApprovedAsset> {
  const asset = await queries.findAsset(db, id)
  if (asset?.status !== 'approved') throw refuse(no, 'asset_not_found')
  return asset
}

export type KnownAsset = Pick<queries.AssetRow, 'id' | 'title' | 'category' | 'status' | 'owner_id' | 'employee_name'> & {
  /** A small picture, unmarked; nothing where none can be drawn. */
  preview_url: string | null
}

/** What other parts show of assets they refer to, in any status, by id. */
export async function findAssets(db: Db, now: Date, ids: readonly string[]): Promise<Map<string, KnownAsset>> {
  const rows = await queries.findAssetsById(db, [...new Set(ids)])
  return new Map(
    rows.map(({ files, ...row }) => {
      const [first] = presentReadyFiles(files, isFreeAt(now, row)).filter(({ preview_urls }) => preview_urls)
      return [row.id, { ...row, preview_url: first?.preview_urls?.[320] ?? null }]
    })
  )
}
