import { Readable } from 'node:stream'
import { audit } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, csvOf, type FileToSend, inTransaction, refuse, signedIn, type Tx, unseal } from '#platform/server/index.ts'
import {
  type Applicant,
  type ApplicantMessage,
  type applicantMetrics,
  type applicantsCsv,
  type changeApplicant,
  type listApplicants,
  type markApplicants,
  refusals
} from '../contract.ts'
import { applicantStatusMail } from '../mails/applicant-status-mail.tsx'
import { APPLICANT_STATES, type ApplicantState, CSV_MAX, type FileKind } from '../rules.ts'
import { forget } from './forget.service.ts'
import * as queries from './queries.ts'
import { savedAs } from './saved-as.ts'
import { noticeOf, requireOpenable } from './scan.service.ts'

export async function list({ db }: Ctx, query: Received<typeof listApplicants>['query']): Promise<Answer<typeof listApplicants>> {
  const [rows, total] = await Promise.all([queries.findApplicants(db, query), queries.countApplicants(db, query)])
  return { items: rows.map(present), total, page: query.page, page_size: query.page_size }
}

export async function countStates({ db }: Ctx): Promise<Answer<typeof applicantMetrics>> {
  const counts = new Map((await queries.countStates(db)).map(({ status, count }) => [status, count]))
  return Object.fromEntries(APPLICANT_STATES.map((status) => [status, counts.get(status) ?? 0])) as Record<ApplicantState, number>
}

type Row = Awaited<ReturnType<typeof queries.lockApplicants>>[number]

export function change(
  ctx: Ctx,
  id: string,
  { status, gov_id_verified, notes, message }: Received<typeof changeApplicant>['body']
): Promise<Answer<typeof changeApplicant>> {
  return inTransaction(ctx, async (ctx) => {
    const [row] = await queries.lockApplicants(ctx.db, [id])
    if (!row) throw refuse(refusals, 'applicant_not_found')
    const is_new_status = status !== undefined && (await setStatus(ctx, row, status))
    const mailed = is_new_status && message !== undefined && (await mailApplicant(ctx, row, message))
    await setVerified(ctx, row, gov_id_verified ?? row.gov_id_verified)
    await setNotes(ctx, row, notes ?? row.notes)
    return { ...present(await queries.findApplicant(ctx.db, id)), mailed }
  })
}

export function mark(ctx: Ctx, { ids, status, message }: Received<typeof markApplicants>['body']): Promise<Answer<typeof markApplicants>> {
  return inTransaction(ctx, async (ctx) => {
    const rows = await queries.lockApplicants(ctx.db, ids)
    let mailed = 0
    for (const row of rows) if ((await setStatus(ctx, row, status)) && message && (await mailApplicant(ctx, row, message))) mailed += 1
    return { updated: rows.length, mailed }
  })
}

/** Returns false when the applicant already has the status. */
async function setStatus(ctx: Ctx<Tx>, { id, status: from }: Row, status: ApplicantState): Promise<boolean> {
  if (status === from) return false
  await queries.updateApplicant(ctx.db, id, {
    status,
    rejected_at: status === 'rejected' ? ctx.now : null,
    hired_at: status === 'hired' ? ctx.now : null
  })
  await record(ctx, id, 'status_changed', { from, to: status })
  return true
}

/** The log records that an email was sent, not its text. */
async function mailApplicant(ctx: Ctx<Tx>, { id, first_name, email }: Row, message: ApplicantMessage): Promise<true> {
  const { mail, settings } = ctx.ports
  const written = await applicantStatusMail({ sender: settings, first_name, ...message })
  await mail.send(ctx.db, { to: email, reply_to: settings.support_email, ...written })
  await record(ctx, id, 'mailed')
  return true
}

