import * as catalogue from '#catalogue/server/index.ts'
import type { Answer } from '#platform/contract/index.ts'
import {
  type Ctx,
  inTransaction,
  type Refusal,
  receive,
  refuse,
  type Scan,
  type Spooled,
  signedIn,
  spend,
  type Tx,
  type Upload
} from '#platform/server/index.ts'
import { uploadNewAsset as newAsset, type OwnedFile, refusals, uploadFile, type uploadLimits, type uploadProgress } from '../../contract.ts'
import { mayChangeFiles } from '../../rules.ts'
import { SVG_CLEANER_VERSION } from '../drawing/clean-svg-words.ts'
import { PROCESS_FILE } from '../job-names.ts'
import { type Inspected, inspectFile } from './inspect-file.ts'
import { refuseFile } from './refuse-file.ts'
import { blockUpload, scanUpload } from './upload-scan.service.ts'

const MAX_FILES = 20
/** Uploads per artist and hour. */
const UPLOADS_MAX = { most: 500, seconds: 3600 }
/** After this long, the bytes are stored, or the process that should have stored them has ended. */
const ABANDONED_AFTER_MS = 15 * 60 * 1000

export async function upload(ctx: Ctx, { file, fields }: Upload): Promise<Answer<typeof uploadFile> | Refusal> {
  if (!file) throw refuseFile('no_file')
  const { asset_id } = receive(uploadFile, { body: fields }).body
  const requireOpen = (tx: Tx) => requireOpenAsset(ctx, tx, asset_id)
  await inTransaction(ctx, ({ db }) => requireOpen(db))
  return store(ctx, asset_id, file, requireOpen)
}

/** Creates the asset in the transaction that inserts its first file, so that a refused file leaves no asset behind. */
export async function uploadNewAsset(ctx: Ctx, { file, fields }: Upload): Promise<Answer<typeof newAsset> | Refusal> {
  if (!file) throw refuseFile('no_file')
  const { asset_id, ...asset } = receive(newAsset, { body: fields }).body
  return store(ctx, asset_id, file, async (tx) => {
    await catalogue.createAssetOnce(tx, { ...asset, id: asset_id, owner_id: signedIn(ctx).id, created_at: ctx.now })
    await requireOpenAsset(ctx, tx, asset_id)
  })
}

/** Locks the asset and refuses the upload if its files cannot change. */
type RequireOpen = (tx: Tx) => Promise<void>

/** Returns the refusal of an infected file instead of throwing it, because the file is stored: it is kept aside. */
async function store(ctx: Ctx, asset_id: string, file: Spooled, requireOpen: RequireOpen): Promise<Answer<typeof uploadFile> | Refusal> {
  const { id: artist } = signedIn(ctx)
  await spend(
    ctx,
    { key: `upload/${artist}`, ...UPLOADS_MAX },
    'You have uploaded too many files in the last hour. Please try again later.'
  )
  const inspected = await inspectFile(file, { limits: ctx.ports.uploads, artist })
  const scan = await scanUpload(ctx, inspected)
  const added = await inTransaction(ctx, async (open) => {
    await requireOpen(open.db)
    return insertFile(open, asset_id, inspected, scan)
  })
  if (scan.scan_state === 'infected') return blockUpload(ctx, added, inspected.path, scan)
  if (added.status !== 'ready') {
    await ctx.ports.files.putFile(added.original_key, inspected.path, added.content_type)
    if (scan.scan_state !== 'waiting') await processSoon(ctx, added.id, artist)
  }
  return { ...(await requireFile(ctx, added)), asset_id }
}

/** Artists with few waiting files go first. */
async function processSoon({ db, ports }: Ctx, file_id: string, artist: string): Promise<void> {
  const priority = -(await catalogue.countProcessing(db, artist))
  await ports.jobs.send(db, PROCESS_FILE, { file_id }, { priority })
}

/** Refuses an asset whose files cannot change. Another artist's asset is answered like an unknown one. */
async function requireOpenAsset(ctx: Ctx, tx: Tx, asset_id: string): Promise<void> {
  const asset = await catalogue.lockAsset(tx, asset_id)
  if (asset?.owner_id !== signedIn(ctx).id) throw refuse(refusals, 'asset_not_found')
  if (!mayChangeFiles(asset)) throw refuse(refusals, 'files_are_final')
}

/**
 * The row is inserted before the bytes are stored, so that two uploads of the same bytes conflict here. The delayed job covers a process
 * that ends before it has stored the bytes; uploading the same file again also repairs that.
 */
async function insertFile({ db, now, ports }: Ctx<Tx>, asset_id: string, inspected: Inspected, { scan_state }: Scan) {
  const { format, filename, bytes, sha256, size, declared_sources } = inspected
  const cleaner_version = format === 'svg' ? SVG_CLEANER_VERSION : 0
  const original = { asset_id, format, filename, bytes, sha256, ...size, cleaner_version, declared_sources, created_at: now }
  const { file, is_new } = await catalogue.addFile(db, original)
  if (is_new && (await catalogue.findFilesOf(db, asset_id)).length > MAX_FILES) throw refuse(refusals, 'too_many_files')
  if (file.status === 'failed') await catalogue.fileRestarts(db, file.id)
  if (file.status === 'ready') return file
  await catalogue.updateScanState(db, file.id, scan_state)
  if (scan_state === 'off' || scan_state === 'clean')
    await ports.jobs.send(db, PROCESS_FILE, { file_id: file.id }, { startAfter: new Date(Date.now() + ABANDONED_AFTER_MS) })
  return file
}

export const showLimits = ({ ports }: Ctx): Answer<typeof uploadLimits> => ({
  max_upload_mb: Math.floor(ports.uploads.max_bytes / 1024 / 1024),
  max_files: MAX_FILES
})

export async function showProgress(ctx: Ctx, file_id: string): Promise<Answer<typeof uploadProgress>> {
  const file = await catalogue.findFile(ctx.db, file_id)
  if (!file) throw refuse(refusals, 'file_not_found')
  return requireFile(ctx, file)
}

/** Returns the file as its artist or an admin sees it. */
async function requireFile(ctx: Ctx, { id, asset_id }: { id: string; asset_id: string }): Promise<OwnedFile> {
  const { id: actor_id, role } = signedIn(ctx)
  const asset = await catalogue.findDeskAsset(ctx.db, ctx.now, asset_id)
  const file = asset?.files.find((one) => one.id === id)
  if (!asset || !file || (role !== 'admin' && asset.owner_id !== actor_id)) throw refuse(refusals, 'file_not_found')
  return file
}
