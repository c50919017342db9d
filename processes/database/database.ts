import pg from 'pg'
import { codeOf, StartError } from '../startup/start-error.ts'

/** While the program is loaded, which takes seconds on a busy machine, no answer is read. */
const CONNECT_MS = 15_000
const OLDEST = 150_000

const ADVICE: Record<string, string> = {
  ECONNREFUSED: 'nothing listens there: check DATABASE_URL and that PostgreSQL is running',
  ENOTFOUND: 'there is no such host: check DATABASE_URL',
  EAI_AGAIN: 'the host name could not be looked up: check DATABASE_URL and the network',
  '28P01': 'the user or password is wrong: check DATABASE_URL',
  '28000': 'the server refuses this user: check DATABASE_URL and pg_hba.conf',
  '3D000': 'the database does not exist: create it with createdb, or check DATABASE_URL'
}

/** Throws a StartError unless a PostgreSQL that is new enough answers. */
export async function requireDatabase(url: string): Promise<void> {
  try {
    const version = await onDatabase(url, async (client) => {
      const { rows } = await client.query<{ version: string }>(`select current_setting('server_version_num') as version`)
      return Number(rows[0]?.version)
    })
    if (version < OLDEST) throw new StartError(`The database at ${nameOf(url)} is too old: Easel needs PostgreSQL 15 or newer.`)
  } catch (error) {
    if (error instanceof StartError) throw error
    const code = codeOf(error) ?? ''
    const message = error instanceof Error ? error.message : String(error)
    throw new StartError(`The database at ${nameOf(url)} cannot be reached: ${ADVICE[code] ?? `${message || code}; check DATABASE_URL`}.`)
  }
}

/** Returns host, port, and database name, without user and password. */
export function nameOf(url: string): string {
  const { hostname, port, pathname } = new URL(url)
  return `${hostname}:${port || 5432}${pathname}`
}

export async function createDatabase(adminUrl: string, name: string): Promise<void> {
  await onDatabase(adminUrl, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (!rowCount) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
}

/** Runs work on a connection of its own. */
export async function onDatabase<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS })
  // If an idle connection breaks, the next query reports it.
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
