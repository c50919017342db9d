import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, setPage } from '#platform/server/index.ts'
import type { listSitemap, listSitemapParts } from '../contract.ts'
import { findPartEnds, findWalk, ON_SALE, SEGMENT_SIZE } from './lists/list-segments.queries.ts'
import { markedPathOf } from './previews/preview-address.ts'
import { countApproved } from './queries.ts'
import * as queries from './sitemap.queries.ts'

/** Lists approved assets, oldest first, so that new ones come at the end and do not shift the others. A late part is read from the list segment it starts in. */
export async function sitemap(ctx: Ctx, { page, page_size }: { page: number; page_size: number }): Promise<Answer<typeof listSitemap>> {
  const { db, now } = ctx
  const { total } = await countApproved(db)
  setPage(ctx, { page, page_size, total }, `/api/assets/sitemap?page_size=${page_size}`)
  const offset = (page - 1) * page_size
  if (offset >= total) return []
  const paged = { ordering: 'approved', direction: 'asc', offset, limit: page_size } as const
  const rows = await queries.findForSitemap(db, await findWalk(db, now, ON_SALE, total, paged))
  return rows.map(({ file, approved_at, ...row }) => ({
    ...row,
    approved_at: approved_at.toISOString(),
    picture_url: file && markedPathOf(file)
  }))
}

/**
 * Returns the parts of this size with the approval time of the newest asset in each. The ends of small parts are not looked up: there would be
 * many, and each takes a walk of up to half a list segment.
 */
export async function sitemapParts({ db, now }: Ctx, { page_size }: { page_size: number }): Promise<Answer<typeof listSitemapParts>> {
  const { total } = await countApproved(db)
  const [ends, newest] = await Promise.all([
    page_size >= SEGMENT_SIZE ? findPartEnds(db, now, page_size) : [],
    queries.findNewestApproval(db)
  ])
  const endOf = new Map(ends.map(({ part, approved_at }) => [part, approved_at]))
  return Array.from({ length: Math.ceil(total / page_size) }, (_, index) => {
    const end = (index + 1) * page_size >= total ? newest : endOf.get(index + 1)
    return { part: index + 1, approved_at: end?.toISOString() ?? null }
  })
}
