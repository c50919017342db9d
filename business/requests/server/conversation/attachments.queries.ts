import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
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
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

export async function countUnsent(db: Db, uploader_id: string): Promise<number> {
  const { count } = await db
    .selectFrom('requests.attachment')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('uploader_id', '=', uploader_id)
    .where('message_id', 'is', null)
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
    .returning(['file_key', 'preview_key'])
    .executeTakeFirst()
}

/** Deletes the rows of files that were never sent. */
export async function deleteOrphans(db: Db, before: Date): Promise<Keys[]> {
  return db
    .deleteFrom('requests.attachment')
    .where('message_id', 'is', null)
    .where('created_at', '<', before)
    .returning(['file_key', 'preview_key'])
    .execute()
}

export async function deleteUnsentOf(db: Db, uploader_id: string): Promise<Keys[]> {
  return db
    .deleteFrom('requests.attachment')
    .where('uploader_id', '=', uploader_id)
    .where('message_id', 'is', null)
    .returning(['file_key', 'preview_key'])
    .execute()
}
