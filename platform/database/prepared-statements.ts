import type { PostgresCursor, PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { LRUCache } from 'lru-cache'
import pg from 'pg'

/** A statement is prepared from this use on, so that texts that are used once take no memory in the database. */
const USES = 5
/** Each connection keeps at most this many prepared statements. */
const PREPARED_MAX = 400
/** Texts whose uses are counted. */
const COUNTED_MAX = 2000

/**
 * Reads alone: a plan for any values cannot infer the partial index that an ON CONFLICT names by parameters. A `*` may mean other columns after
 * a migration, and a prepared statement holds one command.
 */
const PREPARABLE = /^(?![\s\S]*(?:\b(?:insert|update|delete|merge)\b|(?:select|,)\s+\*|\.\*|;))\s*(?:select|with)\b/i

const RESULT_CHANGED = '0A000'
/** What the database answers behind a pooler that gives each transaction another connection. */
const NOT_SUPPORTED = new Set(['26000', '42P05'])

type Options = {
  /** Nothing is prepared from now on, because of this error. */
  onUnsupported(error: Error): void
}

/** Sends one statement. */
export type RunStatement = (
  client: Pick<pg.ClientBase, 'query' | 'getTransactionStatus'>,
  text: string,
  parameters: readonly unknown[]
) => Promise<PostgresQueryResult<unknown>>

export const runUnprepared: RunStatement = async (client, text, parameters) => resultOf(await client.query(text, [...parameters]))

/** Names the statements that are used often, so that PostgreSQL parses them once for each connection and can reuse their plans. */
export function prepareStatements({ onUnsupported }: Options): RunStatement {
  const names = createNames()
  let isSupported = true

  /** Throws the error again unless the statement failed because it was prepared. */
  function stopPreparing(error: unknown, text: string): void {
    if (!(error instanceof pg.DatabaseError) || !isOfPreparing(error)) throw error
    if (error.code === RESULT_CHANGED) names.forget(text)
    else {
      isSupported = false
      onUnsupported(error)
    }
  }

  return async (client, text, parameters) => {
    const values = [...parameters]
    const name = isSupported ? names.nameOf(text) : undefined
    if (!name) return resultOf(await client.query(text, values))
    try {
      return resultOf(await client.query({ name, text, values }))
    } catch (error) {
      stopPreparing(error, text)
      // An open transaction has failed with the statement.
      if (client.getTransactionStatus() !== 'I') throw error
      return resultOf(await client.query(text, values))
    }
  }
}

/** Sends the statements of a pool's connections by `run`. */
export function running(pool: pg.Pool, run: RunStatement): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function wrap(client: pg.PoolClient): PostgresPoolClient {
    function query<R>(text: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<R>>
    function query<R>(cursor: PostgresCursor<R>): PostgresCursor<R>
    function query(text: string | PostgresCursor<unknown>, parameters: readonly unknown[] = []): unknown {
      if (typeof text !== 'string') throw new Error('Rows are not read by cursor here.')
      return run(client, text, parameters)
    }
    return { query, release: () => client.release() }
  }

  return {
    connect: async () => {
      const client = await pool.connect()
      const wrapped = clients.get(client) ?? wrap(client)
      clients.set(client, wrapped)
      return wrapped
    },
    end: () => pool.end()
  }
}

const COMMANDS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'MERGE'] as const

const resultOf = ({ command, rowCount, rows }: pg.QueryResult): PostgresQueryResult<unknown> => ({
  command: COMMANDS.find((one) => one === command) ?? 'SELECT',
  rowCount: rowCount ?? 0,
  rows
})

const isOfPreparing = ({ code = '', message }: pg.DatabaseError): boolean =>
  NOT_SUPPORTED.has(code) || (code === RESULT_CHANGED && message.includes('cached plan'))

const NEVER = Number.NEGATIVE_INFINITY

function createNames() {
  const uses = new LRUCache<string, number>({ max: COUNTED_MAX })
  const names = new Map<string, string>()
  let made = 0
  return {
    nameOf: (text: string): string | undefined => {
      const known = names.get(text)
      if (known || made === PREPARED_MAX) return known
      const used = (uses.get(text) ?? 0) + 1
      uses.set(text, used)
      if (used < USES) return undefined
      if (!PREPARABLE.test(text)) {
        uses.set(text, NEVER)
        return undefined
      }
      made += 1
      const name = `s${made}`
      names.set(text, name)
      return name
    },
    /** Not prepared again: the connections still have the old one under its name. */
    forget: (text: string): void => {
      names.delete(text)
      uses.set(text, NEVER)
    }
  }
}
