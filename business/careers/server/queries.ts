import { type Insertable, type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { Scan } from '#platform/server/index.ts'
import type { ApplicantSort, ApplicantState, FileKind } from '../rules.ts'
import './tables.ts'

type NewApplicant = Insertable<Database['careers.applicant']>
export type ApplicantFile = Insertable<Database['careers.applicant_file']>

/** Returns undefined when an application with this `client_key` is already stored. */
export async function insertApplicant(db: Db, applicant: NewApplicant): Promise<string | undefined> {
  const row = await db
    .insertInto('careers.applicant')
    .values(applicant)
    .onConflict((conflict) => conflict.column('client_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function insertFiles(db: Db, files: ApplicantFile[]): Promise<void> {
  await db.insertInto('careers.applicant_file').values(files).execute()
}

export async function isKnown(db: Db, client_key: string): Promise<boolean> {
  return (await db.selectFrom('careers.applicant').select('id').where('client_key', '=', client_key).executeTakeFirst()) !== undefined
}

const listed = (db: Db) =>
  db
    .selectFrom('careers.applicant as applicant')
    .leftJoin('careers.applicant_file as resume', (join) =>
      join.onRef('resume.applicant_id', '=', 'applicant.id').on('resume.kind', '=', 'resume')
    )
    .leftJoin('careers.applicant_file as gov_id', (join) =>
      join.onRef('gov_id.applicant_id', '=', 'applicant.id').on('gov_id.kind', '=', 'gov_id')
    )
    .selectAll('applicant')
    .select(['resume.filename as resume_original', 'resume.content_type as resume_type'])
    .select(['resume.scan_state as resume_state', 'resume.scan_found as resume_found'])
    .select(['gov_id.filename as gov_id_original', 'gov_id.content_type as gov_id_type'])
    .select(['gov_id.scan_state as gov_id_state', 'gov_id.scan_found as gov_id_found'])
export type ListedApplicant = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

export type ApplicantFilter = { q?: string | undefined; status?: ApplicantState | undefined }
type Page = { sort: ApplicantSort; page: number; page_size: number }

const SEARCHED = sql<string>`concat_ws(' ', applicant.first_name, applicant.last_name, applicant.email, applicant.phone, applicant.location, applicant.skills)`

const wordsOf = (q = ''): string[] => q.split(/\s+/).filter(Boolean).slice(0, 10)
const holds = (word: string) => sql<SqlBool>`${SEARCHED} ilike ${`%${escapeLike(word)}%`}`

function matches({ q, status }: ApplicantFilter): RawBuilder<SqlBool> {
  const conditions = [...wordsOf(q).map(holds), ...(status === undefined ? [] : [sql<SqlBool>`applicant.status = ${status}`])]
  return conditions.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(conditions, sql` and `)}`
}

export async function findApplicants(db: Db, { q, status, sort, page, page_size }: ApplicantFilter & Page): Promise<ListedApplicant[]> {
  return listed(db)
    .where(matches({ q, status }))
    .$if(sort === 'name', (query) => query.orderBy(sql`lower(applicant.last_name)`).orderBy(sql`lower(applicant.first_name)`))
    .orderBy('applicant.created_at', sort === 'oldest' ? 'asc' : 'desc')
    .orderBy('applicant.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countApplicants(db: Db, { q, status }: ApplicantFilter): Promise<number> {
  const { count } = await db
    .selectFrom('careers.applicant as applicant')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matches({ q, status }))
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function countStates(db: Db): Promise<{ status: ApplicantState; count: number }[]> {
  const rows = await db
    .selectFrom('careers.applicant')
    .select(({ fn }) => ['status', fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  return rows.map(({ status, count }) => ({ status, count: Number(count) }))
}

export async function findApplicant(db: Db, id: string): Promise<ListedApplicant> {
  return listed(db).where('applicant.id', '=', id).executeTakeFirstOrThrow()
}

/** Locks in one order, so that parallel bulk changes cannot deadlock. */
export async function lockApplicants(tx: Tx, ids: readonly string[]) {
  return tx
    .selectFrom('careers.applicant')
    .select(['id', 'status', 'gov_id_verified', 'notes', 'first_name', 'email'])
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function updateApplicant(db: Db, id: string, change: Updateable<Database['careers.applicant']>): Promise<void> {
  await db.updateTable('careers.applicant').set(change).where('id', '=', id).execute()
}

export async function findFile(db: Db, applicant_id: string, kind: FileKind) {
  return db
    .selectFrom('careers.applicant_file')
    .selectAll()
    .where('applicant_id', '=', applicant_id)
    .where('kind', '=', kind)
    .executeTakeFirst()
}

export async function findKeysOf(db: Db, applicant_ids: readonly string[]): Promise<string[]> {
  if (applicant_ids.length === 0) return []
  const rows = await db.selectFrom('careers.applicant_file').select('file_key').where('applicant_id', 'in', applicant_ids).execute()
  return rows.map(({ file_key }) => file_key)
}

/** Returns those of the keys that rows refer to. */
export async function findUsedKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db.selectFrom('careers.applicant_file').select('file_key').where('file_key', 'in', keys).execute()
  return rows.map(({ file_key }) => file_key)
}

export async function deleteApplicants(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('careers.applicant').where('id', 'in', ids).execute()
}

/** Locks the rows, so that an application whose rejection is undone in the meantime is kept. */
export async function lockRejectedBefore(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('careers.applicant')
    .select('id')
    .where('rejected_at', '<', before)
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns and locks undecided applications. */
export async function lockUndecidedBefore(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('careers.applicant')
    .select('id')
    .where('status', 'in', ['submitted', 'in_review', 'shortlisted'])
    .where('created_at', '<', before)
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

export async function lockHiredBefore(tx: Tx, before: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('careers.applicant')
    .select('id')
    .where('hired_at', '<', before)
    .orderBy('id')
    .limit(500)
    .forUpdate()
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes the rows with the keys of the files. Returns where the files are stored. */
export async function deleteHiredGovIds(tx: Tx, before: Date): Promise<string[]> {
  const hired = tx.selectFrom('careers.applicant').select('id').where('hired_at', '<', before)
  const rows = await tx
    .deleteFrom('careers.applicant_file')
    .where('kind', '=', 'gov_id')
    .where('applicant_id', 'in', hired)
    .returning('file_key')
    .execute()
  return rows.map(({ file_key }) => file_key)
}

export async function lockOfAddress(tx: Tx, email: string): Promise<string[]> {
  const rows = await tx.selectFrom('careers.applicant').select('id').where('email', '=', email).orderBy('id').forUpdate().execute()
  return rows.map(({ id }) => id)
}

/** Returns the files of an address's applications, with what opens them. */
export async function findSealedFilesOf(db: Db, email: string) {
  return db
    .selectFrom('careers.applicant_file as file')
    .innerJoin('careers.applicant as applicant', 'applicant.id', 'file.applicant_id')
    .select(['file.applicant_id', 'file.kind', 'file.filename', 'file.file_key', 'file.key_id', 'file.wrapped_key', 'file.scan_state'])
    .select('applicant.created_at')
    .where('applicant.email', '=', email)
    .orderBy('applicant.created_at')
    .execute()
}

/** Returns a batch of files whose keys are wrapped with one of these. */
export async function lockWrappedWith(tx: Tx, key_ids: readonly string[], most: number) {
  if (key_ids.length === 0) return []
  return tx
    .selectFrom('careers.applicant_file')
    .select(['applicant_id', 'kind', 'file_key', 'key_id', 'wrapped_key'])
    .where('key_id', 'in', key_ids)
    .orderBy('file_key')
    .limit(most)
    .forUpdate()
    .execute()
}

export async function updateWrapped(db: Db, file_key: string, wrapped: { key_id: string; wrapped_key: Buffer }): Promise<void> {
  await db.updateTable('careers.applicant_file').set(wrapped).where('file_key', '=', file_key).execute()
}

/** Counts the files wrapped with each key. */
export async function countByKey(db: Db): Promise<{ key_id: string; count: number }[]> {
  const rows = await db
    .selectFrom('careers.applicant_file')
    .select(({ fn }) => ['key_id', fn.countAll<number>().as('count')])
    .groupBy('key_id')
    .execute()
  return rows.map(({ key_id, count }) => ({ key_id, count: Number(count) }))
}

/** Returns files for which the virus scanner did not answer, in any order, so that none can stay in front of the others. */
export async function findWaitingFiles(db: Db, limit: number) {
  return db
    .selectFrom('careers.applicant_file')
    .select(['applicant_id', 'kind', 'file_key', 'key_id', 'wrapped_key'])
    .where('scan_state', '=', 'waiting')
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
}

/** Returns false if the file was scanned or deleted in the meantime. */
export async function updateScan(db: Db, file_key: string, scan: Scan): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('careers.applicant_file')
    .set(scan)
    .where('file_key', '=', file_key)
    .where('scan_state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
