import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { audit } from '#accounts/server/index.ts'
import {
  type Ctx,
  inTransaction,
  NOT_SCANNED,
  refuse,
  type Scan,
  type Spooled,
  scanEach,
  scanNotice,
  siteOf,
  unseal
} from '#platform/server/index.ts'
import { refusals } from '../contract.ts'
import { FILE_KINDS, type FileKind } from '../rules.ts'
import * as queries from './queries.ts'

/** Files per run of the job. */
const WAITING_MAX = 100
const WORD = /^application\/(msword|x-cfb|vnd\.openxmlformats)/
const WORD_WARNING = 'This Word file was not scanned for viruses. Download it only if you trust the sender.'

export type Scans = Record<FileKind, Scan>

/** Scans both files. Refuses the application if one is infected; nothing of it is stored. */
export async function requireClean(ctx: Ctx, files: Record<FileKind, Spooled>): Promise<Scans> {
  const scans: Scans = { resume: NOT_SCANNED, gov_id: NOT_SCANNED }
  const fields: Record<string, string> = {}
  for (const kind of FILE_KINDS) {
    const scan = await ctx.ports.scanner.scan(() => createReadStream(files[kind].path), siteOf(ctx.caller.ip))
    scans[kind] = scan
    if (scan.scan_state !== 'infected') continue
    fields[kind] = scanNotice(scan) ?? ''
    await auditBlocked(ctx, 'refused', { kind, found: scan.scan_found })
  }
  const [message] = Object.values(fields)
  if (message !== undefined) throw refuse(refusals, 'application_infected', { message, fields })
  return scans
}

const auditBlocked = ({ db }: Ctx, subject: string, details: { kind: FileKind; found: string | null }): Promise<void> =>
  audit(db, { actor_id: null, action: 'applicant.file_blocked', subject_kind: 'applicant', subject, details })

/** Job: scans the files for which the scanner did not answer. Fails if it still does not, so that an operator notices. */
export async function scanWaiting(ctx: Ctx): Promise<void> {
  const scanOne = async (row: WaitingFile): Promise<boolean> => {
    const scan = await ctx.ports.scanner.scan(() => openSealed(ctx, row))
    if (scan.scan_state === 'waiting') return false
    await inTransaction(ctx, async (ctx) => {
      if (!(await queries.updateScan(ctx.db, row.file_key, scan)) || scan.scan_state !== 'infected') return
      await auditBlocked(ctx, row.applicant_id, { kind: row.kind, found: scan.scan_found })
    })
    return true
  }
  await scanEach(await queries.findWaitingFiles(ctx.db, WAITING_MAX), scanOne, "Applicants' files")
}

type WaitingFile = Awaited<ReturnType<typeof queries.findWaitingFiles>>[number]

async function openSealed({ ports }: Ctx, row: WaitingFile): Promise<Readable> {
  const bytes = unseal(ports.applicants.keys, row.file_key, { ...row, bytes: await ports.files.bytes(row.file_key) })
  if (typeof bytes === 'string') throw new Error(`${row.file_key} cannot be decrypted for the virus scanner: ${bytes}.`)
  return Readable.from([bytes])
}

/** An infected file stays encrypted where it is, and nobody can open it. */
export function requireOpenable(scan: Scan): void {
  if (scan.scan_state === 'waiting') throw refuse(refusals, 'applicant_file_waiting')
  const message = scanNotice(scan)
  if (message) throw refuse(refusals, 'applicant_file_blocked', { message })
}

/** Returns what staff should know before they open a file. */
export function noticeOf(
  content_type: string | null,
  scan: { scan_state: Scan['scan_state'] | null; scan_found: string | null }
): string | null {
  const { scan_state, scan_found } = scan
  if (content_type === null || scan_state === null) return null
  return scanNotice({ scan_state, scan_found }) ?? (scan_state === 'off' && WORD.test(content_type) ? WORD_WARNING : null)
}
