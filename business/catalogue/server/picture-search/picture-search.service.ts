import { type Ctx, createOpenLimit, type Db, networkOf, refuse, signedIn, siteOf, spend, type Upload } from '#platform/server/index.ts'
import { type PictureResults, refusals, type StaffPictureResults } from '../../picture-search.contract.ts'
import {
  NEAR_MAX,
  PICTURE_MESSAGES,
  PICTURE_SEARCHES,
  PICTURE_SEARCHES_OF_SITE,
  PICTURES_OPEN,
  PICTURES_OPEN_OF_SITE,
  SAME_MAX,
  SIMILAR_SHOWN_MAX
} from '../../picture-search.rules.ts'
import type { ShownRow } from '../asset-row.queries.ts'
import { presentCard } from '../service.ts'
import { type Compared, differenceOf, readCopy, readStored } from './compare-prints.ts'
import type { Print } from './make-prints.ts'
import { findCards, findPrintsLike, findSameBytes, type Reach } from './picture-search.queries.ts'
import { printsOfSent } from './sent-pictures.ts'

/** Stored prints that are compared with the picture. */
const COMPARED_MAX = 500
/** Up to this difference, pictures look nearly the same. */
const NEAR = 0.14
/** Up to this difference, they are worth showing as similar. */
const SIMILAR = 0.5

/** Whose pictures take turns with those of others, and are counted together. */
export const senderOf = (ctx: Ctx, reach: Reach): string =>
  reach === 'any' ? `picture-search/${signedIn(ctx).id}` : `picture-search/${siteOf(ctx.caller.ip)}`

/** Each search in progress holds a connection, and waits for a decoder. */
const limitOpen = createOpenLimit({ message: PICTURE_MESSAGES.busy, retry_after: 10 })

/**
 * Does a search when there is room for it in this process, before the picture is received. Refuses with 429 when too many are in progress.
 * One site leaves room to others, and staff have room of their own.
 */
export const whenRoom = <Found>(ctx: Ctx, reach: Reach, work: () => Promise<Found>): Promise<Found> =>
  limitOpen(senderOf(ctx, reach), { most: PICTURES_OPEN_OF_SITE }, () => limitOpen(reach, { most: PICTURES_OPEN }, work))

/** Counts a visitor's search by network and by site, before the picture is received. Refuses with 429 when there were too many. */
export async function spendSearch(ctx: Ctx): Promise<void> {
  const { ip } = ctx.caller
  const { message } = refusals.too_many_searches
  await spend(ctx, { key: `catalogue.picture-search.${networkOf(ip)}`, ...PICTURE_SEARCHES }, message)
  await spend(ctx, { key: `catalogue.picture-search.site.${siteOf(ip)}`, ...PICTURE_SEARCHES_OF_SITE }, message)
}

/** Finds works on sale by a picture. Nothing of the picture is stored. */
export async function searchByPicture(ctx: Ctx, upload: Upload): Promise<PictureResults> {
  return search(ctx, upload, 'on_sale')
}

/** Finds works in any status by a picture, for staff. */
export async function searchAllByPicture(ctx: Ctx, upload: Upload): Promise<StaffPictureResults> {
  return search(ctx, upload, 'any')
}

async function search(ctx: Ctx, { file }: Upload, reach: Reach) {
  if (!file) throw refuse(refusals, 'picture_missing', { fields: { file: refusals.picture_missing.message } })
  const sender = senderOf(ctx, reach)
  const picture = await ctx.ports.sent_pictures.read(ctx, file, sender)
  const same = await findSameBytes(ctx.db, picture.hashes, reach, SAME_MAX)
  const like = (await findLike(ctx.db, await printsOfSent(picture, sender), reach)).filter(({ asset_id }) => !same.includes(asset_id))
  const near = like.filter(isNear).slice(0, NEAR_MAX)
  const similar = like.filter((one) => !isNear(one)).slice(0, SIMILAR_SHOWN_MAX)
  const ids = [...same, ...[...near, ...similar].map(({ asset_id }) => asset_id)]
  const cards = new Map((await findCards(ctx.db, ids, reach)).map((card) => [card.id, card]))
  const present = ({ asset_id, difference }: Like) => presentFound(ctx, cards.get(asset_id), scoreOf(difference))
  return {
    same: same.flatMap((id) => presentFound(ctx, cards.get(id), 1)),
    near: near.flatMap(present),
    similar: similar.flatMap(present)
  }
}

/** `difference` is 0 for pictures that look the same. */
export type Like = { asset_id: string; difference: number }

export const isNear = ({ difference }: Like): boolean => difference <= NEAR

/** Returns the assets whose picture is like one of these prints, the most alike first. */
export async function findLike(db: Db, copies: readonly Print[], reach: Reach): Promise<Like[]> {
  const compared = copies.map(({ print }) => readCopy(print))
  const differences = new Map<string, number>()
  for (const { asset_id, print } of await findPrintsLike(db, copies, reach, COMPARED_MAX)) {
    const difference = leastDifference(compared, readStored(print))
    differences.set(asset_id, Math.min(difference, differences.get(asset_id) ?? SIMILAR))
  }
  return [...differences]
    .map(([asset_id, difference]) => ({ asset_id, difference }))
    .filter(({ difference }) => difference < SIMILAR)
    .toSorted((one, other) => one.difference - other.difference || one.asset_id.localeCompare(other.asset_id))
}

const leastDifference = (copies: readonly Compared[], stored: Compared): number =>
  Math.min(...copies.map((copy) => differenceOf(copy, stored)))

/** Only equal bytes score 1. Three decimals are more than the comparison is worth. */
const SCORE_MAX = 0.999
const scoreOf = (difference: number): number => Math.max(0, Math.min(SCORE_MAX, Math.round((1 - difference) * 1000) / 1000))

/** An asset that was withheld or deleted meanwhile is left out. */
function presentFound({ now }: Ctx, row: ShownRow | undefined, score: number) {
  return row ? [{ ...presentCard(now, row), status: row.status, withheld_at: row.withheld_at?.toISOString() ?? null, score }] : []
}
