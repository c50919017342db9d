import type { Answer } from '#platform/contract/index.ts'
import {
  type Ctx,
  type FileToSend,
  giveBack,
  giveBackDailyBytes,
  inTransaction,
  Refusal,
  refuse,
  secondsLeftToday,
  signedIn,
  spend,
  spendMany,
  takeDailyBytes
} from '#platform/server/index.ts'
import { refusals as licenseRefusals } from '../../contract.ts'
import {
  type HandOverState,
  type PreparedHandOver,
  type prepareOrderHandOver,
  type readPreparedHandOver,
  refusals
} from '../../hand-over.contract.ts'
import {
  HAND_OVER_RETRY_MINUTES,
  type HandOverFormat,
  type HandOverSource,
  isLarge,
  OPEN_HAND_OVERS,
  PREPARED_BYTES_PER_DAY,
  PREPARED_PER_DAY,
  preparedState
} from '../../hand-over.rules.ts'
import { PREPARE_HAND_OVER } from '../jobs.ts'
import type { LicenseRow } from '../queries.ts'
import { handedOver, limitOpen, zipName } from './hand-over.service.ts'
import * as queries from './prepared.queries.ts'
import { fileOf, hasRoomFor, usableLicenses, ZIP_TYPE } from './prepared.service.ts'
import { sizeOf } from './size.service.ts'

const DAY = 86_400
const NO_ROOM = 'There is no room to prepare this ZIP at the moment. Please try again later.'

type Works = { source: HandOverSource; source_id: string; licenses: readonly LicenseRow[] }
type Named = { licenses: readonly LicenseRow[]; name: string; project?: string | null }
type Asked = Pick<Works, 'source' | 'source_id'> & {
  format: HandOverFormat
  width?: number | null | undefined
  findWorks(): Promise<Named>
}

/**
 * Asks for a ZIP that a job prepares. Asking for the same again while it is prepared, or ready, changes nothing and does not count. Only a new
 * ZIP counts against the day.
 */
export async function askForHandOver(ctx: Ctx, { findWorks, ...chosen }: Asked): Promise<Answer<typeof prepareOrderHandOver>> {
  const { id: owner_id } = signedIn(ctx)
  const limit = { key: `licensing.prepare.${owner_id}`, most: PREPARED_PER_DAY, seconds: DAY }
  await spend(ctx, limit, refusals.too_many_hand_overs.message)
  let isNew = false
  try {
    const { licenses, project = null, ...named } = await findWorks()
    if (licenses.length === 0) throw refuse(licenseRefusals, 'nothing_licensed')
    const license_ids = licenses.map(({ id }) => id)
    const wanted = { ...chosen, ...named, project, width: chosen.width ?? null, owner_id, license_ids, asked_at: ctx.now }
    const ready = await queries.takeReady(ctx.db, wanted, ctx.now)
    if (ready) return presentMade(ctx, ready)
    const last = await queries.findLastHandOver(ctx.db, wanted)
    const isWaiting = last !== undefined && preparedState(last, ctx.now) === 'preparing'
    const { row, isInserted } = isWaiting ? { row: last, isInserted: false } : await start(ctx, wanted, licenses)
    isNew = isInserted
    if (row.format !== wanted.format || row.width !== wanted.width) throw refuse(refusals, 'other_choice_waits')
    return present(row, preparedState(row, ctx.now))
  } finally {
    if (!isNew) await giveBack(ctx, limit)
  }
}

type Wanted = Parameters<typeof queries.insertHandOver>[1]

/** Queues the job, unless a ZIP of these works is being prepared. */
async function start(ctx: Ctx, wanted: Wanted, licenses: readonly LicenseRow[]) {
  const release = await reserveBytes(ctx, wanted.owner_id, licenses)
  let isInserted = false
  try {
    const row = await inTransaction(ctx, async ({ db, now, ports }) => {
      const inserted = await queries.insertHandOver(db, wanted, new Date(now.getTime() - HAND_OVER_RETRY_MINUTES * 60_000))
      if (inserted) await ports.jobs.send(db, PREPARE_HAND_OVER, { id: inserted.id, asked_at: inserted.asked_at })
      isInserted = inserted !== undefined
      return inserted ?? queries.findLastHandOver(db, wanted)
    })
    if (!row) throw refuse(refusals, 'hand_over_not_found')
    return { row, isInserted }
  } catch (error) {
    isInserted = false
    throw error
  } finally {
    if (!isInserted) await release()
  }
}

