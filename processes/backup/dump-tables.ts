import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { findMigrations } from '#platform/database/applied-migrations.ts'
import { StartError } from '../startup/start-error.ts'
import { copyOut } from './copy.ts'
import { digesting } from './digest.ts'
import type { Manifest, StoredTable } from './manifest.ts'
import { COPY_KEYS } from './stored-keys.ts'
import { copyOutOf, EXACT_TEXT, findJobsVersion, findSequences, findTables, quoted, type Table } from './tables.ts'

export type Dump = Pick<Manifest, 'tables' | 'sequences' | 'migrations' | 'jobs_version' | 'server_version'>

/** The keys of the files that rows of the snapshot name, one per line, in the order of the file lists. */
export const KEYS = 'keys.txt'

/** Writes the rows of every table as they are at one moment. Others read and write meanwhile; only a migration has to wait. */
export async function dumpTables(client: pg.ClientBase, folder: string, onTable: (done: number, total: number) => void): Promise<Dump> {
  await client.query(EXACT_TEXT)
  const before = await findTables(client)
  const migrations = () => findMigrations((statement) => client.query(statement))
  if ((await migrations()).length === 0) throw new StartError('The database has no tables of Easel: there is nothing to back up.')
  await client.query('begin isolation level repeatable read read only')
  await client.query(`lock table ${before.map(({ schema, name }) => quoted(schema, name)).join(', ')} in access share mode`)
  const tables = await findTables(client)
  if (JSON.stringify(tables) !== JSON.stringify(before))
    throw new StartError('A migration is changing the tables: run this again when it is done.')
  const stored: StoredTable[] = []
  for (const table of tables) {
    onTable(stored.length, tables.length)
    stored.push(await dumpTable(client, folder, table))
  }
  await pipeline(copyOut(client, COPY_KEYS), createWriteStream(join(folder, KEYS), { mode: 0o600 }))
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  const schema = { migrations: await migrations(), jobs_version: await findJobsVersion(client) }
  const dump = { tables: stored, sequences: await findSequences(client), ...schema, server_version: rows[0]?.server_version ?? '' }
  await client.query('commit')
  return dump
}

async function dumpTable(client: pg.ClientBase, folder: string, table: Table): Promise<StoredTable> {
  const file = `tables/${table.schema}.${table.name}.copy.gz`
  const [rows, stored] = [digesting(), digesting()]
  let count = 0
  const out = copyOut(client, copyOutOf(table)).once('rows', (found: number) => {
    count = found
  })
  await pipeline(
    out,
    rows.through,
    createGzip({ level: 1 }),
    stored.through,
    createWriteStream(join(folder, file), { flush: true, mode: 0o600 })
  )
  return { ...table, rows: count, sha256: rows.result().sha256, stored: { file, ...stored.result() } }
}
