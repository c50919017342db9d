import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, type Db, refuse } from '#platform/server/index.ts'
import {
  type AssetPicture,
  type FeaturedCollection,
  type getFeaturedCollection,
  type listFeaturedCollections,
  refusals
} from '../../featured.contract.ts'
import { isFreeAt } from '../../rules.ts'
import type { ShownRow } from '../asset-row.queries.ts'
import { colorOf, presentFile, shownFiles } from '../present.ts'
import { findAssetsById } from '../queries.ts'
import { presentCard } from '../service.ts'
import * as queries from './featured.queries.ts'

export async function listFeatured(
  { db, now }: Ctx,
  { asset_id }: { asset_id?: string | undefined }
): Promise<Answer<typeof listFeaturedCollections>> {
  return { items: await withCovers(db, now, await queries.findPublished(db, asset_id)) }
}

type Page = { page: number; page_size: number }

/** A collection of which nothing is on sale does not exist for visitors. */
export async function showFeatured(
  { db, now }: Ctx,
  slug: string,
  { page, page_size }: Page
): Promise<Answer<typeof getFeaturedCollection>> {
  const collection = await queries.findPublishedBySlug(db, slug)
  if (!collection) throw refuse(refusals, 'collection_not_found')
  const rows = await queries.findWorksOnSale(db, collection.id, { offset: (page - 1) * page_size, limit: page_size })
  const items = rows.map((row) => presentCard(now, row))
  return { ...collection, updated_at: collection.updated_at.toISOString(), items, total: collection.item_count, page, page_size }
}

type WithCovers<Row> = Omit<Row, 'updated_at'> & Pick<FeaturedCollection, 'covers' | 'updated_at'>

/** Adds the pictures of all collections with one statement. */
export async function withCovers<Row extends { cover_ids: string[]; updated_at: Date }>(
  db: Db,
  now: Date,
  collections: readonly Row[]
): Promise<WithCovers<Row>[]> {
  const pictures = await findPictures(
    db,
    now,
    collections.flatMap(({ cover_ids }) => cover_ids)
  )
  return collections.map((collection) => ({
    ...collection,
    updated_at: collection.updated_at.toISOString(),
    covers: collection.cover_ids.flatMap((id) => pictures.get(id) ?? [])
  }))
}

/** Returns, by id, what small pictures of these assets need. */
export async function findPictures(db: Db, now: Date, ids: readonly string[]): Promise<Map<string, AssetPicture>> {
  const assets = await findAssetsById(db, [...new Set(ids)])
  return new Map(assets.map((row) => [row.id, presentPicture(now, row)]))
}

/** The first file with a picture stands for the asset. */
export function presentPicture(now: Date, row: ShownRow): AssetPicture {
  const shown = shownFiles(row)
  const free = isFreeAt(now, row)
  const file = shown.map((one) => presentFile(one, free)).find(({ preview_urls }) => preview_urls !== null)
  return { asset_id: row.id, title: row.title, category: row.category, dominant_color: colorOf(shown), files: file ? [file] : [] }
}
