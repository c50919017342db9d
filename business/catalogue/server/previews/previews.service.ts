import { LRUCache } from 'lru-cache'
import { type Ctx, type Db, type Files, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { isFreeAt, MARKED_FROM } from '../../rules.ts'
import { findReplacedPreviewed } from '../desk/rejected-version.queries.ts'
import { findPreviewed, findReadyByIds } from '../files.queries.ts'
import { fileIsReady } from '../files.service.ts'
import { isInsider, maySeeWithheld } from '../service.ts'
import { makePreview, makePreviews, type Pace } from './draw-previews.ts'
import { spendDrawing } from './drawing-limit.ts'
import { isVersionOf, PREVIEW_TYPES, pageKey, pictureOf, previewKey, type TypedVariant, VARIANTS, variantNamed } from './preview-address.ts'
import type { Preview } from './preview-tasks.ts'

/** Stores previews under the keys that match their URLs. */
export async function storePreviews(files: Files, file: { id: string; sha256: string }, previews: readonly Preview[]): Promise<void> {
  for (const { bytes, width, marked } of previews)
    await files.put(previewKey(file, { width, marked, type: 'webp' }), bytes, PREVIEW_TYPES.webp)
}

/** Stores the picture of a PDF's or EPS's first page, from which its previews are drawn. */
export const storePage = (files: Files, file: { id: string }, png: Buffer): Promise<void> => files.put(pageKey(file), png, 'image/png')

export type PreviewAddress = { file_id: string; version: string; name: string }
export type OpenPreview = {
  asset_id: string
  /** In the file store. */
  key: string
  etag: string
  content_type: string
  /** Whether anyone with the URL may see it at any time, so that shared caches may store it. */
  is_public: boolean
  /** Whether it is a WEBP that everyone sees, and no AVIF of the picture was tried. */
  could_be_avif: boolean
  bytes(): Promise<Buffer>
  /** The key under which it is stored. Draws it first if it is missing. */
  storedKey(): Promise<string>
}

/** Returns undefined if there is no such preview or this user may not see it. A withheld asset's previews are refused with 410. */
export async function openPreview(ctx: Ctx, { file_id, version, name }: PreviewAddress): Promise<OpenPreview | undefined> {
  const variant = variantNamed(name)
  const file = variant && ((await findPreviewed(ctx.db, file_id)) ?? (await findReplacedPreviewed(ctx.db, file_id)))
  if (!variant || file?.file_status !== 'ready' || file.picture === 'none' || !isVersionOf(file.sha256, version)) return undefined
  if (variant.type === 'avif' && !file.avif.includes(variant.width)) return undefined
  const is_clear = !variant.marked && variant.width >= MARKED_FROM
  const is_shown = await isPublicPreview(ctx, file, is_clear)
  if (!is_shown && !isInsider(ctx.actor, file.owner_id)) return undefined
  return {
    asset_id: file.asset_id,
    key: previewKey(file, variant),
    etag: `"${version}-${name}"`,
    content_type: PREVIEW_TYPES[variant.type],
    is_public: is_shown && !is_clear && !file.withheld_at,
    could_be_avif: is_shown && variant.type === 'webp' && !file.avif_tried && file.avif.length === 0,
    bytes: () => previewBytes(ctx, file, variant),
    storedKey: () => requireStored(ctx, file, variant)
  }
}

type Previewed = NonNullable<Awaited<ReturnType<typeof findPreviewed>>> | NonNullable<Awaited<ReturnType<typeof findReplacedPreviewed>>>

/** Whether everyone who may see the asset's page may see this preview. Refuses a withheld asset's to those who may not see its page. */
async function isPublicPreview(ctx: Ctx, file: Previewed, is_clear: boolean): Promise<boolean> {
  if (file.status !== 'approved' || !file.is_published || (is_clear && !isFreeAt(ctx.now, file))) return false
  if (file.withheld_at && !(await maySeeWithheld(ctx, { id: file.asset_id, owner_id: file.owner_id })))
    throw refuse(refusals, 'asset_withheld')
  return true
}

type Drawable = Parameters<typeof pictureOf>[0] & { sha256: string }

const drawing = new Map<string, Promise<Buffer>>()
/** Previews that could not be drawn, with the reason. They are not tried again for a while, however often someone asks. */
const failed = new LRUCache<string, Error>({ max: 1000, ttl: 10 * 60 * 1000 })

/** Returns the stored preview; otherwise draws and stores it. */
async function previewBytes(ctx: Ctx, file: Drawable, variant: TypedVariant): Promise<Buffer> {
  const { files } = ctx.ports
  const key = previewKey(file, variant)
  return (await files.size(key)) === undefined ? drawShared(ctx, file, variant, key) : files.bytes(key)
}

async function requireStored(ctx: Ctx, file: Drawable, variant: TypedVariant): Promise<string> {
  const key = previewKey(file, variant)
  if ((await ctx.ports.files.size(key)) === undefined) await drawShared(ctx, file, variant, key)
  return key
}

/** Concurrent requests share the work, which counts for the first one. */
async function drawShared({ ports: { files }, caller }: Ctx, file: Drawable, variant: TypedVariant, key: string): Promise<Buffer> {
  const reason = failed.get(key)
  if (reason) throw reason
  const known = drawing.get(key)
  if (known) return known
  spendDrawing(caller, variant)
  const work = drawOne(files, file, variant, key).finally(() => drawing.delete(key))
  drawing.set(key, work)
  return work
}

async function drawOne(files: Files, file: Drawable, variant: TypedVariant, key: string): Promise<Buffer> {
  const picture = pictureOf(file)
  const bytes = await makePreview(await files.bytes(picture.key), picture.format, variant).catch((error: Error) => {
    failed.set(key, error)
    throw error
  })
  await files.put(key, bytes, PREVIEW_TYPES[variant.type])
  return bytes
}

/** Some may be missing, because single previews are drawn on request. */
async function hasPreviews(files: Files, file: { id: string; sha256: string }): Promise<boolean> {
  for (const variant of VARIANTS.toReversed())
    if ((await files.size(previewKey(file, { ...variant, type: 'webp' }))) === undefined) return false
  return true
}

/** Draws the missing previews of imported files. Idempotent. */
export async function prepareFiles(db: Db, files: Files, file_ids: readonly string[], pace: Pace = 'background'): Promise<void> {
  for (const file of await findReadyByIds(db, file_ids)) {
    if (await hasPreviews(files, file)) continue
    const { key, format } = pictureOf(file)
    const { previews, ...found } = await makePreviews(await files.bytes(key), format, pace)
    await storePreviews(files, file, previews)
    await fileIsReady(db, file.id, found)
  }
}
