import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult
} from 'kysely'
import pg from 'pg'
import type { Connection, Database, Db } from '#platform/database/connect.ts'
import type { Log } from '#platform/server/log/log.ts'
import type { Replica } from './replica.ts'

type Sources = {
  primary: Connection
  replica: Replica | undefined
  /** Asked before every statement, because a change may be notified between two. */
  mayRead(): boolean
  counted: { primary: number; replica: number }
  log: Pick<Log, 'warn'>
}

/**
 * Returns the database for the reads of one call. It reads from the replica, and from the first statement that the replica should
 * not or cannot answer on, only from the primary: what a call has seen never disappears again within the call.
 */
export function openReadDb(sources: Sources): Db {
  const connection = new ReadConnection(sources)
  return new Kysely<Database>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOf(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler()
    }
  })
}

async function refuseTransaction(): Promise<void> {
  throw new Error('Public reads open no transaction. What writes needs ctx.db of an endpoint without `reads`.')
}

const driverOf = (connection: DatabaseConnection): Driver => ({
  init: async () => {},
  acquireConnection: async () => connection,
  releaseConnection: async () => {},
  beginTransaction: refuseTransaction,
  commitTransaction: refuseTransaction,
  rollbackTransaction: refuseTransaction,
  // The pools belong to the process.
  destroy: async () => {}
})

class ReadConnection implements DatabaseConnection {
  readonly #sources: Sources
  #stays = false

  constructor(sources: Sources) {
    this.#sources = sources
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { primary, replica, mayRead, counted } = this.#sources
    if (replica && !this.#stays && mayRead()) {
      try {
        const result = await replica.db.executeQuery<Row>(query)
        counted.replica += 1
        return result
      } catch (error) {
        this.#reportOrThrow(error, replica)
      }
    }
    this.#stays = true
    counted.primary += 1
    return primary.executeQuery<Row>(query)
  }

  /** A read changes nothing, so it is repeated on the primary, whose answer or error counts. */
  #reportOrThrow(error: unknown, replica: Replica): void {
    if (isOurs(error)) throw error
    if (isConnectionLost(error)) replica.rest(error)
    else this.#sources.log.warn({ err: error, replica: replica.name }, 'a read failed on the replica and is repeated on the primary')
  }

  // biome-ignore lint/correctness/useYield: Kysely's interface asks for it
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Public reads are not streamed.')
  }
}

const STATEMENT_ENDED = '57014'
const READ_ONLY = '25006'

/** A statement that takes too long would do so on the primary too, and one that writes is a mistake of ours that must not be hidden. */
const isOurs = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === STATEMENT_ENDED || error.code === READ_ONLY)

/** Classes of PostgreSQL's errors: connection, resources, shutdown, system, internal. What did not come from a server is the network's. */
const LOST = /^(08|53|57P|58|XX)/

const isConnectionLost = (error: unknown): boolean => !(error instanceof pg.DatabaseError) || LOST.test(error.code ?? '')
