import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { makeZip } from 'client-zip'
import { audit } from '#accounts/server/index.ts'
import type { Answer } from '#platform/contract/index.ts'
import { checkLink, signLink } from '#platform/server/http/links.ts'
import {
  type Ctx,
  type FileToSend,
  inTransaction,
  type PersonOfData,
  refuse,
  signedIn,
  spend,
  type Tx,
  withRoom
} from '#platform/server/index.ts'
import { type askForExport, refusals } from '../../contract.ts'
import { exportReadyMail } from '../../mails/export-ready-mail.tsx'
import { EXPORT_ASKED, EXPORT_HOURS, EXPORT_RETRY_MINUTES, EXPORTS_PER_DAY } from '../../rules.ts'
import { DELETE_FILES, MAKE_EXPORT } from '../job-names.ts'
import { type ExportEntry, fileEntries, tableEntries } from './export-entries.ts'
import * as queries from './exports.queries.ts'

const DAY = 86_400
const MINUTE_MS = 60_000
const TYPE = 'application/zip'

/** Asks for a copy of the caller's data. Asking again while it is made changes nothing. */
export async function askForOwn(ctx: Ctx): Promise<Answer<typeof askForExport>> {
  const { id, email } = signedIn(ctx)
  const limit = { key: `privacy.exports.${id}`, most: EXPORTS_PER_DAY, seconds: DAY }
  await spend(ctx, limit, refusals.too_many_exports.message)
  await inTransaction(ctx, async (ctx) => {
    if (!(await ask(ctx, { id, email }))) return
    await audit(ctx.db, { actor_id: id, action: 'user.export_asked', subject_kind: 'user', subject: id })
  })
  return { message: EXPORT_ASKED }
}

/** Queues a copy of what is stored about a person. Returns false while one is being made. */
export async function ask({ db, now, ports }: Ctx<Tx>, { id, email }: PersonOfData): Promise<boolean> {
  const retry_before = new Date(now.getTime() - EXPORT_RETRY_MINUTES * MINUTE_MS)
  const asked = await queries.insertExport(db, { user_id: id, email, asked_at: now }, retry_before)
  if (asked) await ports.jobs.send(db, MAKE_EXPORT, { id: asked.id })
  return asked !== undefined
}

/** Job: writes the ZIP into the file store and mails a link to it. Stores nothing if it was deleted meanwhile. */
export async function makeExport(ctx: Ctx, id: string): Promise<void> {
  const asked = await queries.findExport(ctx.db, id)
  if (asked?.made_at) return
  const bytes = asked && (await storeZip(ctx, fileOf(id), { id: asked.user_id, email: asked.email }))
  const is_there = bytes !== undefined && (await inTransaction(ctx, (ctx) => announce(ctx, id, bytes)))
  // A run that ended halfway may have stored it, too.
  if (!is_there) await ctx.ports.files.delete(fileOf(id))
}

const fileOf = (id: string): string => `exports/${id}.zip`

/** Returns false if the copy was deleted with its person. An older copy that is still there ends: one is stored for each person. */
async function announce(ctx: Ctx<Tx>, id: string, bytes: number): Promise<boolean> {
  const { db, now, ports } = ctx
  const row = await queries.lockExport(db, id)
  if (!row) return false
  if (row.made_at) return true
  const expires_at = new Date(now.getTime() + EXPORT_HOURS * 60 * MINUTE_MS)
  await queries.updateMade(db, id, { bytes, made_at: now, expires_at })
  await deleteLater(ctx, await queries.deleteOlder(db, row))
  const { session_secret, public_url } = ports.settings
  const link = public_url + signLink(session_secret, { path: pathOf(id), expires: expires_at })
  const mail = await exportReadyMail({ sender: ports.settings, link, bytes })
  await ports.mail.send(db, { to: row.email, ...mail }, { urgent: true, expires_at })
  return true
}

