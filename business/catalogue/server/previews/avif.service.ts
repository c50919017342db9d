import { type Ctx, type Db, type Files, inTransaction, Refusal } from '#platform/server/index.ts'
import { PREVIEW_WIDTHS, type PreviewWidth } from '../../rules.ts'
import { findUntriedAsAvif, updateAvifs } from '../files.queries.ts'
import { makeAvif } from './draw-previews.ts'
import { PREVIEW_TYPES, pictureOf, previewKey, VARIANTS, type Variant } from './preview-address.ts'
import { prepareFiles } from './previews.service.ts'

/** If the widest WEBP has fewer bytes, AVIFs save no noticeable time. */
const WEBP_MIN = 6 * 1024
const WIDEST: Variant = { width: PREVIEW_WIDTHS[2], marked: false }
/** An AVIF is stored if it has at most this share of the WEBP's bytes. */
const SHARE_MAX = 0.9

type File = Awaited<ReturnType<typeof findUntriedAsAvif>>[number]

/**
 * Draws the previews of ready files as AVIF and stores the widths where AVIF is clearly smaller. Each file is tried once. Pages name the
 * AVIFs after the last file, so that a run empties their caches once.
 */
export async function makeAvifs(ctx: Ctx, file_ids: readonly string[]): Promise<void> {
  const tried: { id: string; avif: PreviewWidth[] }[] = []
  try {
    for (const file of await findUntriedAsAvif(ctx.db, file_ids)) tried.push({ id: file.id, avif: await makeAvifsOf(ctx, file) })
  } finally {
    // What was drawn before an error need not be drawn again.
    if (tried.length > 0) await inTransaction(ctx, ({ db }) => updateAvifs(db, tried))
  }
}

/** A file that cannot be drawn as AVIF counts as tried, and stays WEBP. */
async function makeAvifsOf({ db, log, ports: { files } }: Ctx, file: File): Promise<PreviewWidth[]> {
  try {
    return await storeSmaller(files, file, await webpSizes(db, files, file))
  } catch (err) {
    if (!(err instanceof Refusal)) throw err
    log.warn({ err, file_id: file.id }, 'AVIF previews failed')
    return []
  }
}

/** Draws the WEBP previews that nobody has asked for yet: both kinds are compared. */
async function webpSizes(db: Db, files: Files, file: File): Promise<(variant: Variant) => number> {
  await prepareFiles(db, files, [file.id])
  const sizes = new Map<string, number>()
  const keyOf = (variant: Variant) => previewKey(file, { ...variant, type: 'webp' })
  for (const variant of VARIANTS) sizes.set(keyOf(variant), (await files.size(keyOf(variant))) ?? 0)
  return (variant) => sizes.get(keyOf(variant)) ?? 0
}

/**
 * Returns the widths that are stored as AVIF. A page names AVIFs only if it has every width up to the one it shows, so the first width that
 * saves too little, with or without the watermark, is the last one drawn. The smallest costs a twentieth of all.
 */
async function storeSmaller(files: Files, file: File, webpSize: (variant: Variant) => number): Promise<PreviewWidth[]> {
  if (webpSize(WIDEST) < WEBP_MIN) return []
  const { key, format } = pictureOf(file)
  const bytes = await files.bytes(key)
  const stored: PreviewWidth[] = []
  for (const width of PREVIEW_WIDTHS) {
    const variants = VARIANTS.filter((variant) => variant.width === width)
    const drawn = await makeAvif(bytes, format, variants)
    if (drawn.some((avif) => avif.bytes.length > webpSize(avif) * SHARE_MAX)) break
    for (const { marked, bytes } of drawn) await files.put(previewKey(file, { width, marked, type: 'avif' }), bytes, PREVIEW_TYPES.avif)
    stored.push(width)
  }
  return stored
}
