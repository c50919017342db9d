import { AsyncLocalStorage } from 'node:async_hooks'
import { type DatabaseConnection, type Driver, Kysely, PostgresDialect, type QueryResult } from 'kysely'
import pg from 'pg'
import type { Connection, Database } from '#platform/database/connect.ts'
import type { Dice } from './dice.ts'

/** One process of ours at one piece of work: it is killed after so many steps, and its calls to PayPal may go wrong. */
export type Life = { steps: number; dead: boolean; dice: Dice; fair: boolean }
export type End = { how: 'done'; value: unknown } | { how: 'killed' } | { how: 'failed'; error: Error }

class Killed extends Error {}

const lives = new AsyncLocalStorage<Life>()

/** Runs the work until it is done, or killed; once killed, nothing of it reaches the database or PayPal any more. */
export async function live(life: Life, work: () => Promise<unknown>): Promise<End> {
  try {
    const value = await lives.run(life, work)
    return life.dead ? { how: 'killed' } : { how: 'done', value }
  } catch (error) {
    return life.dead ? { how: 'killed' } : { how: 'failed', error: error as Error }
  }
}

export function lifeOf(dice: Dice, { fair = false } = {}): Life {
  return { steps: !fair && dice.chance(0.25) ? dice.below(60) : Number.POSITIVE_INFINITY, dead: false, dice, fair }
}

/** Before and after everything that leaves the process. */
function step(): void {
  const life = lives.getStore()
  if (!life) return
  life.dead ||= life.steps <= 0
  life.steps -= 1
  if (life.dead) throw new Killed('The process is gone.')
}

type Fetch = typeof globalThis.fetch

/** PayPal's API as it is on a bad day: it refuses to work, or works and is not heard. */
export function badDays(real: Fetch, base_url: string): Fetch {
  return async (address, init) => {
    const life = lives.getStore()
    const path = String(address).startsWith(base_url) ? new URL(String(address)).pathname : ''
    if (!life || !/^\/v[12]\/(?!oauth2|notifications)/.test(path)) return real(address, init)
    step()
    const weather = life.fair ? 1 : life.dice.below(100)
    if (weather > 94) return Response.json({ name: 'SERVICE_UNAVAILABLE' }, { status: 503 })
    if (weather > 91) throw new TypeError('fetch failed')
    const answer = await real(address, init)
    step()
    if (weather > 85) throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    return answer
  }
}

/** The database as a process sees it that may be killed between any two statements: what it had begun is rolled back. */
export function mortalConnection(url: string, max: number): Connection {
  const pool = new pg.Pool({ connectionString: url, max, connectionTimeoutMillis: 60_000 })
  pool.on('error', () => {})
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Database>({
    dialect: {
      createAdapter: () => dialect.createAdapter(),
      createIntrospector: (of) => dialect.createIntrospector(of),
      createQueryCompiler: () => dialect.createQueryCompiler(),
      createDriver: () => mortalDriver(dialect.createDriver())
    }
  })
  return Object.assign(db, { pool })
}

class MortalConnection implements DatabaseConnection {
  readonly real: DatabaseConnection

  constructor(real: DatabaseConnection) {
    this.real = real
  }

  async executeQuery<R>(...query: Parameters<DatabaseConnection['executeQuery']>): Promise<QueryResult<R>> {
    step()
    const result = await this.real.executeQuery<R>(...query)
    step()
    return result
  }

  streamQuery<R>(...query: Parameters<DatabaseConnection['streamQuery']>): AsyncIterableIterator<QueryResult<R>> {
    return this.real.streamQuery<R>(...query)
  }
}

const realOf = (connection: DatabaseConnection): DatabaseConnection => (connection as MortalConnection).real

function mortalDriver(driver: Driver): Driver {
  return {
    init: () => driver.init(),
    destroy: () => driver.destroy(),
    acquireConnection: async () => {
      step()
      return new MortalConnection(await driver.acquireConnection())
    },
    releaseConnection: (connection) => driver.releaseConnection(realOf(connection)),
    beginTransaction: (connection, settings) => driver.beginTransaction(realOf(connection), settings),
    commitTransaction: async (connection) => {
      step()
      await driver.commitTransaction(realOf(connection))
      step()
    },
    // Not a step: it is the server that rolls back what a killed process had begun.
    rollbackTransaction: (connection) => driver.rollbackTransaction(realOf(connection))
  }
}
