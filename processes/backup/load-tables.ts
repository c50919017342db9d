import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { verify } from '#ledger/server/verify.service.ts'
import type { Database } from '#platform/database/connect.ts'
import { StartError } from '../startup/start-error.ts'
import { copyIn, copyOut } from './copy.ts'
import { sha256Of } from './digest.ts'
import type { Manifest, StoredTable } from './manifest.ts'
import { copyInto, copyOutOf, EXACT_TEXT, type ForeignKey, findForeignKeys, quoted, type Sequence } from './tables.ts'

const LOCK_TIMEOUT = '10s'

/** Replaces the rows of every table by those of the backup, in one transaction: after an error, the database is as it was. */
export async function loadTables(
  url: string,
  folder: string,
  manifest: Manifest,
  onTable: (done: number, total: number) => void
): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  const pooled = Object.assign(client, { release: () => {} })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: { connect: async () => pooled, end: () => client.end() } }) })
  try {
    await client.query(EXACT_TEXT)
    await db.transaction().execute(async (tx) => {
      const keys = await emptyTables(client, manifest.tables)
      for (const [index, table] of manifest.tables.entries()) {
        onTable(index, manifest.tables.length)
        await loadTable(client, folder, table)
      }
      for (const sequence of manifest.sequences) await client.query(restart(sequence))
      for (const { schema, table, name, definition } of keys)
        await client.query(`alter table ${quoted(schema, table)} add constraint ${quoted(name)} ${definition}`)
      for (const table of manifest.tables) await client.query(`alter table ${nameOf(table)} enable trigger user`)
      const ledger = await verify(tx)
      if (!ledger.whole) throw new StartError(`The ledger of the backup is broken: ${ledger.broken}.`)
    })
  } finally {
    await client.end()
  }
}

const nameOf = ({ schema, name }: { schema: string; name: string }): string => quoted(schema, name)

/** The next number that the sequence gives out. Unlike setval(), it is undone with the transaction. */
const restart = (sequence: Sequence): string => `alter sequence ${nameOf(sequence)} restart with ${BigInt(sequence.next)}`

/**
 * Empties the tables. Their triggers must not run for rows that they made themselves, and the ledger's refuse to change anything. Foreign
 * keys are dropped, because tables refer to each other in circles, and an owner who is no superuser cannot turn them off. Returns them.
 */
async function emptyTables(client: pg.ClientBase, tables: readonly StoredTable[]): Promise<ForeignKey[]> {
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`)
  const names = tables.map(nameOf)
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  const keys = await findForeignKeys(client)
  for (const { schema, table, name } of keys) await client.query(`alter table ${quoted(schema, table)} drop constraint ${quoted(name)}`)
  await client.query(`truncate ${names.join(', ')}`)
  return keys
}

/** Loads a table and reads it again: what PostgreSQL stored has the hash of what was backed up. */
async function loadTable(client: pg.ClientBase, folder: string, table: StoredTable): Promise<void> {
  // Without the callback, an error while reading would not reach the stream behind it.
  const rows = pipeline(createReadStream(join(folder, table.stored.file)), createGunzip(), () => {})
  const stored = await copyIn(client, copyInto(table), rows)
  if (stored !== table.rows) throw new StartError(`${table.schema}.${table.name} has ${stored} rows instead of ${table.rows}.`)
  const sha256 = await sha256Of(copyOut(client, copyOutOf(table)))
  if (sha256 !== table.sha256) throw new StartError(`The rows of ${table.schema}.${table.name} are not those of the backup.`)
}
