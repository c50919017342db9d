import type { Db, Files } from '#platform/server/index.ts'
import { PREVIEW_WIDTHS } from '../../rules.ts'
import { findFile, updateFile } from '../files.queries.ts'
import { makeAvif } from './draw-previews.ts'
import { PREVIEW_TYPES, pictureOf, previewKey, VARIANTS, type Variant } from './preview-address.ts'

export const MAKE_AVIF = 'catalogue.make-avif'

/** Below this size in bytes, an AVIF saves no noticeable time over the WEBP. */
const WEBP_MIN = 6 * 1024
/** An AVIF is stored if it has at most this share of the WEBP's bytes. */
const SHARE_MAX = 0.9

/** Draws the previews of a ready file as AVIF and stores the widths where AVIF is clearly smaller. Idempotent. */
export async function makeAvifs(db: Db, files: Files, file_id: string): Promise<void> {
  const file = await findFile(db, file_id)
  if (file?.status !== 'ready' || file.picture === 'none') return
  const webp = new Map<Variant, number>()
  for (const variant of VARIANTS) webp.set(variant, (await files.size(previewKey(file, { ...variant, type: 'webp' }))) ?? 0)
  const webpSize = (variant: Variant) => webp.get(variant) ?? 0
  const candidates = VARIANTS.filter((variant) => webpSize(variant) >= WEBP_MIN)
  const { key, format } = pictureOf(file)
  const drawn = candidates.length === 0 ? [] : await makeAvif(await files.bytes(key), format, candidates)
  const isSmaller = (variant: Variant) => {
    const avif = drawn.find(({ width, marked }) => width === variant.width && marked === variant.marked)
    return avif !== undefined && avif.bytes.length <= webpSize(variant) * SHARE_MAX
  }
  // A width counts only if both pictures, with and without the watermark, are stored.
  const stored = PREVIEW_WIDTHS.filter((width) => VARIANTS.filter((variant) => variant.width === width).every(isSmaller))
  for (const { width, marked, bytes } of drawn.filter(({ width }) => stored.includes(width)))
    await files.put(previewKey(file, { width, marked, type: 'avif' }), bytes, PREVIEW_TYPES.avif)
  await updateFile(db, file.id, { avif: stored })
}
