import { type Insertable, type SqlBool, sql, type Updateable } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { ContactState } from '../rules.ts'
import './tables.ts'

export async function insertMessage(db: Db, message: Insertable<Database['help.contact_message']>): Promise<void> {
  await db.insertInto('help.contact_message').values(message).execute()
}

const listed = (db: Db) =>
  db
    .selectFrom('help.contact_message as message')
    .leftJoin('accounts.user as admin', 'admin.id', 'message.done_by')
    .selectAll('message')
    .select('admin.name as done_by_name')
export type ListedMessage = Awaited<ReturnType<ReturnType<typeof listed>['executeTakeFirstOrThrow']>>

export type MessageFilter = { q?: string | undefined; state?: ContactState | undefined }
type Page = { page: number; page_size: number }

const STATES = {
  open: sql<SqlBool>`not message.is_spam and message.done_at is null`,
  done: sql<SqlBool>`not message.is_spam and message.done_at is not null`,
  spam: sql<SqlBool>`message.is_spam`
} as const

function matches({ q, state }: MessageFilter) {
  const wanted = state ? STATES[state] : sql<SqlBool>`not message.is_spam`
  if (!q) return wanted
  return sql<SqlBool>`${wanted} and concat_ws(' ', message.name, message.email, message.subject, message.message) ilike ${`%${escapeLike(q)}%`}`
}

/** Returns a page of messages, newest first. */
export async function findMessages(db: Db, { page, page_size, ...filter }: MessageFilter & Page): Promise<ListedMessage[]> {
  return listed(db)
    .where(matches(filter))
    .orderBy('message.received_at', 'desc')
    .orderBy('message.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countMessages(db: Db, filter: MessageFilter): Promise<number> {
  const { total } = await db
    .selectFrom('help.contact_message as message')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(matches(filter))
    .executeTakeFirstOrThrow()
  return total
}

export async function countStates(db: Db): Promise<Record<ContactState, number>> {
  return db
    .selectFrom('help.contact_message as message')
    .select([
      sql<number>`count(*) filter (where ${STATES.open})`.as('open'),
      sql<number>`count(*) filter (where ${STATES.done})`.as('done'),
      sql<number>`count(*) filter (where ${STATES.spam})`.as('spam')
    ])
    .executeTakeFirstOrThrow()
}

export async function lockMessage(tx: Tx, id: string) {
  return tx.selectFrom('help.contact_message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function updateMessage(tx: Tx, id: string, changes: Updateable<Database['help.contact_message']>): Promise<void> {
  await tx.updateTable('help.contact_message').set(changes).where('id', '=', id).execute()
}

export async function findMessage(db: Db, id: string): Promise<ListedMessage> {
  return listed(db).where('message.id', '=', id).executeTakeFirstOrThrow()
}

export async function deleteMessagesOf(db: Db, email: string): Promise<void> {
  await db.deleteFrom('help.contact_message').where('email', '=', email).execute()
}

export async function updateAddress(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('help.contact_message').set({ email: to }).where('email', '=', from).execute()
}

export async function deleteOld(db: Db, received_before: Date): Promise<void> {
  await db.deleteFrom('help.contact_message').where('received_at', '<', received_before).execute()
}

export async function deleteOldSpam(db: Db, received_before: Date): Promise<void> {
  await db.deleteFrom('help.contact_message').where('is_spam', '=', true).where('received_at', '<', received_before).execute()
}
