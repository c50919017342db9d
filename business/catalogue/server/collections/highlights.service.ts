import type { Answer } from '#platform/contract/index.ts'
import type { Ctx, Db } from '#platform/server/index.ts'
import type { AssetPicture, listHighlights, Thumbnail } from '../../featured.contract.ts'
import { HIGHLIGHT_COVERS, HIGHLIGHTS_MAX, NEW_DAYS } from '../../featured.rules.ts'
import { fillsFrame, PAGE_SIZE } from '../../rules.ts'
import type { ShownRow } from '../asset-row.queries.ts'
import { countPublic, findFirst, findInOrder, PUBLIC_ORDERS } from '../queries.ts'
import { findPublished } from './featured.queries.ts'
import { presentPicture, withCovers } from './featured.service.ts'

const DAY_MS = 86_400_000

export async function highlights(ctx: Ctx): Promise<Answer<typeof listHighlights>> {
  const { db, now } = ctx
  const [collections, newest, free] = await Promise.all([featured(db, now), findNew(ctx), findFree(db, now)])
  const thumbnails = (rows: readonly ShownRow[]) => rows.map((row) => presentThumbnail(now, row))
  return { collections, new_assets: thumbnails(newest), free_assets: thumbnails(free) }
}

export const presentThumbnail = (now: Date, row: ShownRow): Thumbnail => toThumbnail(presentPicture(now, row))

async function featured(db: Db, now: Date) {
  const rows = (await findPublished(db, undefined)).slice(0, HIGHLIGHTS_MAX)
  const shown = await withCovers(
    db,
    now,
    rows.map((row) => ({ ...row, cover_ids: row.cover_ids.slice(0, HIGHLIGHT_COVERS) }))
  )
  return shown.map(({ covers, ...collection }) => ({ ...collection, covers: covers.map(toThumbnail) }))
}

/** The newest assets are the first page of the list, so the row goes on with the second. */
async function findNew(ctx: Ctx): Promise<ShownRow[]> {
  const found = await findFirst(ctx, undefined, { ...PUBLIC_ORDERS.newest, offset: PAGE_SIZE, limit: HIGHLIGHTS_MAX })
  const oldest = ctx.now.getTime() - NEW_DAYS * DAY_MS
  return found?.rows.filter(({ approved_at }) => approved_at !== null && approved_at.getTime() >= oldest) ?? []
}

async function findFree(db: Db, now: Date): Promise<ShownRow[]> {
  const filter = { free: 'free-now' } as const
  const total = await countPublic(db, now, filter)
  return total > 0 ? findInOrder(db, now, filter, { ...PUBLIC_ORDERS.newest, offset: 0, limit: HIGHLIGHTS_MAX }, total) : []
}

function toThumbnail(picture: AssetPicture): Thumbnail {
  const [file] = picture.files
  return {
    asset_id: picture.asset_id,
    title: picture.title,
    color: picture.dominant_color,
    fills: fillsFrame(picture),
    url: file?.preview_urls?.[320] ?? null,
    avif_url: file?.avif_urls[320] ?? null
  }
}
