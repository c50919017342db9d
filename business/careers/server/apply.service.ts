import { randomUUID } from 'node:crypto'
import { audit } from '#accounts/server/index.ts'
import type { Answer, Received } from '#platform/contract/index.ts'
import {
  type Ctx,
  createFairQueue,
  inTransaction,
  mayMailStranger,
  networkOf,
  Refusal,
  receive,
  refuse,
  type Scan,
  type Spooled,
  seal,
  siteOf,
  spend,
  type Uploads
} from '#platform/server/index.ts'
import { apply, refusals } from '../contract.ts'
import { applicationReceivedMail } from '../mails/application-received-mail.tsx'
import { newApplicantMail } from '../mails/new-applicant-mail.tsx'
import { FILE_KINDS, type FileKind, MESSAGES } from '../rules.ts'
import { type KnownFile, knownFile } from './file-kind.ts'
import { FORGET_FILES, type ForgottenFiles } from './job-names.ts'
import * as queries from './queries.ts'
import { requireClean } from './scan.service.ts'

const HOUR = 3600
const PER_ADDRESS = 60
const PER_EMAIL = 10

/** After this long, an application that has no rows will not get any. */
const UNUSED_MS = 15 * 60_000

/** Each application holds two files in memory, plain and encrypted. */
const limitConcurrency = createFairQueue(2)

type Application = Received<typeof apply>['body']
type Files = Record<FileKind, Spooled>

/** Checks the rate limit before any byte of the files is read. */
export const requireRoom = (ctx: Ctx): Promise<void> =>
  spend(
    ctx,
    { key: `careers.apply.ip.${networkOf(ctx.caller.ip)}`, most: PER_ADDRESS, seconds: HOUR },
    refusals.too_many_applications.message
  )

/** Stores the application as `submitted` and emails the applicant and support. The answer does not reveal earlier applications. */
export async function take(ctx: Ctx, { files, fields }: Uploads<FileKind>): Promise<Answer<typeof apply>> {
  const { application, files: sent } = checked(fields, files)
  await spend(
    ctx,
    { key: `careers.apply.email.${application.email}`, most: PER_EMAIL, seconds: HOUR },
    refusals.too_many_applications.message
  )
  if (!(application.client_key && (await queries.isKnown(ctx.db, application.client_key))))
    await limitConcurrency(siteOf(ctx.caller.ip), () => storeApplication(ctx, application, sent))
  return { message: MESSAGES.applied }
}

/** Checks fields and files and reports all errors together. */
function checked(fields: Record<string, string>, files: Uploads<FileKind>['files']): { application: Application; files: Files } {
  const wrong: Record<string, string> = {}
  let application: Application | undefined
  try {
    application = receive(apply, { body: fields }).body
  } catch (error) {
    if (!(error instanceof Refusal) || !error.fields) throw error
    Object.assign(wrong, error.fields)
  }
  const { resume, gov_id } = files
  if (!resume || resume.bytes === 0) wrong['resume'] = MESSAGES.resume
  if (!gov_id || gov_id.bytes === 0) wrong['gov_id'] = MESSAGES.gov_id
  const [first] = Object.values(wrong)
  if (!application || !resume || !gov_id || first !== undefined)
    throw refuse(refusals, 'application_invalid', { fields: wrong, ...(first !== undefined && { message: first }) })
  return { application, files: { resume, gov_id } }
}

/** Stores the encrypted files, then the rows. If the rows fail, the files are deleted. */
async function storeApplication(ctx: Ctx, application: Application, sent: Files): Promise<void> {
  const known = { resume: await knownFile('resume', sent.resume.path), gov_id: await knownFile('gov_id', sent.gov_id.path) }
  const scans = await requireClean(ctx, sent)
  const id = randomUUID()
  const keys = { resume: newKey(id), gov_id: newKey(id) }
  // This process may end between the files and their rows.
  const startAfter = new Date(Date.now() + UNUSED_MS)
  await ctx.ports.jobs.send(ctx.db, FORGET_FILES, { keys: Object.values(keys) } satisfies ForgottenFiles, { startAfter })
  const stored: queries.ApplicantFile[] = []
  try {
    for (const kind of FILE_KINDS) {
      const place = { applicant_id: id, kind, file_key: keys[kind] }
      stored.push(await storeFile(ctx, place, { ...known[kind], ...scans[kind], filename: sent[kind].filename }))
    }
    if (await insertRows(ctx, { ...application, id }, stored)) return
  } catch (error) {
    await deleteFiles(ctx, stored)
    throw error
  }
  await deleteFiles(ctx, stored)
}

const newKey = (applicant_id: string): string => `applicants/${applicant_id}/${randomUUID()}`

type Place = { applicant_id: string; kind: FileKind; file_key: string }

async function storeFile(
  { ports }: Ctx,
  { applicant_id, kind, file_key }: Place,
  file: KnownFile & Scan & { filename: string }
): Promise<queries.ApplicantFile> {
  const { bytes, ...wrapped } = seal(ports.applicants.keys, file_key, file.bytes)
  await ports.files.put(file_key, bytes, 'application/octet-stream')
  const { filename, content_type, scan_state, scan_found } = file
  return { applicant_id, kind, filename, content_type, bytes: file.bytes.length, file_key, scan_state, scan_found, ...wrapped }
}

async function deleteFiles({ ports }: Ctx, stored: readonly queries.ApplicantFile[]): Promise<void> {
  for (const { file_key } of stored) await ports.files.delete(file_key)
}

/** Returns false if the same application was already stored by a parallel submission. */
async function insertRows(ctx: Ctx, application: Application & { id: string }, files: queries.ApplicantFile[]): Promise<boolean> {
  const { settings } = ctx.ports
  const { id, first_name, last_name, email, client_key } = application
  const received = await applicationReceivedMail({ sender: settings, first_name })
  const news = await newApplicantMail({ sender: settings, name: `${first_name} ${last_name}` })
  return inTransaction(ctx, async (ctx) => {
    const { db, now, ports } = ctx
    if (!(await queries.insertApplicant(db, { ...application, client_key: client_key ?? null, created_at: now }))) return false
    await queries.insertFiles(db, files)
    await audit(db, { actor_id: null, action: 'applicant.applied', subject_kind: 'applicant', subject: id })
    if (await mayMailStranger(ctx, email)) await ports.mail.send(db, { to: email, ...received })
    await ports.mail.send(db, { to: settings.support_email, reply_to: email, ...news })
    return true
  })
}
