import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

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

type Sent = { request_id: string; author_id: string; client_key: string }

export async function findSent(db: Db, { request_id, author_id, client_key }: Sent): Promise<WrittenMessage | undefined> {
  return written(db)
    .where('message.request_id', '=', request_id)
    .where('message.author_id', '=', author_id)
    .where('message.client_key', '=', client_key)
    .executeTakeFirst()
}

export async function findMessagesAt(db: Db, request_id: string, positions: readonly number[]): Promise<WrittenMessage[]> {
  if (positions.length === 0) return []
  return written(db).where('message.request_id', '=', request_id).where('message.position', 'in', positions).execute()
}

type Window = { before?: number | undefined; after?: number | undefined; most: number }

/** Those after a position, nearest to it first; else the newest before another, newest first. */
export async function findMessages(db: Db, request_id: string, { before, after, most }: Window): Promise<WrittenMessage[]> {
  return written(db)
    .where('message.request_id', '=', request_id)
    .$if(after !== undefined, (query) => query.where('message.position', '>', after!))
    .$if(before !== undefined, (query) => query.where('message.position', '<', before!))
    .orderBy('message.position', after === undefined ? 'desc' : 'asc')
    .limit(most)
    .execute()
}

type Unread = { unread: number; newest: number }

/** Messages of others after what someone has read, and the newest of them. */
export async function countUnread(db: Db, request_id: string, { person_id, read_position }: { person_id: string; read_position: number }) {
  return db
    .selectFrom('requests.message')
    .select(({ fn }) => [fn.countAll<number>().as('unread'), sql<number>`coalesce(max(position), 0)`.as('newest')])
    .where('request_id', '=', request_id)
    .where('position', '>', read_position)
    .where('author_id', '<>', person_id)
    .executeTakeFirstOrThrow() as Promise<Unread>
}
