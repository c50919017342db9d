import { sql } from 'kysely'
import type { Connection, Db } from '#platform/database/connect.ts'
import type { Jobs } from '#platform/server/index.ts'

export type Queued = { id: number; name: string; data: Record<string, string> }

/** Creates the job table. Jobs are sent in the caller's transaction, and the test decides when they run. */
export async function createQueue(db: Connection): Promise<void> {
  await sql`create schema faults`.execute(db)
  await sql`create table faults.job (id bigint generated always as identity primary key, name text, data jsonb, done boolean not null default false)`.execute(
    db
  )
}

export const queue: Jobs = {
  send: async (db, name, data) => {
    await sql`insert into faults.job (name, data) values (${name}, ${JSON.stringify(data)}::jsonb)`.execute(db)
  }
}

export async function findWaiting(db: Db): Promise<Queued[]> {
  return (await sql<Queued>`select id, name, data from faults.job where not done order by id`.execute(db)).rows
}

export async function isDone(db: Db, { id }: Queued): Promise<void> {
  await sql`update faults.job set done = true where id = ${id}`.execute(db)
}

/** Counts all jobs of a name ever sent, by a field of their data. */
export async function countSent(db: Db, name: string, field: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ about: string; count: number }>`
    select data ->> ${field}::text as about, count(*) as count from faults.job where name = ${name} group by 1`.execute(db)
  return new Map(rows.map(({ about, count }) => [about, Number(count)]))
}
