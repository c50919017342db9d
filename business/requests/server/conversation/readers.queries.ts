import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

type Reader = { request_id: string; person_id: string }

/** Moves the read position forward, never back and never past the newest event. */
export async function upsertRead(db: Db, { request_id, person_id }: Reader, position: number, now: Date): Promise<void> {
  await sql`insert into requests.reader as reader (request_id, person_id, read_position, seen_at)
    select id, ${person_id}, least(${position}::integer, last_position), ${now} from requests.request where id = ${request_id}
    on conflict (request_id, person_id) do update
    set read_position = greatest(reader.read_position, excluded.read_position), seen_at = greatest(reader.seen_at, excluded.seen_at)`.execute(
    db
  )
}

/** Stores that readers have conversations open. Requests deleted in the meantime are skipped. */
export async function upsertSeen(db: Db, readers: readonly Reader[], now: Date): Promise<void> {
  if (readers.length === 0) return
  const [requests, people] = [readers.map(({ request_id }) => request_id), readers.map(({ person_id }) => person_id)]
  await sql`insert into requests.reader as reader (request_id, person_id, seen_at)
    select distinct seen.request_id, seen.person_id, ${now}::timestamptz
    from unnest(${requests}::uuid[], ${people}::uuid[]) as seen (request_id, person_id)
    join requests.request as request on request.id = seen.request_id
    order by 1, 2
    on conflict (request_id, person_id) do update set seen_at = greatest(reader.seen_at, excluded.seen_at)`.execute(db)
}

export async function upsertMailed(db: Db, { request_id, person_id }: Reader, position: number): Promise<void> {
  await db
    .insertInto('requests.reader')
    .values({ request_id, person_id, mailed_position: position })
    .onConflict((conflict) => conflict.columns(['request_id', 'person_id']).doUpdateSet({ mailed_position: position }))
    .execute()
}

export async function deleteReadersOf(db: Db, person_id: string): Promise<void> {
  await db.deleteFrom('requests.reader').where('person_id', '=', person_id).execute()
}

/**
 * Returns who gets mail about new messages, with their read positions: the client; the assigned employee, or all admins if no assigned
 * employee can read them; and admins who have written. Only people who can sign in.
 */
export async function findRecipients(db: Db, request_id: string) {
  return db
    .selectFrom('requests.request as request')
    .innerJoin('accounts.user as person', (join) =>
      join.on(({ eb, or, and, not, exists, selectFrom }) =>
        or([
          and([eb('person.id', '=', eb.ref('request.client_id')), eb('person.role', '=', 'client')]),
          and([eb('person.id', '=', eb.ref('request.assigned_employee_id')), eb('person.role', '=', 'employee')]),
          and([
            eb('person.role', '=', 'admin'),
            or([
              not(
                exists(
                  selectFrom('accounts.user as employee')
                    .select('employee.id')
                    .whereRef('employee.id', '=', 'request.assigned_employee_id')
                    .where('employee.role', '=', 'employee')
                    .where('employee.is_active', '=', true)
                    .where('employee.email_verified', '=', true)
                )
              ),
              exists(
                selectFrom('requests.message as message')
                  .select('message.id')
                  .whereRef('message.request_id', '=', 'request.id')
                  .whereRef('message.author_id', '=', 'person.id')
              )
            ])
          ])
        ])
      )
    )
    .leftJoin('requests.reader as reader', (join) =>
      join.onRef('reader.request_id', '=', 'request.id').onRef('reader.person_id', '=', 'person.id')
    )
    .select(['person.id', 'person.name', 'person.email', 'person.role', 'reader.seen_at'])
    .select(sql<number>`coalesce(reader.read_position, 0)`.as('read_position'))
    .select(sql<number>`coalesce(reader.mailed_position, 0)`.as('mailed_position'))
    .where('request.id', '=', request_id)
    .where('person.is_active', '=', true)
    .where('person.email_verified', '=', true)
    .orderBy('person.id')
    .execute()
}
export type MailReader = Awaited<ReturnType<typeof findRecipients>>[number]
