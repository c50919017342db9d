import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Ctx,
  type Files,
  giveBackDailyBytes,
  Refusal,
  refuse,
  secondsLeftToday,
  showSize,
  showWait,
  type Tx,
  takeDailyBytes
} from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { Source } from '../metadata/parts.ts'
import './rendition-limits.ts'
import * as queries from './renditions.queries.ts'

/** A file to deliver. One that is not stored belongs to one caller, who calls `discard` when it is sent. */
export type Rendition = Source & { key: string; discard?(): Promise<void> }

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const RETENTION_DAYS = 90
const MAX_CLEARED_PER_RUN = 1000
/** A use is recorded again after this time. */
const USE_RECORDED_MS = 5 * MINUTE_MS
/** A rendition that was used this recently is never deleted: someone may be downloading it. */
const IN_USE_MS = 15 * MINUTE_MS + USE_RECORDED_MS
/** On a disk that is nearly full, renditions make room after this long. */
const UNUSED_MS = 2 * DAY_MS
/** Everyone who stores a rendition waits while these are deleted. If they do not make enough room, this one is not stored; the next ones go on. */
const MAX_EVICTED_AT_ONCE = 20
/** The last of the room is left to the database. */
const MIN_FREE_BYTES = 512 * 1024 * 1024
const NO_ROOM = 'There is no room to make this size at the moment. You can download the uploaded file, or try again later.'

export const inStore = (files: Files, { key, bytes }: { key: string; bytes: number }): Rendition => ({
  key,
  bytes,
  stream: (range) => files.stream(key, range)
})

/** Finds a stored rendition and records its use, so that it is not deleted now. One whose file is missing from the store, or incomplete, does not count. */
export async function findStored({ db, now, ports: { files } }: Ctx, key: string): Promise<Rendition | undefined> {
  const found = await queries.findRendition(db, key)
  if (!found) return undefined
  if (now.getTime() - found.used_at.getTime() > USE_RECORDED_MS && !(await queries.updateUsed(db, key, now))) return undefined
  return (await files.size(key)) === found.bytes ? inStore(files, found) : undefined
}

/** Refuses with 507 on a disk without room even for a file that is not stored. On a disk that is nearly full, renditions that nobody uses make room first. */
export async function requireRoom(ctx: Ctx, bytes = 0): Promise<void> {
  const { disk } = ctx.ports
  if (!(await disk.isLow())) return
  await clearUnusedSince(ctx, new Date(ctx.now.getTime() - UNUSED_MS))
  if ((await disk.space()).free_bytes - bytes < MIN_FREE_BYTES) throw new Refusal('storage_full', 507, NO_ROOM)
}

type Made = {
  key: string
  bytes: Buffer
  content_type: string
  /** Whose daily budget it counts against. */
  person: string
  /** A size that many people ask for: delivered without being stored when the budget is used up. */
  is_popular: boolean
}

/**
 * Stores a rendition within the person's daily budget and the limit of the store. Where it may not be stored, it becomes a temporary file for
 * its caller. Call this with the rendition locked. Its row comes first and reserves the room: a row without its file delivers nothing.
 */
export async function keepRendition(ctx: Ctx, made: Made): Promise<Rendition> {
  const { key, bytes, content_type, person } = made
  const { ports } = ctx
  if (await ports.disk.isLow()) return keepTemporarily(ctx, made)
  const budget = { key: budgetKey(person), bytes: bytes.length, most: ports.renditions.person_daily_bytes }
  if (!(await takeDailyBytes(ctx, budget))) {
    if (!made.is_popular) throw budgetUsedUp(ctx, budget.most)
    return keepTemporarily(ctx, made)
  }
  if (!(await reserveRoom(ctx, { key, bytes: bytes.length }))) {
    await giveBackDailyBytes(ctx, budget)
    return keepTemporarily(ctx, made)
  }
  try {
    await ports.files.put(key, bytes, content_type)
  } catch (error) {
    // The row stays: a store that failed may have the file all the same, and without a row nobody would delete it.
    await giveBackDailyBytes(ctx, budget)
    throw error
  }
  return inStore(ports.files, { key, bytes: bytes.length })
}

const budgetKey = (person: string): string => `rendition-kb/${person}`

function budgetUsedUp(ctx: Ctx, most: number): Refusal {
  const retry_after = secondsLeftToday(ctx)
  const message = `You have downloaded as many new sizes as one day allows (${showSize(most)}). The sizes in the list still work. For others, please try again in ${showWait(retry_after)}.`
  return refuse(refusals, 'rendition_budget_used_up', { message, retry_after })
}

/** Writes a file that only its caller reads. One that a killed process leaves behind is deleted like an upload. */
async function keepTemporarily(ctx: Ctx, { key, bytes }: Made): Promise<Rendition> {
  await requireRoom(ctx, bytes.length)
  const { temp_dir } = ctx.ports.settings
  const path = join(temp_dir, `rendition-${randomUUID()}`)
  const discard = () => rm(path, { force: true })
  await mkdir(temp_dir, { recursive: true })
  try {
    await writeFile(path, bytes, { mode: 0o600 })
  } catch (error) {
    await discard()
    throw error
  }
  return { key, bytes: bytes.length, stream: async (range) => createReadStream(path, range), discard }
}

/** Inserts the row of a rendition if the store has room for it, after deleting those that were not used for the longest time. One process at a time decides. */
async function reserveRoom(ctx: Ctx, rendition: { key: string; bytes: number }): Promise<boolean> {
  const { pool, now, ports } = ctx
  return pool.transaction().execute(async (tx) => {
    await queries.lockStore(tx)
    const stored = await queries.sumStored(tx, rendition.key)
    const excess = stored + rendition.bytes - ports.renditions.store_bytes
    if (excess > 0 && !(await evict(ctx, tx, excess))) return false
    await queries.saveRendition(tx, { ...rendition, now })
    return true
  })
}

/** Deletes the least recently used renditions. Returns false if that does not free as many bytes. */
async function evict({ now, ports: { files } }: Ctx, tx: Tx, excess: number): Promise<boolean> {
  const since = new Date(now.getTime() - IN_USE_MS)
  let freed = 0
  for (const { key, bytes } of await queries.findUnused(tx, since, MAX_EVICTED_AT_ONCE)) {
    if (freed >= excess) break
    // Whoever renders it now waits for this transaction, so this one must not wait for them.
    if (!(await queries.tryLockRendition(tx, key)) || !(await queries.deleteUnused(tx, key, since))) continue
    await files.delete(key)
    freed += bytes
  }
  return freed >= excess
}

/** Deletes files that were not used for a while. They are rendered again on demand. */
export async function clearUnused(ctx: Ctx): Promise<void> {
  const { pool, now } = ctx
  await queries.forgetAttemptsBefore(pool, new Date(now.getTime() - DAY_MS))
  await clearUnusedSince(ctx, new Date(now.getTime() - RETENTION_DAYS * DAY_MS))
}

async function clearUnusedSince({ pool, ports: { files } }: Ctx, since: Date): Promise<void> {
  for (const { key } of await queries.findUnused(pool, since, MAX_CLEARED_PER_RUN))
    await pool.transaction().execute(async (tx) => {
      await queries.lockRendition(tx, key)
      if (await queries.deleteUnused(tx, key, since)) await files.delete(key)
    })
}
