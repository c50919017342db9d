import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

export async function insertMessage(tx: Tx, message: Insertable<Database['requests.message']>): Promise<string> {
  const { id } = await tx.insertInto('requests.message').values(message).returning('id').executeTakeFirstOrThrow()
  return id
}

const written = (db: Db) =>
  db
    .selectFrom('requests.message as message')
    .innerJoin('accounts.user as author', 'author.id', 'message.author_id')
    .select(['message.id', 'message.position', 'message.author_id', 'message.body', 'message.client_key', 'message.created_at'])
    .select(['author.name as author_name', 'author.role as author_role', 'author.deleted_at as author_deleted_at'])
export type WrittenMessage = Awaited<ReturnType<ReturnType<typeof written>['executeTakeFirstOrThrow']>>

type Sent = { request_id: string; author_id: string } & ({ client_key: string } | { position: number })

/** Returns an author's message by its key or its position. */
export async function findSent(db: Db, { request_id, author_id, ...by }: Sent): Promise<WrittenMessage | undefined> {
  const own = written(db).where('message.request_id', '=', request_id).where('message.author_id', '=', author_id)
  const found = 'client_key' in by ? own.where('message.client_key', '=', by.client_key) : own.where('message.position', '=', by.position)
  return found.executeTakeFirst()
}

export async function findMessagesAt(db: Db, request_id: string, positions: readonly number[]): Promise<WrittenMessage[]> {
  if (positions.length === 0) return []
  return written(db).where('message.request_id', '=', request_id).where('message.position', 'in', positions).execute()
}

/** The largest integer of PostgreSQL. */
const MAX_POSITION = 2_147_483_647

type Window = { before?: number | undefined; after?: number | undefined; most: number }

/** Returns the messages after a position, oldest first; otherwise the newest ones before a position, newest first. */
export async function findMessages(db: Db, request_id: string, { before, after, most }: Window): Promise<WrittenMessage[]> {
  return written(db)
    .where('message.request_id', '=', request_id)
    .where('message.position', '>', after ?? 0)
    .where('message.position', '<', before ?? MAX_POSITION)
    .orderBy('message.position', after === undefined ? 'desc' : 'asc')
    .limit(most)
    .execute()
}

type Unread = { unread: number; newest: number }

/** Counts the messages of others that someone has not read, and returns the newest position. */
export async function countUnread(db: Db, request_id: string, { person_id, read_position }: { person_id: string; read_position: number }) {
  return db
    .selectFrom('requests.message')
    .select(({ fn }) => [fn.countAll<number>().as('unread'), sql<number>`coalesce(max(position), 0)`.as('newest')])
    .where('request_id', '=', request_id)
    .where('position', '>', read_position)
    .where('author_id', '<>', person_id)
    .executeTakeFirstOrThrow() as Promise<Unread>
}
