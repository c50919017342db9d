import { randomUUID } from 'node:crypto'
import { type Ctx, inTransaction, refuse, type Spooled, signedIn, spend, type Upload } from '#platform/server/index.ts'
import { type Attachment, no } from '../contract.ts'
import { ATTACHMENTS_MOST } from '../rules.ts'
import { drawPreview, kindOfAttachment } from './attachment-kind.ts'
import * as queries from './attachments.queries.ts'
import { deleteFiles, forgetFiles } from './forget-files.ts'
import { presentAttachment } from './present.ts'
import type { SentFile } from './send-attachment.ts'
import { lockReadable, requireReadable } from './service.ts'

const FILES_AN_HOUR = 100
const HOUR = 3600
const HOUR_MS = HOUR * 1000
/** Of one person, over all requests. */
const UNSENT_MOST = 3 * ATTACHMENTS_MOST
const UNSENT_HOURS = 24

/** Before any byte of it is taken. */
export async function requireUpload(ctx: Ctx, request_id: string): Promise<void> {
  const { id } = signedIn(ctx)
  await requireReadable(ctx, request_id)
  await spend(ctx, { key: `requests.upload.${id}`, most: FILES_AN_HOUR, seconds: HOUR }, no.too_many_files.message)
  if ((await queries.countUnsent(ctx.db, id)) >= UNSENT_MOST) throw refuse(no, 'too_many_files')
}

/** The file is known before its bytes are stored, so that none is ever stored that nothing knows of. */
export async function add(ctx: Ctx, request_id: string, { file }: Upload): Promise<Attachment> {
  if (!file || file.bytes === 0) throw refuse(no, 'file_missing', { fields: { file: no.file_missing.message } })
  const { content_type, is_picture } = await kindOfAttachment(file.path)
  const preview = is_picture ? await drawPreview(file.path) : undefined
  const row = await writeDown(ctx, request_id, { ...file, content_type, has_preview: is_picture })
  await ctx.ports.files.putFile(row.file_key, file.path, content_type)
  if (preview && row.preview_key) await ctx.ports.files.put(row.preview_key, preview, 'image/webp')
  if (await queries.updateStored(ctx.db, row.id, ctx.now)) return presentAttachment(row)
  await deleteFiles(ctx, { keys: [row.file_key, ...(row.preview_key ? [row.preview_key] : [])] })
  throw refuse(no, 'request_not_found')
}

type Written = Spooled & { content_type: string; has_preview: boolean }

function writeDown(ctx: Ctx, request_id: string, { filename, bytes, content_type, has_preview }: Written) {
  return inTransaction(ctx, async (ctx) => {
    await lockReadable(ctx, request_id)
    const id = randomUUID()
    const row = {
      id,
      request_id,
      uploader_id: signedIn(ctx).id,
      message_id: null,
      place: 0,
      filename,
      content_type,
      bytes,
      file_key: `requests/${request_id}/${id}`,
      preview_key: has_preview ? `requests/${request_id}/${id}-preview` : null,
      created_at: ctx.now,
      stored_at: null
    }
    await queries.insertAttachment(ctx.db, row)
    return row
  })
}

/** What is not sent yet is its uploader's alone. */
export async function read(ctx: Ctx, request_id: string, { attachment_id, preview }: Asked): Promise<SentFile> {
  await requireReadable(ctx, request_id)
  const row = await queries.findAttachment(ctx.db, request_id, attachment_id)
  if (!row || (row.message_id === null && row.uploader_id !== signedIn(ctx).id)) throw refuse(no, 'attachment_not_found')
  const { filename, content_type, file_key, preview_key } = row
  if (preview && !preview_key) throw refuse(no, 'attachment_not_found')
  const key = preview && preview_key ? preview_key : file_key
  const size = await ctx.ports.files.size(key)
  if (size === undefined) throw refuse(no, 'attachment_not_found')
  const open = () => ctx.ports.files.stream(key)
  return preview ? { filename, content_type: 'image/webp', is_preview: true, size, open } : { filename, content_type, size, open }
}

type Asked = { attachment_id: string; preview: boolean }

export function takeBack(ctx: Ctx, request_id: string, id: string): Promise<null> {
  return inTransaction(ctx, async (ctx) => {
    const keys = await queries.deleteUnsent(ctx.db, { id, request_id, uploader_id: signedIn(ctx).id })
    if (!keys) throw refuse(no, 'attachment_not_found')
    await forgetFiles(ctx, [keys])
    return null
  })
}

/** What was uploaded and never sent. */
export function clearUnsent(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - UNSENT_HOURS * HOUR_MS)
  return inTransaction(ctx, async (ctx) => forgetFiles(ctx, await queries.deleteOrphans(ctx.db, before)))
}
