import { audit } from '#accounts/server/index.ts'
import { type Ctx, inTransaction, quarantineKey, scanEach } from '#platform/server/index.ts'
import type { StoredAttachment } from './attachments.queries.ts'
import * as queries from './attachments.queries.ts'
import { forgetFiles } from './forget-files.ts'

/** Files per run of the job. */
const WAITING_MAX = 100

/** The audit log is permanent, so it has no file name. */
export const auditBlocked = (
  { db }: Ctx,
  { id, request_id, uploader_id, scan_found }: Pick<StoredAttachment, AuditedColumn>
): Promise<void> =>
  audit(db, {
    actor_id: uploader_id,
    action: 'custom_request.file_blocked',
    subject_kind: 'custom_request',
    subject: request_id,
    details: { attachment_id: id, found: scan_found }
  })
type AuditedColumn = 'id' | 'request_id' | 'uploader_id' | 'scan_found'

/** Job: scans the files for which the scanner did not answer. Fails if it still does not, so that an operator notices. */
export async function scanWaiting(ctx: Ctx): Promise<void> {
  const scanOne = async (row: StoredAttachment): Promise<boolean> => {
    const scan = await ctx.ports.scanner.scan(() => ctx.ports.files.stream(row.file_key))
    if (scan.scan_state === 'infected') await quarantine(ctx, { ...row, ...scan })
    else if (scan.scan_state !== 'waiting') await queries.updateScan(ctx.db, row.id, scan)
    return scan.scan_state !== 'waiting'
  }
  await scanEach(await queries.findWaiting(ctx.db, WAITING_MAX), scanOne, 'Attachments')
}

/** Keeps an infected file aside, under a key from which nothing is sent. */
async function quarantine(ctx: Ctx, row: StoredAttachment): Promise<void> {
  const { files } = ctx.ports
  const { id, file_key, content_type, scan_state, scan_found } = row
  // Another process has dealt with it.
  if ((await files.size(file_key)) === undefined) return
  await files.put(quarantineKey(file_key), await files.bytes(file_key), content_type)
  const isKept = await inTransaction(ctx, async (ctx) => {
    const change = { scan_state, scan_found, file_key: quarantineKey(file_key), preview_key: null }
    if (!(await queries.updateScan(ctx.db, id, change))) return false
    await auditBlocked(ctx, row)
    await forgetFiles(ctx, [row])
    return true
  })
  // Its row was deleted in the meantime, unless another process put the same file aside.
  if (!isKept && !(await queries.isQuarantined(ctx.db, id))) await files.delete(quarantineKey(file_key))
}
