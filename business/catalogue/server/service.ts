import type { Answer } from '#platform/contract/index.ts'
import { type Actor, type Ctx, type Db, refuse, setPage } from '#platform/server/index.ts'
import { type AssetCard, type AssetDetail, type getAsset, type listAssets, type listSitemap, no } from '../contract.ts'
import { type Category, type FreeFilter, freeStateAt, isFreeAt } from '../rules.ts'
import { colourOf, presentReadyFiles } from './present.ts'
import * as queries from './queries.ts'
import { type Found, searchAssets } from './search.service.ts'

type Browse = { search: string; category?: Category | undefined; free?: FreeFilter | undefined; page: number; page_size: number }

/** Approved assets: best match first when searching, else newest first. */
export async function browse(ctx: Ctx, query: Browse): Promise<Answer<typeof listAssets>> {
  const { total, rows } = await find(ctx, query)
  setPage(ctx, { page: query.page, page_size: query.page_size, total }, addressOf(query))
  return rows.map((row) => presentCard(ctx.now, row))
}

async function find(ctx: Ctx, { search, category, free, page, page_size }: Browse): Promise<Found> {
  const { db, now } = ctx
  const filter = { category, free }
  const slice = { offset: (page - 1) * page_size, limit: page_size }
  const approved = await queries.countApproved(db, category)
  if (search) return searchAssets(ctx, { filter, slice, search, changes: approved.changes })
  const total = free ? await countFree(ctx, category, free, approved.total) : approved.total
  return { total, rows: total > slice.offset ? await queries.findNewest(db, now, filter, slice, total) : [] }
}

/** Free assets are few and have an index of their own; those not free are the rest. */
async function countFree({ db, now }: Ctx, category: Category | undefined, free: FreeFilter, approved: number): Promise<number> {
  const count = (kind: FreeFilter) => queries.countShown(db, now, { category, free: kind })
  return free === 'not-free' ? approved - (await count('free-now')) - (await count('free-scheduled')) : count(free)
}

function addressOf({ search, category, free, page_size }: Browse): string {
  const query = new URLSearchParams()
  if (search) query.set('search', search)
  if (category) query.set('category', category)
  if (free) query.set('free', free)
  query.set('page_size', String(page_size))
  return `/api/assets/?${query}`
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

export const isInsider = (actor: Actor | null, owner_id: string): boolean => actor?.role === 'admin' || actor?.id === owner_id

function presentDetail(now: Date, row: queries.AssetRow, insider: boolean): AssetDetail {
  const { author_name, author_url, licence_title, licence_url, source } = row
  return {
    ...presentCard(now, row),
    status: row.status,
    created_at: row.created_at.toISOString(),
    approved_at: row.approved_at?.toISOString() ?? null,
    credit: row.source_key ? { author_name, author_url, licence_title, licence_url, source } : null,
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

export async function sitemap(ctx: Ctx, { page, page_size }: { page: number; page_size: number }): Promise<Answer<typeof listSitemap>> {
  const { total } = await queries.countApproved(ctx.db)
  setPage(ctx, { page, page_size, total }, `/api/assets/sitemap?page_size=${page_size}`)
  const rows = await queries.findForSitemap(ctx.db, { offset: (page - 1) * page_size, limit: page_size })
  return rows.map(({ id, approved_at }) => ({ id, approved_at: approved_at.toISOString() }))
}
