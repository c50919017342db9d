import { createReadStream } from 'node:fs'
import { audit } from '#accounts/server/index.ts'
import type { FileFormat } from '#catalogue/rules.ts'
import * as catalogue from '#catalogue/server/index.ts'
import {
  type Ctx,
  inTransaction,
  NOT_SCANNED,
  quarantineKey,
  type Refusal,
  type Scan,
  scanEach,
  scanNotice,
  signedIn,
  type Tx
} from '#platform/server/index.ts'
import { PROCESS_FILE } from '../job-names.ts'
import { refuseFile } from './refuse-file.ts'

/** Files per run of the job. */
const WAITING_MAX = 100

/** An SVG is written anew by the cleaner. Licensees get any other file as it was uploaded, and a program may hide behind a picture. */
export const scanUpload = async (ctx: Ctx, { path, format }: { path: string; format: FileFormat }): Promise<Scan> =>
  format === 'svg' ? NOT_SCANNED : ctx.ports.scanner.scan(() => createReadStream(path), signedIn(ctx).id)

type BlockedFile = { id: string; asset_id: string; original_key: string; content_type: string }

/** Keeps an infected upload aside. The artist and admins see at the file what was found. Returns the refusal for the sender. */
export async function blockUpload(ctx: Ctx, file: BlockedFile, path: string, scan: Scan): Promise<Refusal> {
  await ctx.ports.files.putFile(quarantineKey(file.original_key), path, file.content_type)
  await inTransaction(ctx, async (ctx) => {
    await catalogue.updateScanState(ctx.db, file.id, 'infected')
    await recordBlocked(ctx, file, scan)
  })
  // The same bytes may have been stored before a scanner was set.
  await ctx.ports.files.delete(file.original_key)
  const message = `${scanNotice(scan)} This file is not used.`
  return refuseFile('file_infected', message)
}

async function recordBlocked({ db, actor }: Ctx<Tx>, { id, asset_id }: BlockedFile, scan: Scan): Promise<void> {
  await catalogue.fileFailed(db, id, scanNotice(scan) ?? '')
  const details = { file_id: id, found: scan.scan_found }
  await audit(db, { actor_id: actor?.id ?? null, action: 'asset.file_blocked', subject_kind: 'asset', subject: asset_id, details })
}

/** Job: scans the files for which the scanner did not answer, and then processes them. Fails if it still does not, so that an operator notices. */
export async function scanWaiting(ctx: Ctx): Promise<void> {
  const { db, ports } = ctx
  const scanOne = async (file: BlockedFile): Promise<boolean> => {
    // Files whose bytes are still arriving are found by a later run.
    if ((await ports.files.size(file.original_key)) === undefined) return true
    const scan = await ports.scanner.scan(() => ports.files.stream(file.original_key))
    if (scan.scan_state === 'waiting') return false
    if (scan.scan_state === 'infected') await quarantine(ctx, file, scan)
    else
      await inTransaction(ctx, async ({ db }) => {
        if (await catalogue.updateScanned(db, file.id, scan.scan_state)) await ports.jobs.send(db, PROCESS_FILE, { file_id: file.id })
      })
    return true
  }
  await scanEach(await catalogue.findUnscanned(db, WAITING_MAX), scanOne, 'Uploaded files')
}

/** Without its bytes in the usual place, the file cannot be processed or delivered. Two processes may do this with the same file. */
async function quarantine(ctx: Ctx, file: BlockedFile, scan: Scan): Promise<void> {
  const { files } = ctx.ports
  if ((await files.size(file.original_key)) === undefined) return
  await files.put(quarantineKey(file.original_key), await files.bytes(file.original_key), file.content_type)
  await inTransaction(ctx, async (ctx) => {
    if (await catalogue.updateScanned(ctx.db, file.id, 'infected')) await recordBlocked(ctx, file, scan)
  })
  await files.delete(file.original_key)
}