/** Counts the licenses and the bytes of a new ZIP, and refuses what the disk has no room for. Returns how to take them back. */
async function reserveBytes(ctx: Ctx, owner_id: string, licenses: readonly LicenseRow[]): Promise<() => Promise<void>> {
  const bytes = await sizeOf(ctx, licenses)
  if (!(await hasRoomFor(ctx, bytes))) throw new Refusal('storage_full', 507, NO_ROOM)
  const budget = { key: `hand-over-kb/${owner_id}`, bytes: Math.min(bytes, PREPARED_BYTES_PER_DAY), most: PREPARED_BYTES_PER_DAY }
  if (!(await takeDailyBytes(ctx, budget))) throw refuse(refusals, 'too_many_bytes', { retry_after: secondsLeftToday(ctx) })
  const counted = handedOver(owner_id, licenses)
  const release = () => giveBackDailyBytes(ctx, budget)
  await spendMany(ctx, counted).catch(async (error: unknown) => {
    await release()
    throw error
  })
  return async () => {
    await release()
    await giveBack(ctx, counted)
  }
}

const present = (row: queries.HandOverRow, state: PreparedHandOver['state']): PreparedHandOver => ({
  ...row,
  state,
  license_count: row.license_ids.length,
  asked_at: row.asked_at.toISOString(),
  ends_at: row.ends_at?.toISOString() ?? null
})

/** One whose licenses are not all active any more is closed. */
async function presentMade(ctx: Ctx, row: queries.HandOverRow): Promise<PreparedHandOver> {
  const state = preparedState(row, ctx.now)
  return present(row, state === 'ready' && !(await isUsable(ctx, row)) ? 'closed' : state)
}

const isUsable = async (ctx: Ctx, row: queries.HandOverRow): Promise<boolean> =>
  (await usableLicenses(ctx, row)).length === row.license_ids.length

/** Says how large a hand-over of these licenses is, and which one the caller asked for last. */
export async function describeHandOver(ctx: Ctx, { source_id, licenses }: Works): Promise<HandOverState> {
  const last = await queries.findLastHandOver(ctx.db, { owner_id: signedIn(ctx).id, source_id })
  return {
    license_count: licenses.length,
    is_large: isLarge({ licenses: licenses.length, bytes: await sizeOf(ctx, licenses) }),
    prepared: last ? await presentMade(ctx, last) : null
  }
}

export async function readHandOver(ctx: Ctx, id: string): Promise<Answer<typeof readPreparedHandOver>> {
  return presentMade(ctx, await requireOwn(ctx, id))
}

async function requireOwn(ctx: Ctx, id: string): Promise<queries.HandOverRow> {
  const row = await queries.findHandOver(ctx.db, id)
  if (row?.owner_id !== signedIn(ctx).id) throw refuse(refusals, 'hand_over_not_found')
  return row
}

type Send = (file: FileToSend) => Promise<void>

/** Sends the ZIP as long as every license in it is active. */
export async function sendHandOver(ctx: Ctx, id: string, send: Send): Promise<void> {
  const row = await requireOwn(ctx, id)
  const state = preparedState(row, ctx.now)
  if (state === 'ended') throw refuse(refusals, 'hand_over_ended')
  if (row.bytes === null || row.made_by === null) throw refuse(refusals, 'hand_over_not_ready')
  if (!(await isUsable(ctx, row))) throw refuse(refusals, 'license_ended')
  const key = fileOf(id, row.made_by)
  const { bytes: size } = row
  const { files } = ctx.ports
  const open: FileToSend['open'] = (range) => files.stream(key, range)
  await limitOpen(row.owner_id, { most: OPEN_HAND_OVERS }, () =>
    send({ filename: zipName(row.name), content_type: ZIP_TYPE, size, version: id, key, open })
  )
}
