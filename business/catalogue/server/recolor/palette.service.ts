import { LRUCache } from 'lru-cache'
import { type Ctx, type Db, DecoderUnavailable, type Files, type Log, runBatches } from '#platform/server/index.ts'
import type { PaletteColor } from '../../recolor.rules.ts'
import { type Pace, readPalette } from '../previews/draw-previews.ts'
import { findDrawing, findPalette, findUnread, savePalette } from './palette.queries.ts'

/** Increment it whenever palettes are read differently: the job then reads them again. */
const PALETTE_VERSION = 1
const BATCH = 50
const RUN_MS = 50_000
/** Palettes that pages wait for at the same time. Further pages go without: a job will read the rest. */
const WAITING_MAX = 16

type Around = { files: Files; db: Db; log: Log }
type Drawing = { id: string; original_key: string }

/** Reads and stores the colors of a drawing. One that cannot be read has none, so that it is not read again; what is not its fault is tried again. */
export async function storePalette({ files, db, log }: Around, file: Drawing, pace: Pace): Promise<PaletteColor[]> {
  const colors = await readPalette(await files.bytes(file.original_key), pace).catch((err: unknown) => {
    if (err instanceof DecoderUnavailable) throw err
    log.warn({ err, file_id: file.id }, 'the colors of a drawing could not be read')
    return []
  })
  await savePalette(db, file.id, PALETTE_VERSION, colors)
  return colors
}

const reading = new Map<string, Promise<PaletteColor[] | null>>()
/** A replica may not know yet what was just stored. */
const read = new LRUCache<string, PaletteColor[]>({ max: 1000 })

/** Returns the palette of a drawing that was never read, and stores it. Null if that is not possible now: the page does without it. */
export function paletteNow({ pool, log, ports: { files } }: Ctx, file_id: string): Promise<PaletteColor[] | null> {
  const known = read.get(file_id)
  if (known) return Promise.resolve(known)
  const pending = reading.get(file_id)
  if (pending) return pending
  if (reading.size >= WAITING_MAX) return Promise.resolve(null)
  const work = readNow({ files, db: pool, log }, file_id)
    .catch((err: unknown) => {
      log.warn({ err, file_id }, 'the colors of a drawing could not be read now')
      return null
    })
    .finally(() => reading.delete(file_id))
  reading.set(file_id, work)
  return work
}

async function readNow(around: Around, file_id: string): Promise<PaletteColor[] | null> {
  const drawing = await findDrawing(around.db, file_id)
  const colors = drawing && ((await findPalette(around.db, file_id)) ?? (await storePalette(around, drawing, 'soon')))
  if (colors) read.set(file_id, colors)
  return colors ?? null
}

/** Job: reads the colors of drawings that were imported, or processed before there were palettes. */
export const readPalettes = ({ db, log, ports: { files } }: Ctx, stopping?: AbortSignal): Promise<void> =>
  runBatches({
    run_ms: RUN_MS,
    stopping,
    find: () => findUnread(db, PALETTE_VERSION, BATCH),
    work: (file) => readEarlier({ files, db, log }, file)
  })

/** A drawing whose bytes are gone has no colors, so that the job goes on to the others. */
async function readEarlier(around: Around, file: Drawing): Promise<void> {
  if ((await around.files.size(file.original_key)) === undefined) await savePalette(around.db, file.id, PALETTE_VERSION, [])
  else await storePalette(around, file, 'background')
}

/** Returns the palette of a drawing, for other parts; null if it is not known and cannot be read now. */
export const findPaletteOf = async (ctx: Ctx, file_id: string): Promise<PaletteColor[] | null> =>
  (await findPalette(ctx.db, file_id)) ?? paletteNow(ctx, file_id)
