import { hash } from 'node:crypto'
import { type ColorChanges, readColorChanges } from '#catalogue/recolor.rules.ts'
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
import type { Wanted } from './render-tasks.ts'
import { findStored, keepRendition, type Rendition, requireRoom } from './rendition-store.service.ts'
import * as queries from './renditions.queries.ts'

/** Increase this when the output changes: everything is rendered again, and old renditions are deleted once they are unused. */
const RENDER_VERSION = 1
const DAY_MS = 86_400_000
/** Each rendering takes a processor, much memory and a database connection. */
const RENDERED_AT_ONCE = 2
/** The time for a rendering grows with its area. */
export const RENDERING_MS = { base: 10_000, per_megapixel: 500 }
/** A rendering that took too long is tried again once within a day. */
const ATTEMPTS_MAX = 2

/** One rendering at a time for each person. */
const limitConcurrency = createFairQueue(RENDERED_AT_ONCE)
/** For all licenses of a person, because each rendering takes time and room on the disk. */
const PER_PERSON = { most: 500, seconds: 86_400 }
/** By key. Who asks for one of these waits for it without a place in the queue. */
const running = new Map<string, Promise<Rendition>>()
const decoder = openDecoder<typeof import('./render-tasks.ts')>({
  module: 'business/licensing/server/renditions/render-tasks.ts',
  processes: RENDERED_AT_ONCE
})

export type RenditionRequest = Size & {
  format: Wanted['format'] | 'svg'
  master: OriginalFile
  /** '#from-#to,…' of a drawing, sorted; '' for its own colors. An SVG is rendered only in other colors. */
  colors?: string | undefined
  /** Delivers the uploaded bytes in their own size, without encoding them again. */
  is_copy: boolean
}

export function keyOf({ master: { sha256, key }, format, width, height, is_copy, colors }: RenditionRequest): string {
  const size = is_copy ? 'own' : format === 'svg' ? 'svg' : `${width}x${height}`
  // Made from the cleaned drawing, which has another key once it is cleaned again.
  const recolored = colors ? `-${hash('sha256', `${key} ${colors}`).slice(0, 32)}` : ''
  return `renditions/${RENDER_VERSION}/${sha256.slice(0, 2)}/${sha256}-${size}${recolored}.${format}`
}

/**
 * Returns the file of a rendition, and renders it the first time. `limit` counts renderings, not cached files. `person` is the one who
 * waits: a long series of one person does not delay others, and among people who are equal so far, popular sizes come first.
 */
export async function cachedRendition(ctx: Ctx, rendition: RenditionRequest, limit: Limit, person = limit.key): Promise<Rendition> {
  const key = keyOf(rendition)
  const stored = await findStored(ctx, key)
  if (stored) return stored
  await spend(ctx, limit, TOO_MANY)
  await spend(ctx, { key: `licensing.made-for.${person}`, ...PER_PERSON }, TOO_MANY)
  const joined = await running.get(key)?.catch(unlessRefused)
  // A file that is not stored belongs to the one it was made for.
  if (joined && !joined.discard) return joined
  const wanted = { ...rendition, person, is_popular: isPopular(rendition) }
  return limitConcurrency(person, () => shared(key, () => renderOnce(ctx, wanted)), { comes_first: wanted.is_popular })
}

/** What the other person was refused, such as a size above their budget, may be allowed to this one. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

const TOO_MANY = 'You requested many sizes in a short time. Please wait a while and try again.'

/** Makes the rendering known while it runs. */
function shared(key: string, work: () => Promise<Rendition>): Promise<Rendition> {
  const rendering = work().finally(() => running.delete(key))
  running.set(key, rendering)
  return rendering
}

/** Sizes that the download form offers. Many people ask for them, so others will find them cached. */
function isPopular({ master, width, height, is_copy, colors }: RenditionRequest): boolean {
  if (colors) return false
  const usual: readonly (number | null)[] = [...PRESET_WIDTHS, master.width]
  return is_copy || usual.includes(width) || [DRAWING_SIZE, FREE_SIZE].includes(Math.max(width, height))
}

/**
 * Renders a file once for concurrent requests: the second waits and finds it.
 * The transaction stays open during the rendering, because the lock must end with this process. limitConcurrency keeps such transactions few.
 */
async function renderOnce(ctx: Ctx, rendition: RenditionRequest & { person: string; is_popular: boolean }): Promise<Rendition> {
  const key = keyOf(rendition)
  const { pool, ports } = ctx
  const { person, is_popular, ...wanted } = rendition
  await requireRoom(ctx)
  let made: Rendition | undefined
  try {
    return await pool.transaction().execute(async (tx) => {
      await queries.lockRendition(tx, key)
      const stored = await findStored({ ...ctx, db: tx }, key)
      if (stored) return stored
      const original = await ports.files.bytes(wanted.master.key)
      const bytes = await countedAttempt(ctx, key, () => renderRendition(original, wanted))
      made = await keepRendition(ctx, { key, bytes, content_type: CONTENT_TYPES[wanted.format], person, is_popular })
      return made
    })
  } catch (error) {
    // Its caller does not get it, so nobody else would delete it.
    await made?.discard?.()
    throw error
  }
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

async function renderRendition(original: Buffer, { master, is_copy, colors, ...wanted }: RenditionRequest): Promise<Buffer> {
  const { format, width, height } = wanted
  const recoloring = colors ? [...requireRead(colors)] : undefined
  const limit_ms = renderingTime({ width, height }, master)
  if (is_copy) return decoder.run('copy', limit_ms, original, format)
  if (format === 'svg') return decoder.run('recolor', RENDERING_MS.base, original, recoloring ?? [])
  return decoder.run('render', limit_ms, original, master.format === 'svg', { format, width, height }, recoloring)
}

/** They were checked before the link was signed. */
function requireRead(colors: string): ColorChanges {
  const changes = readColorChanges(colors)
  if (typeof changes === 'string') throw new Error(changes)
  return changes
}

/** Returns the longest that a rendering may take, in milliseconds. A picture is decoded in its own size first; a drawing is not. */
function renderingTime(made: Size, { format, width, height }: OriginalFile): number {
  const decoded = format === 'svg' ? 0 : (width ?? 0) * (height ?? 0)
  return RENDERING_MS.base + (RENDERING_MS.per_megapixel * Math.max(made.width * made.height, decoded)) / 1_000_000
}
