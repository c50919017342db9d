import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { Scan } from '#platform/server/index.ts'
import '../tables.ts'

export async function insertAttachment(db: Db, attachment: Insertable<Database['requests.attachment']>): Promise<void> {
  await db.insertInto('requests.attachment').values(attachment).execute()
}

/** Returns false if the request was deleted in the meantime. */
export async function updateStored(db: Db, id: string, stored_at: Date): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('requests.attachment').set({ stored_at }).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function findAttachment(db: Db, request_id: string, id: string) {
  return db
    .selectFrom('requests.attachment')
    .selectAll()
    .where('id', '=', id)
    .where('request_id', '=', request_id)
    .where('stored_at', 'is not', null)
    .executeTakeFirst()
}

/** Returns the files that a person sent and that are not infected, oldest first. */
export async function findUploadsOf(db: Db, uploader_id: string) {
  return db
    .selectFrom('requests.attachment')
    .select(['request_id', 'filename', 'file_key', 'created_at'])
    .where('uploader_id', '=', uploader_id)
    .where('stored_at', 'is not', null)
    .where('scan_state', '!=', 'infected')
    .orderBy('created_at')
    .execute()
}

/** Returns attachments in the order of each message. */
export async function findAttachmentsOf(db: Db, message_ids: readonly string[]) {
  if (message_ids.length === 0) return []
  return db.selectFrom('requests.attachment').selectAll().where('message_id', 'in', message_ids).orderBy('place').execute()
}
export type StoredAttachment = Awaited<ReturnType<typeof findAttachmentsOf>>[number]

type Sending = { request_id: string; uploader_id: string; message_id: string; ids: readonly string[] }

/** Attaches the uploader's files to a message. Returns how many were attached. */
export async function updateSent(tx: Tx, { request_id, uploader_id, message_id, ids }: Sending): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('requests.attachment')
    .set({ message_id, place: sql<number>`array_position(${[...ids]}::uuid[], id)` })
    .where('id', 'in', ids)
    .where('request_id', '=', request_id)
    .where('uploader_id', '=', uploader_id)
    .where('message_id', 'is', null)
    .where('stored_at', 'is not', null)
    .where('scan_state', '!=', 'infected')
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function countUnsent(db: Db, uploader_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('requests.attachment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uploader_id', '=', uploader_id)
    .where('message_id', 'is', null)
    .where('scan_state', '!=', 'infected')
    .executeTakeFirstOrThrow()
  return count
}

type Keys = { file_key: string; preview_key: string | null }

export async function findKeysOf(db: Db, request_id: string): Promise<Keys[]> {
  return db.selectFrom('requests.attachment').select(['file_key', 'preview_key']).where('request_id', '=', request_id).execute()
}

type Unsent = { id: string; request_id: string; uploader_id: string }

export async function deleteUnsent(db: Db, { id, request_id, uploader_id }: Unsent): Promise<Keys | undefined> {
  return db
    .deleteFrom('requests.attachment')
    .where('id', '=', id)
    .where('request_id', '=', request_id)
    .where('uploader_id', '=', uploader_id)
    .where('message_id', 'is', null)
    .where('scan_state', '!=', 'infected')
    .returning(['file_key', 'preview_key'])
    .executeTakeFirst()
}

/** Deletes the rows of files that were never sent. Infected ones stay longer. */
export async function deleteOrphans(db: Db, before: Date): Promise<Keys[]> {
  return db
    .deleteFrom('requests.attachment')
    .where('message_id', 'is', null)
    .where('created_at', '<', before)
    .where('scan_state', '!=', 'infected')
    .returning(['file_key', 'preview_key'])
    .execute()
}

/** Deletes the rows of infected files that were never sent. Returns the keys of their bytes, and of those that were sent before the scan. */
export async function deleteInfected(tx: Tx, before: Date): Promise<Keys[]> {
  const sent = await tx
    .selectFrom('requests.attachment')
    .select(['file_key', 'preview_key'])
    .where('scan_state', '=', 'infected')
    .where('created_at', '<', before)
    .where('message_id', 'is not', null)
    .execute()
  const unsent = await tx
    .deleteFrom('requests.attachment')
    .where('scan_state', '=', 'infected')
    .where('created_at', '<', before)
    .where('message_id', 'is', null)
    .returning(['file_key', 'preview_key'])
    .execute()
  return [...sent, ...unsent]
}

export async function deleteUnsentOf(db: Db, uploader_id: string): Promise<Keys[]> {
  return db
    .deleteFrom('requests.attachment')
    .where('uploader_id', '=', uploader_id)
    .where('message_id', 'is', null)
    .returning(['file_key', 'preview_key'])
    .execute()
}

/** Returns files for which the virus scanner did not answer, in any order, so that none can stay in front of the others. */
export async function findWaiting(db: Db, limit: number): Promise<StoredAttachment[]> {
  return db
    .selectFrom('requests.attachment')
    .selectAll()
    .where('scan_state', '=', 'waiting')
    .where('stored_at', 'is not', null)
    .orderBy(sql`random()`)
    .limit(limit)
    .execute()
}

type Scanned = Scan & { file_key?: string; preview_key?: null }

/** Returns false if the file was scanned or deleted in the meantime. */
export async function updateScan(db: Db, id: string, scan: Scanned): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('requests.attachment')
    .set(scan)
    .where('id', '=', id)
    .where('scan_state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function isQuarantined(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('requests.attachment').select('id').where('id', '=', id).where('scan_state', '=', 'infected')
  return (await query.executeTakeFirst()) !== undefined
}

/** Returns the newest infected files that were refused, for admins, newest first. */
export async function findBlocked(db: Db, request_id: string, most: number) {
  return db
    .selectFrom('requests.attachment as attachment')
    .innerJoin('accounts.user as uploader', 'uploader.id', 'attachment.uploader_id')
    .select(['attachment.id', 'attachment.filename', 'attachment.scan_state', 'attachment.scan_found', 'attachment.created_at'])
    .select('uploader.name as uploader_name')
    .where('attachment.request_id', '=', request_id)
    .where('attachment.scan_state', '=', 'infected')
    .where('attachment.message_id', 'is', null)
    .orderBy('attachment.created_at', 'desc')
    .limit(most)
    .execute()
}
export type FoundBlocked = Awaited<ReturnType<typeof findBlocked>>[number]
