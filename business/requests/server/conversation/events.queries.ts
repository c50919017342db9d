import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

type NewEvent = Omit<Insertable<Database['requests.event']>, 'position' | 'status' | 'employee_id'> & {
  status?: Database['requests.event']['status']
  employee_id?: string | null
}

/** Inserts an event at the next position. The request's row stays locked until the commit, so positions become visible in order. */
export async function insertEvent(tx: Tx, event: NewEvent): Promise<number> {
  const { request_id, kind, actor_id, status = null, employee_id = null, happened_at } = event
  const { last_position: position } = await tx
    .updateTable('requests.request')
    .set(({ eb }) => ({ last_position: eb('last_position', '+', 1) }))
    .where('id', '=', request_id)
    .returning('last_position')
    .executeTakeFirstOrThrow()
  await tx.insertInto('requests.event').values({ request_id, position, kind, actor_id, status, employee_id, happened_at }).execute()
  return position
}

const named = (db: Db) =>
  db
    .selectFrom('requests.event as event')
    .innerJoin('requests.request as request', 'request.id', 'event.request_id')
    .innerJoin('accounts.user as actor', 'actor.id', 'event.actor_id')
    .leftJoin('accounts.user as employee', 'employee.id', 'event.employee_id')
    .select(['event.position', 'event.kind', 'event.status', 'event.happened_at'])
    .select(['actor.name as actor_name', 'employee.name as employee_name'])
export type NamedEvent = Awaited<ReturnType<ReturnType<typeof named>['executeTakeFirstOrThrow']>>

type Window = { before?: number | undefined; most: number }

/** Returns the newest events except messages, or those before a position, newest first. */
export async function findTimeline(db: Db, request_id: string, { before, most }: Window): Promise<NamedEvent[]> {
  return named(db)
    .where('event.request_id', '=', request_id)
    .where('event.kind', '<>', 'message')
    .$if(before !== undefined, (query) => query.where('event.position', '<', before ?? 0))
    .orderBy('event.position', 'desc')
    .limit(most)
    .execute()
}

/** A session that has a request open. */
export type Viewer = { request_id: string; session_id: string }

/** Whether the session is valid and its person may still read the request; the same rule as mayRead in rules.ts. */
const hasAccess = (session_id: RawBuilder<unknown>, now: Date) => sql<boolean>`exists (
  select from accounts.session as session join accounts."user" as person on person.id = session.user_id
  where session.id = ${session_id} and session.expires_at > ${now} and person.is_active and (
    (person.role = 'admin' and (person.grants is null or person.grants && array['support', 'read_only']))
    or (person.role = 'client' and request.client_id = person.id)
    or (person.role = 'employee' and request.assigned_employee_id = person.id)))`

type After = Viewer & { after: number; now: Date; most: number }

/** Reads events and checks access in one snapshot, so a viewer never gets events from after their access ended. */
export async function findEventsFor(db: Db, { request_id, session_id, after, now, most }: After): Promise<NamedEvent[]> {
  return named(db)
    .where('event.request_id', '=', request_id)
    .where('event.position', '>', after)
    .where(hasAccess(sql`${session_id}::uuid`, now))
    .orderBy('event.position')
    .limit(most)
    .execute()
}

/** Returns the viewers that still have access, by their index in the list, with the request's newest position. */
export async function findWithAccess(db: Db, viewers: readonly Viewer[], now: Date): Promise<Map<number, number>> {
  if (viewers.length === 0) return new Map()
  const [requests, sessions] = [viewers.map(({ request_id }) => request_id), viewers.map(({ session_id }) => session_id)]
  const { rows } = await sql<{ place: number; last_position: number }>`
    select viewer.place, request.last_position
    from unnest(${requests}::uuid[], ${sessions}::uuid[]) with ordinality as viewer (request_id, session_id, place)
    join requests.request as request on request.id = viewer.request_id
    where ${hasAccess(sql`viewer.session_id`, now)}`.execute(db)
  return new Map(rows.map(({ place, last_position }) => [place - 1, last_position]))
}
