import { CONTENT_TYPES } from '#catalogue/rules.ts'
import {
  type Ctx,
  createFairQueue,
  DecoderEnded,
  DecoderUnavailable,
  type Limit,
  openDecoder,
  Refusal,
  refuse,
  spend
} from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { DRAWING_SIZE, FREE_SIZE, PRESET_WIDTHS, type Size } from '../../rules.ts'
import type { OriginalFile } from '../queries.ts'
import type { Wanted } from './render.ts'
import * as queries from './renditions.queries.ts'

/** Increase this when the output changes: everything is rendered again, and old renditions are deleted once they are unused. */
const RENDER_VERSION = 1
const DAY_MS = 86_400_000
const RETENTION_DAYS = 90
const MAX_CLEARED_PER_RUN = 1000
/** Each rendering takes a processor, much memory and a database connection. */
const RENDERED_AT_ONCE = 2
/** The time for a rendering grows with its area. */
export const RENDERING_MS = { base: 10_000, per_megapixel: 500 }
/** A rendering that took too long is tried again once within a day. */
const ATTEMPTS_MAX = 2

/** One rendering at a time for each person. */
const limitConcurrency = createFairQueue(RENDERED_AT_ONCE)
/** For all licenses of a person, because each rendering stays on the disk. */
const PER_PERSON = { most: 500, seconds: 86_400 }
/** `used_at` is up to a day old. What may be downloaded right now stays. */
const MAY_BE_IN_USE_MS = 2 * DAY_MS
/** By key. Who asks for one of these waits for it without a place in the queue. */
const running = new Map<string, Promise<Rendition>>()
const decoder = openDecoder<typeof import('./render.ts')>({
  module: 'business/licensing/server/renditions/render.ts',
  processes: RENDERED_AT_ONCE
})

export type RenditionRequest = Wanted & {
  master: OriginalFile
  /** Delivers the uploaded bytes in their own size, without encoding them again. */
  is_copy: boolean
}
export type Rendition = { key: string; bytes: number }

export const keyOf = ({ master: { sha256 }, format, width, height, is_copy }: RenditionRequest): string =>
  `renditions/${RENDER_VERSION}/${sha256.slice(0, 2)}/${sha256}-${is_copy ? 'own' : `${width}x${height}`}.${format}`

/**
 * Returns the file of a rendition, and renders it the first time. `limit` counts renderings, not cached files. `person` is the one who
 * waits: a long series of one person does not delay others, and among people who are equal so far, popular sizes come first.
 */
export async function cachedRendition(ctx: Ctx, rendition: RenditionRequest, limit: Limit, person = limit.key): Promise<Rendition> {
  const cached = await findCached(ctx, keyOf(rendition))
  if (cached) return cached
  await spend(ctx, limit, TOO_MANY)
  await spend(ctx, { key: `licensing.made-for.${person}`, ...PER_PERSON }, TOO_MANY)
  const key = keyOf(rendition)
  return (
    running.get(key) ?? limitConcurrency(person, () => shared(key, () => renderOnce(ctx, rendition)), { comes_first: isPopular(rendition) })
  )
}

const TOO_MANY = 'You requested many sizes in a short time. Please wait a while and try again.'

/** Makes the rendering known while it runs. */
function shared(key: string, work: () => Promise<Rendition>): Promise<Rendition> {
  const rendering = work().finally(() => running.delete(key))
  running.set(key, rendering)
  return rendering
}

/** Sizes that the download form offers. Many people ask for them, so others will find them cached. */
function isPopular({ master, width, height, is_copy }: RenditionRequest): boolean {
  const usual: readonly (number | null)[] = [...PRESET_WIDTHS, master.width]
  return is_copy || usual.includes(width) || [DRAWING_SIZE, FREE_SIZE].includes(Math.max(width, height))
}

/** A file that is missing from the store, or incomplete, does not count. */
async function findCached({ db, now, ports: { files } }: Ctx, key: string): Promise<Rendition | undefined> {
  const found = await queries.findRendition(db, key)
  if (!found || (await files.size(key)) !== found.bytes) return undefined
  if (now.getTime() - found.used_at.getTime() > DAY_MS) await queries.updateUsed(db, key, now)
  return found
}

