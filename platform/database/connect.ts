import { Kysely, type Logger, PostgresDialect, type PostgresPool, type Transaction } from 'kysely'
import pg from 'pg'
import { DatabaseAway } from './database-away.ts'
import { pipelinedReads } from './pipelined-reads.ts'
import { prepareStatements, running, runUnprepared } from './prepared-statements.ts'

/** Every part adds its tables in its server/tables.ts: `declare module '#platform/database/connect.ts' { interface Database { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Database {}

export type Db = Kysely<Database>
export type Tx = Transaction<Database>

const INT8 = 20
const DATE = 1082
pg.types.setTypeParser(INT8, (text) => {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a safe integer`)
  return value
})
// A calendar day stays YYYY-MM-DD text.
pg.types.setTypeParser(DATE, (text) => text)

export type Connection = Db & {
  readonly pool: pg.Pool
  /** For small reads outside transactions: they share connections. */
  readonly reads: Db
}

export type ConnectOptions = {
  /** How long opening a connection, or waiting for a free one, may take. */
  connect_ms?: number
  /** The database ends a statement, or a transaction that waits for the next one, after this long. Without it, they never end. */
  statement_ms?: number
  /** Whether statements that are used often are prepared. Default: yes. */
  prepared?: boolean
  /** Preparing did not work with what is in front of the database, so it stopped. */
  onUnprepared?: (error: Error) => void
  /** An idle connection was lost; the pool replaces it. */
  onLost?: (error: Error) => void
  /** A statement has ended. `text` has placeholders instead of values. */
  onStatement?: ((statement: { text: string; ms: number; error?: unknown }) => void) | undefined
}

/** Opens a pool of at most `max` connections. */
export function connect(connectionString: string, max = 20, options: ConnectOptions = {}): Connection {
  const { connect_ms = 10_000, statement_ms, prepared = true, onUnprepared = () => {}, onLost = () => {}, onStatement } = options
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: connect_ms,
    // Set by a statement, because poolers such as PgBouncer refuse these settings while connecting.
    ...(statement_ms && { onConnect: (client) => limitStatements(client, statement_ms) })
  })
  // Without a listener, the error would end the process.
  pool.on('error', onLost)
  // The same for one that is lost while a transaction waits for the app: the transaction's next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}))
  const run = prepared ? prepareStatements({ onUnsupported: onUnprepared }) : runUnprepared
  const logged = onStatement && { log: reportTo(onStatement) }
  const statements = sayingWhen(running(pool, run))
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: statements }), ...logged })
  const pipelined = pipelinedReads({
    config: { connectionString, connectionTimeoutMillis: connect_ms },
    run,
    onConnect: async (client) => {
      if (statement_ms) await limitStatements(client, statement_ms)
    },
    onLost,
    alone: async ({ sql, parameters }) => {
      const client = await statements.connect()
      return client.query(sql, parameters).finally(() => client.release())
    }
  })
  const reads = new Kysely<Database>({ dialect: pipelined.dialect, ...logged })
  const destroy = async () => {
    await pipelined.end()
    await Kysely.prototype.destroy.call(db)
    // Kysely ends the pool only if it has used it.
    if (!pool.ending) await pool.end()
  }
  return Object.assign(db, { pool, reads, destroy })
}

/** Tells a failure to connect from the error of a statement. */
const sayingWhen = (pool: PostgresPool): PostgresPool => ({
  connect: () => pool.connect().catch((error: unknown) => Promise.reject(new DatabaseAway(error))),
  end: () => pool.end()
})

const reportTo =
  (onStatement: NonNullable<ConnectOptions['onStatement']>): Logger =>
  (event) =>
    onStatement({
      text: event.query.sql,
      ms: event.queryDurationMillis,
      ...(event.level === 'error' && { error: event.error })
    })

async function limitStatements(client: pg.ClientBase, ms: number): Promise<void> {
  await client.query(`set statement_timeout = ${Math.round(ms)}; set idle_in_transaction_session_timeout = ${Math.round(ms)}`)
}
