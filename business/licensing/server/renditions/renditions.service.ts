import pLimit from 'p-limit'
import { CONTENT_TYPES } from '#catalogue/rules.ts'
import { type Ctx, type Limit, spend } from '#platform/server/index.ts'
import { stripMetadata } from '../metadata/strip.ts'
import type { OriginalFile } from '../queries.ts'
import { render, type Wanted } from './render.ts'
import * as queries from './renditions.queries.ts'

/** Increase this when the output changes: everything is rendered again, and old renditions are deleted once they are unused. */
const RENDER_VERSION = 1
const DAY_MS = 86_400_000
const RETENTION_DAYS = 90
const MAX_CLEARED_PER_RUN = 1000
/** Each rendering takes a processor, much memory and a database connection. */
const limitConcurrency = pLimit(2)

export type RenditionRequest = Wanted & {
  master: OriginalFile
  /** Delivers the uploaded bytes in their own size, without encoding them again. */
  is_copy: boolean
}
export type Rendition = { key: string; bytes: number }

export const keyOf = ({ master: { sha256 }, format, width, height, is_copy }: RenditionRequest): string =>
  `renditions/${RENDER_VERSION}/${sha256.slice(0, 2)}/${sha256}-${is_copy ? 'own' : `${width}x${height}`}.${format}`

/** Returns the file of a rendition, and renders it the first time. `limit` counts renderings, not cached files. */
export async function cachedRendition(ctx: Ctx, rendition: RenditionRequest, limit: Limit): Promise<Rendition> {
  const cached = await findCached(ctx, keyOf(rendition))
  if (cached) return cached
  await spend(ctx, limit, 'You requested many sizes in a short time. Please wait a while and try again.')
  return limitConcurrency(() => renderOnce(ctx, rendition))
}

/** A file that is missing from the store, or incomplete, does not count. */
async function findCached({ db, now, ports: { files } }: Ctx, key: string): Promise<Rendition | undefined> {
  const found = await queries.findRendition(db, key)
  if (!found || (await files.size(key)) !== found.bytes) return undefined
  if (now.getTime() - found.used_at.getTime() > DAY_MS) await queries.updateUsed(db, key, now)
  return found
}

/**
 * Renders a file once for concurrent requests: the second waits and finds it. The row comes last, so a crash leaves nothing that would be delivered.
 * The transaction stays open during the rendering, because the lock must end with this process. limitConcurrency keeps such transactions few.
 */
async function renderOnce(ctx: Ctx, rendition: RenditionRequest): Promise<Rendition> {
  const key = keyOf(rendition)
  const { pool, now, ports } = ctx
  return pool.transaction().execute(async (tx) => {
    await queries.lockRendition(tx, key)
    const cached = await findCached({ ...ctx, db: tx }, key)
    if (cached) return cached
    const bytes = await renderRendition(await ports.files.bytes(rendition.master.key), rendition)
    await ports.files.put(key, bytes, CONTENT_TYPES[rendition.format])
    await queries.saveRendition(tx, { key, bytes: bytes.length, now })
    return { key, bytes: bytes.length }
  })
}

async function renderRendition(original: Buffer, { master, is_copy, ...wanted }: RenditionRequest): Promise<Buffer> {
  return stripMetadata(wanted.format, is_copy ? original : await render(original, master.format === 'svg', wanted))
}

/** Deletes files that were not used for a while. They are rendered again on demand. */
export async function clearUnused({ pool, now, ports: { files } }: Ctx): Promise<void> {
  const since = new Date(now.getTime() - RETENTION_DAYS * DAY_MS)
  for (const key of await queries.findUnused(pool, since, MAX_CLEARED_PER_RUN))
    await pool.transaction().execute(async (tx) => {
      await queries.lockRendition(tx, key)
      if (await queries.deleteUnused(tx, key, since)) await files.delete(key)
    })
}
