import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, setPage } from '#platform/server/index.ts'
import type { listSitemap, listSitemapParts } from '../contract.ts'
import { markedPathOf } from './preview-address.ts'
import { countApproved } from './queries.ts'
import * as queries from './sitemap.queries.ts'

/** Approved assets, oldest first. A part far down begins at a milestone near it: none is longer to read than the first. */
export async function sitemap(ctx: Ctx, { page, page_size }: { page: number; page_size: number }): Promise<Answer<typeof listSitemap>> {
  const { db } = ctx
  const { total } = await countApproved(db)
  setPage(ctx, { page, page_size, total }, `/api/assets/sitemap?page_size=${page_size}`)
  const before = (page - 1) * page_size
  if (before >= total) return []
  const after = await queries.findMilestoneWithin(db, before)
  const rows = await queries.findForSitemap(db, { after, offset: before - (after?.place ?? 0), limit: page_size })
  return rows.map(({ file, approved_at, ...row }) => ({
    ...row,
    approved_at: approved_at.toISOString(),
    picture_url: file && markedPathOf(file)
  }))
}

/** How many parts of this size hold all approved assets, and when the newest of each came. */
export async function sitemapParts({ db }: Ctx, { page_size }: { page_size: number }): Promise<Answer<typeof listSitemapParts>> {
  const { total } = await countApproved(db)
  const [ends, newest] = await Promise.all([queries.findPartEnds(db, page_size), queries.findNewestApproval(db)])
  const endOf = new Map(ends.map(({ place, approved_at }) => [place, approved_at]))
  return Array.from({ length: Math.ceil(total / page_size) }, (_, index) => {
    const end = (index + 1) * page_size >= total ? newest : endOf.get((index + 1) * page_size)
    return { part: index + 1, approved_at: end?.toISOString() ?? null }
  })
}
