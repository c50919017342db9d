import type { Duplex } from 'node:stream'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult
} from 'kysely'
import pg from 'pg'
import { isDatabaseAway } from './database-away.ts'
import type { RunStatement } from './prepared-statements.ts'

/** As few as keep the database busy: each more is another process of the database, with its own caches. */
const CONNECTIONS = 2
/** A connection on which this many statements wait gets no more. */
const WAITING_MAX = 32
/** Nor does one whose next answer takes longer than this, so that a slow statement delays few others. */
const SLOW_MS = 20
/** A connection that could not be opened, or was lost, is opened again after this time. */
const PAUSE_MS = 1000

/** Statements that leave in one write. With more, the database waits for work while this process collects it. */
const TOGETHER_MAX = 4

const READ = /^\s*(?:select|with)\b/i

export type PipelineOptions = {
  config: pg.ClientConfig
  run: RunStatement
  /** Runs once for each connection. */
  onConnect(client: pg.ClientBase): Promise<void>
  onLost(error: Error): void
  /** Reads on a connection of its own, while the connections here are new, slow, full, or lost. */
  alone(query: CompiledQuery): Promise<QueryResult<unknown>>
}

export type PipelinedReads = { dialect: Dialect; end(): Promise<void> }

/**
 * For the small reads of many calls at once: they share a few connections, and none waits until those before it are answered. That saves
 * the process and the database half of their system calls, and the database most of its switches between processes.
 */
export function pipelinedReads(options: PipelineOptions): PipelinedReads {
  const lanes = Array.from({ length: CONNECTIONS }, () => new Lane(options))

  async function read(query: CompiledQuery): Promise<QueryResult<unknown>> {
    if (!READ.test(query.sql)) throw new Error('Only reads are sent here. What writes needs the pool.')
    const now = performance.now()
    let lane: Lane | undefined
    for (const one of lanes) if (one.isFree(now) && one.waiting < (lane?.waiting ?? Number.POSITIVE_INFINITY)) lane = one
    return (await lane?.read(query)) ?? options.alone(query)
  }

  const connection: DatabaseConnection = {
    executeQuery: <Row>(query: CompiledQuery) => read(query) as Promise<QueryResult<Row>>,
    // biome-ignore lint/correctness/useYield: Kysely's interface asks for it
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('Rows are not read by cursor here.')
    }
  }
  return {
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => driverOf(connection),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler()
    },
    end: async () => {
      await Promise.all(lanes.map((lane) => lane.end()))
    }
  }
}

async function refuseTransaction(): Promise<void> {
  throw new Error('Statements of other calls run on the same connection, so it has no transactions.')
}

const driverOf = (connection: DatabaseConnection): Driver => ({
  init: async () => {},
  acquireConnection: async () => connection,
  releaseConnection: async () => {},
  beginTransaction: refuseTransaction,
  commitTransaction: refuseTransaction,
  rollbackTransaction: refuseTransaction,
  destroy: async () => {}
})

/** A connection that is opened when it is first asked for, and again when it was lost. */
class Lane {
  waiting = 0
  readonly #options: PipelineOptions
  #client: pg.Client | undefined
  #opening: Promise<void> | undefined
  #opened_at = Number.NEGATIVE_INFINITY
  /** Since when the next answer is awaited. */
  #since = 0
  #ended = false
  #corked = 0
  #sending: NodeJS.Immediate | undefined

  constructor(options: PipelineOptions) {
    this.#options = options
  }

  isFree(now: number): boolean {
    if (!this.#client) {
      if (!this.#opening && !this.#ended && now - this.#opened_at > PAUSE_MS) this.#opening = this.#open(now)
      return false
    }
    return this.waiting === 0 || (this.waiting < WAITING_MAX && now - this.#since < SLOW_MS)
  }

  /** Returns nothing if the connection was lost. A read changes nothing, so it is repeated elsewhere. */
  async read({ sql, parameters }: CompiledQuery): Promise<QueryResult<unknown> | undefined> {
    const client = this.#client
    if (!client) return undefined
    if (this.waiting === 0) this.#since = performance.now()
    this.waiting += 1
    this.#sendTogether(client)
    try {
      const reading = this.#options.run(client, sql, parameters)
      if (this.#corked >= TOGETHER_MAX) this.#send(client.connection.stream)
      const { rows } = await reading
      return { rows }
    } catch (error) {
      if (error instanceof pg.DatabaseError && !isDatabaseAway(error)) throw error
      return undefined
    } finally {
      this.waiting -= 1
      this.#since = performance.now()
    }
  }

  /** The reads of requests that arrive together leave in one write: a few at once, or all when this turn of the event loop ends. */
  #sendTogether({ connection: { stream } }: pg.Client): void {
    this.#corked += 1
    if (this.#corked === 1) {
      stream.cork()
      this.#sending = setImmediate(() => this.#send(stream))
    }
  }

  #send(stream: Duplex): void {
    clearImmediate(this.#sending)
    this.#corked = 0
    stream.uncork()
  }

  async end(): Promise<void> {
    this.#ended = true
    await this.#opening
    await this.#client?.end()
  }

  async #open(now: number): Promise<void> {
    this.#opened_at = now
    const { config, onConnect, onLost } = this.#options
    const client = new pg.Client({ ...config, keepAlive: true, pipeline: true })
    const lost = (error: Error) => {
      if (this.#client === client) this.#client = undefined
      if (!this.#ended) onLost(error)
    }
    client.on('error', lost)
    client.on('end', () => {
      if (this.#client === client) lost(new Error('Connection terminated unexpectedly'))
    })
    try {
      await client.connect()
      await onConnect(client)
      this.#client = client
    } catch (error) {
      lost(error instanceof Error ? error : new Error(String(error)))
      await client.end().catch(() => undefined)
    } finally {
      this.#opening = undefined
    }
  }
}
