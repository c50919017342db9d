import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { findMigrations } from './applied-migrations.ts'

/** Files such as `0010_accounts.sql`, in the platform and in every part. Each runs once, in the order of the numbers. */
const MIGRATIONS = ['platform/database/migrations/*.sql', 'business/*/server/migrations/*.sql']
/** The first line of a file whose statements run one by one, each on its own: for indexes that are built without stopping writers. */
const WITHOUT_TRANSACTION = '-- migrate: without a transaction'

/**
 * What waits behind a migration that waits for a lock waits as long as it does. So it gives up quickly, before PostgreSQL looks for
 * deadlocks (1 second), and tries again: at least two minutes in all, twice as long as any statement of the app may take.
 */
export const LOCKING = { lock_ms: 500, tries: 60, longest_pause_ms: 3000 }
/** A statement without a transaction stops nobody while it waits. It waits for all transactions that are older than it, backups included. */
const LOCK_ALONE_MS = 10 * 60_000
/** The lock that Kysely's migrator takes, so that earlier versions of the program wait for this one, too. */
const MIGRATOR_LOCK = 3853314791062309107n
const LOCK_POLL_MS = 200
const MAX_LOCK_POLLS = (30 * 60_000) / LOCK_POLL_MS

/** Says in one line why the database cannot be migrated now. A migration that is wrong fails with an ordinary error. */
export class MigrationError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'MigrationError'
  }
}

type Migration = { name: string; text: string }
type Locking = typeof LOCKING
type Options = {
  locking?: Locking
  /** The migrations of an older schema. The others are left out. */
  only?: ReadonlySet<string>
}

/**
 * Migrates the database to the newest schema, each migration in a transaction of its own. Processes that start together wait for each other.
 * `root` is the folder of the checkout. Returns the names of the migrations that ran.
 */
export async function migrate<Database>(
  db: Kysely<Database>,
  root = process.cwd(),
  { locking = LOCKING, only }: Options = {}
): Promise<string[]> {
  const known = readMigrations(root)
  return db.connection().execute(async (session) => {
    await lock(session)
    try {
      const applied = await readApplied(session)
      requireKnown(applied, known)
      const pending = known.filter(({ name }) => !applied.has(name) && (!only || only.has(name)))
      for (const migration of pending) await apply(session, migration, locking)
      return pending.map(({ name }) => name)
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(MIGRATOR_LOCK)})`.execute(session)
    }
  })
}

/** Asks again and again instead of waiting in the database: a waiting statement would hold up the indexes that the other process builds. */
async function lock<Database>(session: Kysely<Database>): Promise<void> {
  for (let polls = 0; polls < MAX_LOCK_POLLS; polls += 1) {
    const { rows } = await sql<{ is_ours: boolean }>`select pg_try_advisory_lock(${sql.lit(MIGRATOR_LOCK)}) as is_ours`.execute(session)
    if (rows[0]?.is_ours) return
    await setTimeout(LOCK_POLL_MS)
  }
  throw new MigrationError('Another process has been migrating the database for half an hour: wait until it is done, or end it.')
}

async function readApplied<Database>(session: Kysely<Database>): Promise<Set<string>> {
  const applied = await findMigrations((statement) => sql.raw<{ name: string }>(statement).execute(session))
  if (applied.length === 0)
    await sql`
      create table if not exists public.kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`.execute(session)
  return new Set(applied)
}

/** A program must not run on a schema that it does not know: a newer version may have moved what it reads and writes. */
function requireKnown(applied: Set<string>, known: Migration[]): void {
  const names = new Set(known.map(({ name }) => name))
  const newest = [...applied]
    .filter((name) => !names.has(name))
    .sort()
    .at(-1)
  if (newest)
    throw new MigrationError(
      `The database is newer than this version of Easel, which does not know its migration ${newest}: start the newer version.`
    )
}

async function apply<Database>(
  session: Kysely<Database>,
  migration: Migration,
  { lock_ms, tries, longest_pause_ms }: Locking
): Promise<void> {
  const isAlone = migration.text.startsWith(WITHOUT_TRANSACTION)
  const run = isAlone ? runAlone : runInTransaction
  // One that runs alone has waited for long enough already, and would build its indexes again.
  const max_attempts = isAlone ? 1 : tries
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(session, migration, lock_ms)
    } catch (cause) {
      if (!isLockFailure(cause)) throw new Error(`The migration ${migration.name} failed.`, { cause })
      if (attempt >= max_attempts)
        throw new MigrationError(
          `The migration ${migration.name} could not lock its table, which is in use: start again when the database is less busy.`,
          cause
        )
    }
    await setTimeout(Math.min(100 * 1.5 ** attempt, longest_pause_ms))
  }
}

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'
const isLockFailure = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK)

async function runInTransaction<Database>(session: Kysely<Database>, { name, text }: Migration, lock_ms: number): Promise<void> {
  await session.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = ${sql.lit(lock_ms)}`.execute(tx)
    await sql.raw(text).execute(tx)
    await record(tx, name)
  })
}

/** Ends between two statements at worst: the file drops what an earlier try may have left. */
async function runAlone<Database>(session: Kysely<Database>, { name, text }: Migration): Promise<void> {
  await sql`set lock_timeout = ${sql.lit(LOCK_ALONE_MS)}`.execute(session)
  try {
    for (const statement of statementsOf(text)) await sql.raw(statement).execute(session)
  } finally {
    await sql`reset lock_timeout`.execute(session)
  }
  await record(session, name)
}

/** These files have no strings or functions with semicolons. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')

async function record<Database>(db: Kysely<Database> | Transaction<Database>, name: string): Promise<void> {
  await sql`insert into public.kysely_migration (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db)
}

/** The names of the migrations of this version, in their order. */
export const migrationNames = (root = process.cwd()): string[] => readMigrations(root).map(({ name }) => name)

function readMigrations(root: string): Migration[] {
  const files = MIGRATIONS.flatMap((pattern) => globSync(pattern, { cwd: root }))
  const named = files.map((file) => [basename(file, '.sql'), file] as const).sort(([a], [b]) => (a < b ? -1 : 1))
  const twice = named.find(([name], index) => named[index + 1]?.[0].slice(0, 4) === name.slice(0, 4))
  if (twice) throw new Error(`Two migrations have the number ${twice[0].slice(0, 4)}.`)
  return named.map(([name, file]) => ({ name, text: readFileSync(`${root}/${file}`, 'utf8') }))
}
