import type { Db, Files } from '#platform/server/index.ts'
import { PREVIEW_WIDTHS } from '../rules.ts'
import { findFile, updateFile } from './files.queries.ts'
import { PREVIEW_TYPES, pictureOf, previewKey, VARIANTS, type Variant } from './preview-address.ts'
import { makeAvif } from './previews.ts'

export const MAKE_AVIF = 'catalogue.make-avif'

/** Bytes of a WEBP below which an AVIF could save nobody a noticeable wait. */
const WEBP_LEAST = 6 * 1024
/** An AVIF is kept when it has at most this share of the WEBP's bytes. */
const SHARE_MOST = 0.9

/** Draws the previews of a ready file as AVIF too and keeps the widths where that is clearly smaller; doing it again changes nothing. */
export async function makeAvifs(db: Db, files: Files, file_id: string): Promise<void> {
  const file = await findFile(db, file_id)
  if (file?.status !== 'ready' || file.picture === 'none') return
  const webp = new Map<Variant, number>()
  for (const variant of VARIANTS) webp.set(variant, (await files.size(previewKey(file, { ...variant, type: 'webp' }))) ?? 0)
  const asked = VARIANTS.filter((variant) => webp.get(variant)! >= WEBP_LEAST)
  const { key, format } = pictureOf(file)
  const drawn = asked.length === 0 ? [] : await makeAvif(await files.bytes(key), format, asked)
  const isSmaller = (variant: Variant) => {
    const avif = drawn.find(({ width, marked }) => width === variant.width && marked === variant.marked)
    return avif !== undefined && avif.bytes.length <= webp.get(variant)! * SHARE_MOST
  }
  // One address more for a width means one for the clear and one for the marked picture.
  const kept = PREVIEW_WIDTHS.filter((width) => VARIANTS.filter((variant) => variant.width === width).every(isSmaller))
  for (const { width, marked, bytes } of drawn.filter(({ width }) => kept.includes(width)))
    await files.put(previewKey(file, { width, marked, type: 'avif' }), bytes, PREVIEW_TYPES.avif)
  await updateFile(db, file.id, { avif: kept })
}
