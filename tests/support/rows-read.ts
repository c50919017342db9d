import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import type pg from 'pg'
import type { Database } from '#platform/database/connect.ts'
import type { World } from './world.ts'

type Plan = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]
const rowsOf = (node: Plan): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) * node['Actual Loops']

export type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>

/** Runs statements and returns how many rows of these tables (without their schema) they read, including the rows that filters discard. */
export async function rowsRead(
  { db }: { db: { pool: Pick<pg.Pool, 'query'> } },
  statements: readonly Statement[],
  tables: readonly string[]
): Promise<number> {
  let read = 0
  for (const { sql, parameters } of statements) {
    const { rows } = await db.pool.query(`explain (analyze, format json) ${sql}`, [...parameters])
    for (const node of nodesOf(rows[0]['QUERY PLAN'][0].Plan)) if (tables.includes(node['Relation Name'] ?? '')) read += rowsOf(node)
  }
  return Math.round(read)
}

/** Runs `work` with a database handle that records its statements, and returns them. */
export async function statementsOf({ db }: Pick<World, 'db'>, work: (db: Kysely<Database>) => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = []
  const recording = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: ({ query }) => void statements.push(query)
  })
  await work(recording)
  return statements
}
