import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Received } from '#platform/contract/index.ts'
import { type Ctx, createFairQueue, createOpenLimit, type FileToSend, Refusal, refuse, siteOf } from '#platform/server/index.ts'
import { type freeSource, type recoloredPicture, refusals } from '../../recolor.contract.ts'
import { type ColorChanges, changesFor, type PaletteColor, writeColorChanges } from '../../recolor.rules.ts'
import { isFreeAt, MARKED_FROM } from '../../rules.ts'
import { shownFiles } from '../present.ts'
import { drawRecolored } from '../previews/draw-previews.ts'
import { spendDrawing } from '../previews/drawing-limit.ts'
import type { DetailRow } from '../queries.ts'
import { findVisible } from '../service.ts'
import { findDrawing } from './palette.queries.ts'
import { paletteNow } from './palette.service.ts'
import { saveRecolored, takeSurplus } from './recolored.queries.ts'

/** Increment it whenever pictures are drawn differently. */
const DRAWING_VERSION = 1
/** All stored pictures in other colors together. Older ones make room: they are drawn again when someone asks. */
export const STORED_BYTES_MAX = 256 * 1024 * 1024
const STORED_DAYS = 30
const DAY_MS = 86_400_000
const CLEARED_MAX = 1000
/** Every so many new pictures the store is measured. Meanwhile it grows by a few MB at most. */
const MEASURED_EVERY = 25

export type Recolored = { etag: string; is_public: boolean; bytes(): Promise<Buffer> }

/** Refuses colors that this drawing does not have, and those of what is not a drawing. */
export function requireChanges(text: string, palette: readonly PaletteColor[] | null): ColorChanges {
  const changes = changesFor(text, palette)
  if (typeof changes === 'string') throw refuse(refusals, 'colors_refused', { message: changes, fields: { colors: changes } })
  return changes
}

/** The drawing that is recolored, and its palette; null for an asset without one. */
async function drawingOf(ctx: Ctx, row: DetailRow) {
  const shown = shownFiles(row).find(({ format }) => format === 'svg')
  const drawing = shown && (await findDrawing(ctx.db, shown.id))
  return { drawing, palette: drawing ? (row.palettes?.[drawing.id]?.colors ?? (await paletteNow(ctx, drawing.id))) : null }
}

/** Returns a picture in other colors for whoever may see the asset. It is drawn when its bytes are asked for, unless it is stored. */
export async function openRecolored(ctx: Ctx, { params, query }: Received<typeof recoloredPicture>): Promise<Recolored> {
  const { row } = await findVisible(ctx, params.id)
  const { drawing, palette } = await drawingOf(ctx, row)
  const changes = requireChanges(query.colors, palette)
  if (!drawing) throw refuse(refusals, 'colors_refused')
  const { width } = query
  const is_marked = width >= MARKED_FROM && !isFreeAt(ctx.now, row)
  const digest = hash(
    'sha256',
    [DRAWING_VERSION, drawing.sha256, drawing.original_key, writeColorChanges(changes), width, is_marked].join(' ')
  )
  const variant = { width, marked: is_marked, type: 'webp' } as const
  return {
    etag: `"${digest.slice(0, 32)}"`,
    is_public: row.status === 'approved' && !row.withheld_at && (is_marked || width < MARKED_FROM),
    bytes: () =>
      storedOrDrawn(ctx, { key: keyOf(digest), source: drawing.original_key }, async (files) =>
        drawRecolored(await files.bytes(drawing.original_key), [...changes], variant)
      )
  }
}

const keyOf = (digest: string): string => `recolored/${digest.slice(0, 2)}/${digest}.webp`

type Files = Ctx['ports']['files']
const drawing = new Map<string, Promise<Buffer>>()
/** Drawings that could not be drawn, with the reason: another choice of colors would fail, too. */
const failed = new LRUCache<string, Error>({ max: 1000, ttl: 10 * 60 * 1000 })
const DRAWN_AT_ONCE = 2
/** Pictures of all visitors that wait to be drawn. */
const WAITING_MAX = 40
/** A visitor with many heavy pictures waits for others, and not the others for that visitor. */
const takeTurns = createFairQueue(DRAWN_AT_ONCE)
const limitWaiting = createOpenLimit({
  message: 'Many pictures are being recolored right now. Please wait a moment and try again.',
  retry_after: 10
})

type Stored = { key: string /** The drawing's own key. */; source: string }

/** Those who ask at the same time share the work, which counts for the first one. */
async function storedOrDrawn(ctx: Ctx, { key, source }: Stored, draw: (files: Files) => Promise<Buffer>): Promise<Buffer> {
  const { files } = ctx.ports
  if ((await files.size(key)) !== undefined) return files.bytes(key)
  const known = drawing.get(key)
  if (known) return known
  const reason = failed.get(source)
  if (reason) throw reason
  spendDrawing(ctx.caller, { type: 'recolored' })
  const work = limitWaiting('all', { most: WAITING_MAX }, () =>
    takeTurns(siteOf(ctx.caller.ip), () => drawAndStore(ctx, { key, source }, draw))
  ).finally(() => drawing.delete(key))
  drawing.set(key, work)
  return work
}

/** Not of the file store, which may be back in a moment. */
const isDrawingsFault = (error: unknown): error is Refusal => error instanceof Refusal

let drawn = 0

async function drawAndStore(ctx: Ctx, { key, source }: Stored, draw: (files: Files) => Promise<Buffer>): Promise<Buffer> {
  const { files, disk } = ctx.ports
  const bytes = await draw(files).catch((error: unknown) => {
    if (isDrawingsFault(error)) failed.set(source, error)
    throw error
  })
  if (await disk.isLow()) return bytes
  await saveRecolored(ctx.pool, { key, bytes: bytes.length, made_at: ctx.now })
  await files.put(key, bytes, 'image/webp')
  drawn += 1
  if (drawn % MEASURED_EVERY === 0) await clearRecolored(ctx)
  return bytes
}

/** Job, and after every few new pictures: deletes the oldest ones that are more than fit, and those that are old. */
export async function clearRecolored({ pool, now, ports: { files } }: Ctx, bytes_max = STORED_BYTES_MAX): Promise<void> {
  const before = new Date(now.getTime() - STORED_DAYS * DAY_MS)
  for (const key of await takeSurplus(pool, { bytes_max, before, limit: CLEARED_MAX })) await files.delete(key)
}

/** Opens the cleaned SVG of an asset that is on sale and free now. */
export async function openFreeSource(ctx: Ctx, { params }: Received<typeof freeSource>): Promise<FileToSend> {
  const { row } = await findVisible(ctx, params.id)
  const { drawing } = await drawingOf(ctx, row)
  if (!drawing || row.status !== 'approved' || row.withheld_at || !isFreeAt(ctx.now, row)) throw refuse(refusals, 'no_free_source')
  const { files } = ctx.ports
  const key = drawing.original_key
  const size = await files.size(key)
  if (size === undefined) throw refuse(refusals, 'no_free_source')
  return {
    ...{ content_type: 'image/svg+xml', size, disposition: 'inline', cache_control: 'private, no-cache' },
    version: hash('sha256', key).slice(0, 32),
    open: (range) => files.stream(key, range)
  }
}
