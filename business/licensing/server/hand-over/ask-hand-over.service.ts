import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, type FileToSend, inTransaction, refuse, signedIn, spend } from '#platform/server/index.ts'
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
  PREPARED_PER_DAY,
  preparedState
} from '../../hand-over.rules.ts'
import { bestOf } from '../downloads/downloads.service.ts'
import { PREPARE_HAND_OVER } from '../jobs.ts'
import { findReadyFilesOf, type LicenseRow } from '../queries.ts'
import { limitOpen, zipName } from './hand-over.service.ts'
import * as queries from './prepared.queries.ts'
import { fileOf, usableLicenses, ZIP_TYPE } from './prepared.service.ts'

const DAY = 86_400

type Works = { source: HandOverSource; source_id: string; licenses: readonly LicenseRow[] }
type Named = { licenses: readonly LicenseRow[]; name: string; project?: string | null }
type Asked = Pick<Works, 'source' | 'source_id'> & {
  format: HandOverFormat
  width?: number | null | undefined
  findWorks(): Promise<Named>
}

/** Asks for a ZIP that a job prepares. Asking for the same again while it is prepared changes nothing. */
export async function askForHandOver(ctx: Ctx, { findWorks, ...chosen }: Asked): Promise<Answer<typeof prepareOrderHandOver>> {
  const key = `licensing.prepare.${signedIn(ctx).id}`
  await spend(ctx, { key, most: PREPARED_PER_DAY, seconds: DAY }, refusals.too_many_hand_overs.message)
  const { licenses, ...named } = await findWorks()
  const asked = { ...chosen, ...named }
  if (licenses.length === 0) throw refuse(licenseRefusals, 'nothing_licensed')
  const { id: owner_id } = signedIn(ctx)
  const { now } = ctx
  const { project = null, width = null } = asked
  const license_ids = licenses.map(({ id }) => id)
  const wanted = { ...asked, owner_id, project, width, license_ids, asked_at: now }
  const row = await inTransaction(ctx, async ({ db, ports }) => {
    const inserted = await queries.insertHandOver(db, wanted, new Date(now.getTime() - HAND_OVER_RETRY_MINUTES * 60_000))
    if (inserted) await ports.jobs.send(db, PREPARE_HAND_OVER, { id: inserted.id })
    return inserted ?? queries.findLastHandOver(db, wanted)
  })
  if (!row) throw refuse(refusals, 'hand_over_not_found')
  if (row.format !== wanted.format || row.width !== width) throw refuse(refusals, 'other_choice_waits')
  return present(ctx, row)
}

function present({ now }: Ctx, row: queries.HandOverRow): PreparedHandOver {
  const { license_ids, asked_at, ends_at } = row
  const state = preparedState(row, now)
  return {
    ...row,
    state,
    license_count: license_ids.length,
    asked_at: asked_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null
  }
}

/** Says how large a hand-over of these licenses is, and which one the caller asked for last. */
export async function describeHandOver(ctx: Ctx, { source_id, licenses }: Works): Promise<HandOverState> {
  const last = await queries.findLastHandOver(ctx.db, { owner_id: signedIn(ctx).id, source_id })
  return {
    license_count: licenses.length,
    is_large: isLarge({ licenses: licenses.length, bytes: await sizeOf(ctx, licenses) }),
    prepared: last ? present(ctx, last) : null
  }
}

/** The bytes of the uploaded files. Other formats are about as large. */
async function sizeOf({ db }: Ctx, licenses: readonly LicenseRow[]): Promise<number> {
  const files = await findReadyFilesOf(db, [...new Set(licenses.map(({ asset_id }) => asset_id))])
  const bytes = new Map([...Map.groupBy(files, ({ asset_id }) => asset_id)].map(([id, its]) => [id, bestOf(its)?.bytes ?? 0]))
  return licenses.reduce((sum, { asset_id }) => sum + (bytes.get(asset_id) ?? 0), 0)
}

export async function readHandOver(ctx: Ctx, id: string): Promise<Answer<typeof readPreparedHandOver>> {
  return present(ctx, await requireOwn(ctx, id))
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
  if ((await usableLicenses(ctx, row)).length < row.license_ids.length) throw refuse(refusals, 'license_ended')
  const key = fileOf(id, row.made_by)
  const { bytes: size } = row
  const { files } = ctx.ports
  const open: FileToSend['open'] = (range) => files.stream(key, range)
  await limitOpen(row.owner_id, { most: OPEN_HAND_OVERS }, () =>
    send({ filename: zipName(row.name), content_type: ZIP_TYPE, size, version: id, key, open })
  )
}