async function setVerified(ctx: Ctx<Tx>, { id, gov_id_verified: before }: Row, gov_id_verified: boolean): Promise<void> {
  if (gov_id_verified === before) return
  await queries.updateApplicant(ctx.db, id, { gov_id_verified })
  await record(ctx, id, gov_id_verified ? 'gov_id_verified' : 'gov_id_unverified')
}

async function setNotes(ctx: Ctx<Tx>, { id, notes: before }: Row, notes: string): Promise<void> {
  if (notes === before) return
  await queries.updateApplicant(ctx.db, id, { notes })
  await record(ctx, id, 'notes_changed')
}

const CSV_COLUMNS = [
  'id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'location',
  'portfolio_url',
  'years_experience',
  'skills',
  'availability',
  'work_auth',
  'status',
  'gov_id_verified',
  'applied_at'
] as const

/** Returns every applicant that matches the filters as CSV, without notes and files. Refuses more than CSV_MAX. */
export async function exportCsv(ctx: Ctx, query: Received<typeof applicantsCsv>['query']): Promise<string> {
  const rows = await queries.findApplicants(ctx.db, { ...query, page: 1, page_size: CSV_MAX + 1 })
  if (rows.length > CSV_MAX) throw refuse(refusals, 'too_many_applicants')
  const details = { status: query.status ?? 'all', rows: rows.length }
  await audit(ctx.db, { actor_id: signedIn(ctx).id, action: 'report.exported', subject_kind: 'report', subject: 'applicants', details })
  const lines = rows.map(({ created_at, gov_id_verified, ...row }) => ({
    ...row,
    gov_id_verified: gov_id_verified ? 'yes' : 'no',
    applied_at: created_at.toISOString()
  }))
  return csvOf(
    CSV_COLUMNS,
    lines.map((line) => Object.fromEntries(CSV_COLUMNS.map((column) => [column, line[column]])))
  )
}

export function remove(ctx: Ctx, id: string): Promise<null> {
  return inTransaction(ctx, async (ctx) => {
    const [row] = await queries.lockApplicants(ctx.db, [id])
    if (!row) throw refuse(refusals, 'applicant_not_found')
    await forget(ctx, [id])
    return null
  })
}

/** Returns the decrypted file after recording who opened it. */
export async function open(ctx: Ctx, id: string, kind: FileKind): Promise<FileToSend> {
  const { files, applicants } = ctx.ports
  const row = await queries.findFile(ctx.db, id, kind)
  if (!row || (await files.size(row.file_key)) === undefined) throw refuse(refusals, 'applicant_file_not_found')
  requireOpenable(row)
  const { filename, content_type, key_id, wrapped_key } = row
  const bytes = unseal(applicants.keys, row.file_key, { bytes: await files.bytes(row.file_key), key_id, wrapped_key })
  if (bytes === 'missing') throw refuse(refusals, 'applicant_key_missing')
  if (bytes === 'damaged') throw refuse(refusals, 'applicant_file_damaged')
  await record(ctx, id, `${kind}_opened`)
  // Browsers may display a picture. A PDF or a Word file is always downloaded, so that it never opens as a page of this site.
  const disposition = content_type.startsWith('image/') ? 'inline' : 'attachment'
  return {
    filename: savedAs(filename, content_type),
    content_type,
    disposition,
    size: bytes.length,
    open: async () => Readable.from([bytes])
  }
}

const record = (ctx: Ctx, subject: string, action: string, details: Record<string, unknown> = {}): Promise<void> =>
  audit(ctx.db, { actor_id: signedIn(ctx).id, action: `applicant.${action}`, subject_kind: 'applicant', subject, details })

const present = ({ created_at, ...row }: queries.ListedApplicant): Applicant => ({
  ...row,
  has_gov_id: row.gov_id_original !== null,
  gov_id_notice: noticeOf(row.gov_id_type, { scan_state: row.gov_id_state, scan_found: row.gov_id_found }),
  resume_notice: noticeOf(row.resume_type, { scan_state: row.resume_state, scan_found: row.resume_found }),
  created_at: created_at.toISOString()
})
