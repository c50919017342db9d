import type { Ctx } from '#platform/server/index.ts'
import * as queries from './names.queries.ts'
import { isMono, readDrawing, styleOf } from './read-drawing.ts'

/** A larger SVG is not read: every page that shows the icon would load it. */
const SVG_BYTES_MAX = 512 * 1024
const AT_ONCE = 8

/** Reads the SVGs of these icons, several at a time, and stores their drawings. Doing it twice changes nothing. */
export async function readDrawings(ctx: Ctx, icons: readonly queries.Undrawn[]): Promise<void> {
  const waiting = icons.values()
  const reader = async () => {
    for (const icon of waiting) await readOne(ctx, icon)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, icons.length) }, reader))
}

async function readOne({ db, log, ports }: Ctx, { id, prefix, name, original_key, bytes, sha256 }: queries.Undrawn): Promise<void> {
  if (bytes > SVG_BYTES_MAX) return queries.updateDrawing(db, id, { ...NOT_DRAWN, drawn_from: sha256 })
  try {
    const drawing = readDrawing((await ports.files.bytes(original_key)).toString('utf8'), `${prefix}--${name}`)
    if (!drawing) return await queries.updateDrawing(db, id, { ...NOT_DRAWN, drawn_from: sha256 })
    const { body, left, top } = drawing
    const placed = { ...drawing, left: left || null, top: top || null }
    await queries.updateDrawing(db, id, { ...placed, style: styleOf(body), is_mono: isMono(body), drawn_from: sha256 })
  } catch (err) {
    // The next call or run of the job tries again.
    log.error({ err, icon_id: id }, 'the SVG of an icon could not be read')
  }
}

const NOT_DRAWN = { body: null, left: null, top: null, width: null, height: null, style: null, is_mono: false }

/** The same for an icon that was just named. What fails is tried again by the first call for the icon, and by the job. */
export async function readDrawingOf(ctx: Ctx, asset_id: string): Promise<void> {
  await readDrawings(ctx, await queries.findUndrawnOf(ctx.db, asset_id))
}
