import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import {
  type Ctx,
  type Eraser,
  type FileToSend,
  inTransaction,
  quarantineKey,
  type Refusal,
  refuse,
  type Scan,
  type Spooled,
  scanNotice,
  signedIn,
  spend,
  type Upload
} from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import type { Attachment } from '../../conversation.contract.ts'
import { ATTACHMENTS_MAX } from '../../rules.ts'
import { presentAttachment } from '../present.ts'
import { lockReadable, requireReadable } from '../service.ts'
import { kindOfAttachment, renderPreview } from './attachment-kind.ts'
import * as queries from './attachments.queries.ts'
import { deleteFiles, forgetFiles } from './forget-files.ts'
import { auditBlocked } from './scan-attachments.service.ts'

const FILES_AN_HOUR = 100
const HOUR = 3600
const HOUR_MS = HOUR * 1000
/** Per person, over all requests. */
const UNSENT_MAX = 3 * ATTACHMENTS_MAX
const UNSENT_HOURS = 24

/** Checks access and limits before the upload is read. */
export async function requireUpload(ctx: Ctx, request_id: string): Promise<void> {
  const { id } = signedIn(ctx)
  await requireReadable(ctx, request_id)
  await spend(ctx, { key: `requests.upload.${id}`, most: FILES_AN_HOUR, seconds: HOUR }, refusals.too_many_files.message)
  if ((await queries.countUnsent(ctx.db, id)) >= UNSENT_MAX) throw refuse(refusals, 'too_many_files')
}

/**
 * Inserts the row before storing the file, so that every stored file has a row. Returns the refusal of an infected file instead of throwing it,
 * because the file is stored: it is kept aside, and admins see that it was sent.
 */
export async function add(ctx: Ctx, request_id: string, { file }: Upload): Promise<Attachment | Refusal> {
  if (!file || file.bytes === 0) throw refuse(refusals, 'file_missing', { fields: { file: refusals.file_missing.message } })
  const { content_type, is_image } = await kindOfAttachment(file.path)
  const scan = await ctx.ports.scanner.scan(() => createReadStream(file.path), signedIn(ctx).id)
  const isInfected = scan.scan_state === 'infected'
  const preview = is_image && !isInfected ? await renderPreview(file.path, signedIn(ctx).id) : undefined
  const row = await insertRow(ctx, request_id, { ...file, content_type, has_preview: preview !== undefined, scan })
  await ctx.ports.files.putFile(row.file_key, file.path, content_type)
  if (preview && row.preview_key) await ctx.ports.files.put(row.preview_key, preview, 'image/webp')
  if (await queries.updateStored(ctx.db, row.id, ctx.now)) return isInfected ? infected(scan) : presentAttachment(row)
  await deleteFiles(ctx, { keys: [row.file_key, ...(row.preview_key ? [row.preview_key] : [])] })
  throw refuse(refusals, 'request_not_found')
}

function infected(scan: Scan): Refusal {
  const message = `${scanNotice(scan)} This file was not sent.`
  return refuse(refusals, 'attachment_infected', { message, fields: { file: message } })
}

type NewFile = Spooled & { content_type: string; has_preview: boolean; scan: Scan }

function insertRow(ctx: Ctx, request_id: string, { filename, bytes, content_type, has_preview, scan }: NewFile) {
  return inTransaction(ctx, async (ctx) => {
    await lockReadable(ctx, request_id)
    const id = randomUUID()
    const file_key = `requests/${request_id}/${id}`
    const row = {
      id,
      request_id,
      uploader_id: signedIn(ctx).id,
      message_id: null,
      place: 0,
      filename,
      content_type,
      bytes,
      file_key: scan.scan_state === 'infected' ? quarantineKey(file_key) : file_key,
      preview_key: has_preview ? `${file_key}-preview` : null,
      created_at: ctx.now,
      stored_at: null,
      ...scan
    }
    await queries.insertAttachment(ctx.db, row)
    if (scan.scan_state === 'infected') await auditBlocked(ctx, row)
    return row
  })
}

/** Opens an attachment. Before it is sent, only its uploader can read it. */
export async function read(ctx: Ctx, request_id: string, { attachment_id, preview }: Selection): Promise<FileToSend> {
  await requireReadable(ctx, request_id)
  const row = await queries.findAttachment(ctx.db, request_id, attachment_id)
  if (!row || (row.message_id === null && row.uploader_id !== signedIn(ctx).id)) throw refuse(refusals, 'attachment_not_found')
  requireScanned(row)
  const { filename, content_type, file_key, preview_key } = row
  if (preview && !preview_key) throw refuse(refusals, 'attachment_not_found')
  const key = preview && preview_key ? preview_key : file_key
  const size = await ctx.ports.files.size(key)
  if (size === undefined) throw refuse(refusals, 'attachment_not_found')
  const open = () => ctx.ports.files.stream(key)
  // A preview never changes and is shown often.
  if (preview) return { content_type: 'image/webp', disposition: 'inline', cache_control: 'private, max-age=300', size, key, open }
  return { filename, content_type, size, key, open }
}

function requireScanned(row: Scan): void {
  if (row.scan_state === 'waiting') throw refuse(refusals, 'attachment_waiting')
  const notice = scanNotice(row)
  if (notice) throw refuse(refusals, 'attachment_infected', { message: notice })
}

type Selection = { attachment_id: string; preview: boolean }

export function removeUnsent(ctx: Ctx, request_id: string, id: string): Promise<null> {
  return inTransaction(ctx, async (ctx) => {
    const keys = await queries.deleteUnsent(ctx.db, { id, request_id, uploader_id: signedIn(ctx).id })
    if (!keys) throw refuse(refusals, 'attachment_not_found')
    await forgetFiles(ctx, [keys])
    return null
  })
}

/** Deletes files that were uploaded and never sent. */
export function clearUnsent(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - UNSENT_HOURS * HOUR_MS)
  return inTransaction(ctx, async (ctx) => forgetFiles(ctx, await queries.deleteOrphans(ctx.db, before)))
}

/** Deletes old infected files: those that were refused with their rows. A message still says that it had one. */
const clearInfected: Eraser = (ctx, before) =>
  inTransaction(ctx, async (ctx) => forgetFiles(ctx, await queries.deleteInfected(ctx.db, before)))

export const requestsRetention = { infected_attachments: clearInfected } satisfies Record<string, Eraser>
