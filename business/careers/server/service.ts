import { audit } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import { type Ctx, inTransaction, refuse, signedIn, type Tx } from '#platform/server/index.ts'
import { type Applicant, type applicantMetrics, type changeApplicant, type listApplicants, type markApplicants, no } from '../contract.ts'
import { APPLICANT_STATES, type ApplicantState, type FileKind } from '../rules.ts'
import { forget } from './forget.service.ts'
import * as queries from './queries.ts'
import { unseal } from './sealing.ts'

export async function list({ db }: Ctx, query: Received<typeof listApplicants>['query']): Promise<Answer<typeof listApplicants>> {
  const [rows, total] = await Promise.all([queries.findApplicants(db, query), queries.countApplicants(db, query)])
  return { items: rows.map(present), total, page: query.page, page_size: query.page_size }
}

export async function countStates({ db }: Ctx): Promise<Answer<typeof applicantMetrics>> {
  const counts = new Map((await queries.countStates(db)).map(({ status, count }) => [status, count]))
  return Object.fromEntries(APPLICANT_STATES.map((status) => [status, counts.get(status) ?? 0])) as Record<ApplicantState, number>
}

export function change(
  ctx: Ctx,
  id: string,
  { status, gov_id_verified, notes }: Received<typeof changeApplicant>['body']
): Promise<Applicant> {
  return inTransaction(ctx, async (ctx) => {
    const [row] = await queries.lockApplicants(ctx.db, [id])
    if (!row) throw refuse(no, 'applicant_not_found')
    if (status !== undefined) await setStatus(ctx, row, status)
    if (gov_id_verified !== undefined && gov_id_verified !== row.gov_id_verified) {
      await queries.updateApplicant(ctx.db, id, { gov_id_verified })
      await record(ctx, id, gov_id_verified ? 'gov_id_verified' : 'gov_id_unverified')
    }
    if (notes !== undefined && notes !== row.notes) {
      await queries.updateApplicant(ctx.db, id, { notes })
      await record(ctx, id, 'notes_changed')
    }
    return present(await queries.findApplicant(ctx.db, id))
  })
}

export function mark(ctx: Ctx, { ids, status }: Received<typeof markApplicants>['body']): Promise<Answer<typeof markApplicants>> {
  return inTransaction(ctx, async (ctx) => {
    const rows = await queries.lockApplicants(ctx.db, ids)
    for (const row of rows) await setStatus(ctx, row, status)
    return { updated: rows.length }
  })
}

async function setStatus(
  ctx: Ctx<Tx>,
  { id, status: from }: { id: string; status: ApplicantState },
  status: ApplicantState
): Promise<void> {
  if (status === from) return
  await queries.updateApplicant(ctx.db, id, { status, rejected_at: status === 'rejected' ? ctx.now : null })
  await record(ctx, id, 'status_changed', { from, to: status })
}

export function remove(ctx: Ctx, id: string): Promise<null> {
  return inTransaction(ctx, async (ctx) => {
    const [row] = await queries.lockApplicants(ctx.db, [id])
    if (!row) throw refuse(no, 'applicant_not_found')
    await forget(ctx, [id])
    return null
  })
}

export type OpenedFile = { filename: string; content_type: string; bytes: Buffer }

/** No byte leaves before the log says who opened it. */
export async function open(ctx: Ctx, id: string, kind: FileKind): Promise<OpenedFile> {
  const { files, applicants } = ctx.ports
  const row = await queries.findFile(ctx.db, id, kind)
  if (!row || (await files.size(row.file_key)) === undefined) throw refuse(no, 'applicant_file_not_found')
  const { filename, content_type, key_id, wrapped_key } = row
  const bytes = unseal(applicants.keys, row.file_key, { bytes: await files.bytes(row.file_key), key_id, wrapped_key })
  if (bytes === 'missing') throw refuse(no, 'applicant_key_missing')
  if (bytes === 'damaged') throw refuse(no, 'applicant_file_damaged')
  await record(ctx, id, `${kind}_opened`)
  return { filename, content_type, bytes }
}

const record = (ctx: Ctx, subject: string, deed: string, details: Record<string, unknown> = {}): Promise<void> =>
  audit(ctx.db, { actor_id: signedIn(ctx).id, action: `applicant.${deed}`, subject_kind: 'applicant', subject, details })

const present = ({ created_at, ...row }: queries.ListedApplicant): Applicant => ({
  ...row,
  has_gov_id: row.gov_id_original !== null,
  created_at: created_at.toISOString()
})
