import * as catalogue from '#catalogue/server/index.ts'
import type { Answer } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, receive, refuse, type Spooled, signedIn, spend, type Tx, type Upload } from '#platform/server/index.ts'
import { no, type OwnedFile, uploadFile, type uploadLimits, uploadNewAsset, type uploadProgress } from '../contract.ts'
import { mayChangeFiles } from '../rules.ts'
import { type Inspected, inspectFile } from './inspect-file.ts'
import { PROCESS_FILE } from './jobs.ts'

const MOST_FILES = 20
/** Of one artist in an hour. */
const UPLOADS_MOST = { most: 500, seconds: 3600 }
/** By then the bytes are stored, or the process that should have done it is gone. */
const ABANDONED_AFTER_MS = 15 * 60 * 1000

export async function upload(ctx: Ctx, { file, fields }: Upload): Promise<Answer<typeof uploadFile>> {
  if (!file) throw refuse(no, 'no_file', { fields: { file: no.no_file.message } })
  const { asset_id } = receive(uploadFile, { body: fields }).body
  const requireOpen = (tx: Tx) => requireOpenAsset(ctx, tx, asset_id)
  await inTransaction(ctx, ({ db }) => requireOpen(db))
  return store(ctx, asset_id, file, requireOpen)
}

/** The asset is made where its first file is written down, so that a file that is refused leaves nothing behind. */
export async function uploadWithWords(ctx: Ctx, { file, fields }: Upload): Promise<Answer<typeof uploadNewAsset>> {
  if (!file) throw refuse(no, 'no_file', { fields: { file: no.no_file.message } })
  const { asset_id, ...words } = receive(uploadNewAsset, { body: fields }).body
  return store(ctx, asset_id, file, async (tx) => {
    await catalogue.createAssetOnce(tx, { ...words, id: asset_id, owner_id: signedIn(ctx).id, created_at: ctx.now })
    await requireOpenAsset(ctx, tx, asset_id)
  })
}

type Opens = (tx: Tx) => Promise<void>

async function store(ctx: Ctx, asset_id: string, file: Spooled, opens: Opens): Promise<Answer<typeof uploadFile>> {
  const { id: artist } = signedIn(ctx)
  await spend(ctx, { key: `upload/${artist}`, ...UPLOADS_MOST }, 'You have uploaded many files in this hour. Please go on later.')
  const inspected = await inspectFile(file, { max_pixels: ctx.ports.uploads.max_pixels, artist })
  const added = await inTransaction(ctx, async (open) => {
    await opens(open.db)
    return writeDown(open, asset_id, inspected)
  })
  if (added.status !== 'ready') {
    await ctx.ports.files.putFile(added.original_key, inspected.path, added.content_type)
    // Whoever has many files waiting lets those go first who have few.
    const priority = -(await catalogue.countProcessing(ctx.db, artist))
    await ctx.ports.jobs.send(ctx.db, PROCESS_FILE, { file_id: added.id }, { priority })
  }
  return { ...(await requireFile(ctx, added)), asset_id }
}

/** A decided asset's files change no more; another artist's asset is as unknown as none. */
async function requireOpenAsset(ctx: Ctx, tx: Tx, asset_id: string): Promise<void> {
  const asset = await catalogue.lockAsset(tx, asset_id)
  if (asset?.owner_id !== signedIn(ctx).id) throw refuse(no, 'asset_not_found')
  if (!mayChangeFiles(asset)) throw refuse(no, 'files_are_final')
}

/**
 * The file is known before its bytes are stored: two uploads of the same bytes meet here. The job sent along looks after a process
 * that ends between this and the storing; sending the same file again repairs that too.
 */
async function writeDown({ db, now, ports }: Ctx<Tx>, asset_id: string, { format, filename, bytes, sha256 }: Inspected) {
  const { file, is_new } = await catalogue.addFile(db, { asset_id, format, filename, bytes, sha256, created_at: now })
  if (is_new && (await catalogue.findFilesOf(db, asset_id)).length > MOST_FILES) throw refuse(no, 'too_many_files')
  if (file.status === 'failed') await catalogue.fileRestarts(db, file.id)
  if (file.status !== 'ready')
    await ports.jobs.send(db, PROCESS_FILE, { file_id: file.id }, { startAfter: new Date(Date.now() + ABANDONED_AFTER_MS) })
  return file
}

export const showLimits = ({ ports }: Ctx): Answer<typeof uploadLimits> => ({
  max_upload_mb: Math.floor(ports.uploads.max_bytes / 1024 / 1024),
  most_files: MOST_FILES
})

export async function showProgress(ctx: Ctx, file_id: string): Promise<Answer<typeof uploadProgress>> {
  const file = await catalogue.findFile(ctx.db, file_id)
  if (!file) throw refuse(no, 'file_not_found')
  return requireFile(ctx, file)
}

/** As its artist or an admin sees it. */
async function requireFile(ctx: Ctx, { id, asset_id }: { id: string; asset_id: string }): Promise<OwnedFile> {
  const { id: actor_id, role } = signedIn(ctx)
  const asset = await catalogue.findDeskAsset(ctx.db, ctx.now, asset_id)
  const file = asset?.files.find((one) => one.id === id)
  if (!asset || !file || (role !== 'admin' && asset.owner_id !== actor_id)) throw refuse(no, 'file_not_found')
  return file
}
