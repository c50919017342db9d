import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { findReachableUser } from '#accounts/server/index.ts'
import { type Ctx, type Eraser, inTransaction, PermanentFailure, Refusal, type Tx } from '#platform/server/index.ts'
import { HAND_OVER_DAYS } from '../../hand-over.rules.ts'
import { handOverReadyMail } from '../../mails/hand-over-ready-mail.tsx'
import { findReader } from '../access.service.ts'
import { DELETE_HAND_OVERS } from '../jobs.ts'
import { findActiveFor } from '../queries.ts'
import { requireRoom } from '../renditions/rendition-store.service.ts'
import { withZip } from './hand-over.service.ts'
import * as queries from './prepared.queries.ts'
import { sizeOf } from './size.service.ts'

export type DeletedHandOver = queries.Deleted

const DAY_MS = 86_400_000
/** The page looks every two seconds. */
const PROGRESS_MS = 1000
export const ZIP_TYPE = 'application/zip'
export const fileOf = (id: string, run: number): string => `hand-overs/${id}-${run}.zip`

/**
 * Job: writes the ZIP into the file store and mails a link to its page. Stores nothing if it was deleted or asked for anew, or if another run has
 * taken over: the last one counts.
 */
export async function prepare(ctx: Ctx, id: string, asked_at?: Date): Promise<void> {
  const row = await queries.startRun(ctx.db, { id, asked_at, now: ctx.now })
  if (!row) return
  const progress = progressOf(ctx, row)
  try {
    const written = await storeZip(ctx, row, progress.store)
    const is_announced = await inTransaction(ctx, (work) => announce(work, row, written))
    if (!is_announced) await ctx.ports.files.delete(fileOf(id, row.runs))
  } catch (error) {
    if (progress.isOver()) return
    if (error instanceof PermanentFailure) await queries.updateFailed(ctx.db, row, ctx.now)
    throw error
  }
}

type Written = { bytes: number; license_ids: string[] }

async function announce({ db, now, ports }: Ctx<Tx>, run: queries.HandOverRow, written: Written): Promise<boolean> {
  const { id, runs: made_by } = run
  const row = await queries.lockHandOver(db, id)
  if (!row || row.made_at || row.runs !== made_by || row.asked_at.getTime() !== run.asked_at.getTime()) return false
  const ends_at = new Date(now.getTime() + HAND_OVER_DAYS * DAY_MS)
  const license_count = written.license_ids.length
  await queries.updateMade(db, id, { ...written, made_by, made_at: now, ends_at, done_count: license_count })
  const owner = await findReachableUser(db, row.owner_id)
  if (!owner) return true
  const { bytes } = written
  const mail = await handOverReadyMail({ sender: ports.settings, hand_over: { id, name: row.name, license_count, bytes, ends_at } })
  await ports.mail.send(db, { to: owner.email, ...mail }, { expires_at: ends_at })
  return true
}

/** Returns the licenses that the owner may still use. One that ended while the job waited is left out. */
export async function usableLicenses(ctx: Ctx, { owner_id, license_ids }: queries.HandOverRow) {
  const licenses = await queries.findLicensesInOrder(ctx.db, license_ids)
  const asset_ids = [...new Set(licenses.map(({ asset_id }) => asset_id))]
  const active = new Set((await findActiveFor(ctx.db, await findReader(ctx, owner_id), asset_ids)).map(({ id }) => id))
  return licenses.filter(({ id }) => active.has(id))
}

/** A ZIP is written to a temporary file, and then into the store. */
const COPIES = 2

/** Whether the disk has room to write that many bytes at the moment. */
export async function hasRoomFor({ ports: { disk } }: Ctx, bytes: number): Promise<boolean> {
  try {
    const release = await disk.reserve(COPIES * bytes)
    release()
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Writes the ZIP to a temporary file first: a file store must know how long a file is. */
async function storeZip(ctx: Ctx, row: queries.HandOverRow, onProgress: (done: number) => Promise<void>): Promise<Written> {
  const licenses = await usableLicenses(ctx, row)
  if (licenses.length === 0) throw new PermanentFailure('None of the licenses is active any more.')
  await requireRoom(ctx)
  const { temp_dir } = ctx.ports.settings
  await mkdir(temp_dir, { recursive: true })
  const path = join(temp_dir, `hand-over-${randomUUID()}.zip`)
  const { project, format, width, owner_id: person } = row
  const contents = { licenses, project, format, width: width ?? undefined, person, onProgress }
  const release = await ctx.ports.disk.reserve(COPIES * (await sizeOf(ctx, licenses)))
  try {
    await withZip(ctx, contents, (zip) => pipeline(zip, createWriteStream(path, { mode: 0o600 })))
    await ctx.ports.files.putFile(fileOf(row.id, row.runs), path, ZIP_TYPE)
    return { bytes: (await stat(path)).size, license_ids: licenses.map(({ id }) => id) }
  } finally {
    release()
    await rm(path, { force: true })
  }
}

/** Stores how many licenses are done, at most once a second. Ends a run that another one has replaced. */
function progressOf({ db, now }: Ctx, row: queries.HandOverRow) {
  const started_at = Date.now()
  let stored_at = 0
  let isOver = false
  return {
    isOver: () => isOver,
    store: async (done_count: number) => {
      if (Date.now() - stored_at < PROGRESS_MS) return
      stored_at = Date.now()
      const alive_at = new Date(now.getTime() + stored_at - started_at)
      if (await queries.updateDone(db, row, { done_count, alive_at })) return
      isOver = true
      throw new Error('Another run prepares this hand-over.')
    }
  }
}

/** Deletes a deleted person's ZIPs. */
export async function eraseHandOvers(ctx: Ctx<Tx>, { id }: { id: string }): Promise<void> {
  await deleteLater(ctx, await queries.deleteHandOversOf(ctx.db, id))
}

export const handOverRetention = {
  hand_overs: (ctx, ended_before) =>
    inTransaction(ctx, async (work) => {
      const asked_before = new Date(ended_before.getTime() - HAND_OVER_DAYS * DAY_MS)
      await deleteLater(work, await queries.deleteEnded(work.db, { ended_before, asked_before }))
    })
} satisfies Record<string, Eraser>

async function deleteLater({ db, ports }: Ctx<Tx>, deleted: queries.Deleted[]): Promise<void> {
  if (deleted.length > 0) await ports.jobs.send(db, DELETE_HAND_OVERS, { deleted })
}

/** Job: deletes the files of ZIPs that were deleted. */
export async function deleteFiles({ ports }: Ctx, deleted: readonly queries.Deleted[]): Promise<void> {
  for (const { id, runs } of deleted) for (let run = 1; run <= runs; run += 1) await ports.files.delete(fileOf(id, run))
}