const pathOf = (id: string): string => `/api/privacy/exports/${id}`

/** Writes the ZIP to a temporary file first: a file store must know how long a file is, and a database snapshot must not wait for it. */
async function storeZip(ctx: Ctx, file_key: string, person: PersonOfData): Promise<number> {
  const { temp_dir } = ctx.ports.settings
  await mkdir(temp_dir, { recursive: true })
  const path = join(temp_dir, `export-${randomUUID()}.zip`)
  try {
    await writeZip(ctx, person, path)
    const { size } = await stat(path)
    const release = await ctx.ports.disk.reserve(size)
    await ctx.ports.files.putFile(file_key, path, TYPE).finally(release)
    return size
  } finally {
    await rm(path, { force: true })
  }
}

async function writeZip(ctx: Ctx, person: PersonOfData, path: string): Promise<void> {
  const snapshot = await ctx.pool.startTransaction().setIsolationLevel('repeatable read').execute()
  let is_open = true
  const close = async () => {
    if (!is_open) return
    is_open = false
    await snapshot.rollback().execute()
  }
  async function* entries(): AsyncIterable<ExportEntry> {
    yield* tableEntries({ ...ctx, db: snapshot }, person)
    // Uploaded files can take long, and the database ends a transaction that waits.
    await close()
    yield* fileEntries(ctx, person)
  }
  try {
    const zip = makeZip(entries()) as ReadableStream<Uint8Array>
    await pipeline(
      Readable.fromWeb(zip),
      (bytes: AsyncIterable<Uint8Array>) => withRoom(ctx.ports.disk, bytes),
      createWriteStream(path, { mode: 0o600 })
    )
  } finally {
    await close()
  }
}

/** Returns the ZIP behind a signed link. */
export async function openExport(ctx: Ctx, id: string, address: string): Promise<FileToSend> {
  const { files, settings } = ctx.ports
  const link = checkLink(settings.session_secret, address, ctx.now)
  if (link === 'altered') throw refuse(refusals, 'export_not_found')
  const row = await queries.findExport(ctx.db, id)
  if (link === 'expired' || typeof row?.bytes !== 'number') throw refuse(refusals, 'export_expired')
  const { bytes, made_at } = row
  return {
    filename: `${settings.brand_name.toLowerCase().replace(/[^a-z0-9]+/g, '-')}-data-${made_at?.toISOString().slice(0, 10)}.zip`,
    content_type: TYPE,
    size: bytes,
    version: id,
    key: fileOf(id),
    open: (range) => files.stream(fileOf(id), range)
  }
}

/** Deletes the copies of a deleted person. */
export async function eraseExports(ctx: Ctx<Tx>, person: { id: string; email: string }): Promise<void> {
  await deleteLater(ctx, await queries.deleteExportsOf(ctx.db, person))
}

/** Deletes the copies that an account has asked for: somebody else may have. One that is being made mails no link. */
export async function takeBackExports(ctx: Ctx<Tx>, { id }: { id: string }): Promise<void> {
  await deleteLater(ctx, await queries.deleteExportsOfAccount(ctx.db, id))
}

/** Deletes copies whose link expired. */
export function deleteExpiredExports(ctx: Ctx, expired_before: Date): Promise<void> {
  const asked_before = new Date(expired_before.getTime() - EXPORT_HOURS * 60 * MINUTE_MS)
  return inTransaction(ctx, async (ctx) => deleteLater(ctx, await queries.deleteExpired(ctx.db, { expired_before, asked_before })))
}

async function deleteLater({ db, ports }: Ctx<Tx>, ids: string[]): Promise<void> {
  if (ids.length > 0) await ports.jobs.send(db, DELETE_FILES, { ids })
}

/** Job: deletes the files of copies that were deleted. */
export async function deleteExportFiles({ ports }: Ctx, ids: string[]): Promise<void> {
  for (const id of ids) await ports.files.delete(fileOf(id))
}