/**
 * Renders a file once for concurrent requests: the second waits and finds it. The row comes first, outside the transaction, so that every stored file has a row. A row whose file is missing or incomplete does not count.
 * The transaction stays open during the rendering, because the lock must end with this process. limitConcurrency keeps such transactions few.
 */
async function renderOnce(ctx: Ctx, rendition: RenditionRequest): Promise<Rendition> {
  const key = keyOf(rendition)
  const { pool, now, ports } = ctx
  await requireRoom(ctx)
  return pool.transaction().execute(async (tx) => {
    await queries.lockRendition(tx, key)
    const cached = await findCached({ ...ctx, db: tx }, key)
    if (cached) return cached
    const original = await ports.files.bytes(rendition.master.key)
    const bytes = await countedAttempt(ctx, key, () => renderRendition(original, rendition))
    await queries.saveRendition(pool, { key, bytes: bytes.length, now })
    await ports.files.put(key, bytes, CONTENT_TYPES[rendition.format])
    return { key, bytes: bytes.length }
  })
}

/** Counts the attempt outside the transaction, before it starts: a rendering that ends this process counts as well. */
async function countedAttempt({ pool, now }: Ctx, key: string, work: () => Promise<Buffer>): Promise<Buffer> {
  const since = new Date(now.getTime() - DAY_MS)
  if (!(await queries.countAttempt(pool, { key, now, attempts_max: ATTEMPTS_MAX, since }))) throw refuse(refusals, 'rendition_too_heavy')
  try {
    const bytes = await work()
    await queries.forgetAttempts(pool, key)
    return bytes
  } catch (error) {
    if (error instanceof DecoderUnavailable) await queries.forgetAttempts(pool, key)
    throw error instanceof DecoderEnded ? refuse(refusals, 'rendition_too_heavy') : error
  }
}

async function renderRendition(original: Buffer, { master, is_copy, ...wanted }: RenditionRequest): Promise<Buffer> {
  const { format, width, height } = wanted
  const limit_ms = renderingTime({ width, height }, master)
  if (is_copy) return decoder.run('copy', limit_ms, original, format)
  return decoder.run('render', limit_ms, original, master.format === 'svg', { format, width, height })
}

/** Returns the longest that a rendering may take, in milliseconds. A picture is decoded in its own size first; a drawing is not. */
function renderingTime(made: Size, { format, width, height }: OriginalFile): number {
  const decoded = format === 'svg' ? 0 : (width ?? 0) * (height ?? 0)
  return RENDERING_MS.base + (RENDERING_MS.per_megapixel * Math.max(made.width * made.height, decoded)) / 1_000_000
}

/** On a disk that is nearly full, renditions that nobody uses make room. The last of the room is left to the database. */
async function requireRoom(ctx: Ctx): Promise<void> {
  const { disk } = ctx.ports
  if (!(await disk.isLow())) return
  await clearUnusedSince(ctx, new Date(ctx.now.getTime() - MAY_BE_IN_USE_MS))
  if ((await disk.space()).free_bytes < MIN_FREE_BYTES) throw new Refusal('storage_full', 507, NO_ROOM)
}

const MIN_FREE_BYTES = 512 * 1024 * 1024
const NO_ROOM = 'There is no room to make this size at the moment. You can download the uploaded file, or try again later.'

/** Deletes files that were not used for a while. They are rendered again on demand. */
export async function clearUnused(ctx: Ctx): Promise<void> {
  const { pool, now } = ctx
  await queries.forgetAttemptsBefore(pool, new Date(now.getTime() - DAY_MS))
  await clearUnusedSince(ctx, new Date(now.getTime() - RETENTION_DAYS * DAY_MS))
}

async function clearUnusedSince({ pool, ports: { files } }: Ctx, since: Date): Promise<void> {
  for (const key of await queries.findUnused(pool, since, MAX_CLEARED_PER_RUN))
    await pool.transaction().execute(async (tx) => {
      await queries.lockRendition(tx, key)
      if (await queries.deleteUnused(tx, key, since)) await files.delete(key)
    })
}
