import { AsyncLocalStorage } from 'node:async_hooks'
import { type DatabaseConnection, type Driver, Kysely, PostgresDialect, type QueryResult } from 'kysely'
import pg from 'pg'
import type { Connection, Database } from '#platform/database/connect.ts'
import type { Dice } from './dice.ts'

/** One of our processes doing one piece of work. It is killed after a number of steps, and its calls to PayPal may fail. */
export type Life = { steps: number; dead: boolean; dice: Dice; fair: boolean }
export type End = { how: 'done'; value: unknown } | { how: 'killed' } | { how: 'failed'; error: Error }

class Killed extends Error {}

const lives = new AsyncLocalStorage<Life>()

/** Runs the work until it is done or killed. Once killed, nothing reaches the database or PayPal anymore. */
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

/** Called before and after everything that leaves the process. */
function step(): void {
  const life = lives.getStore()
  if (!life) return
  life.dead ||= life.steps <= 0
  life.steps -= 1
  if (life.dead) throw new Killed('The process is gone.')
}

type Fetch = typeof globalThis.fetch

/** Whether a payment call, and not a token or webhook call, goes to PayPal. */
const isPaymentCall = (address: string, base_url: string): boolean =>
  address.startsWith(base_url) && /^\/v[12]\/(?!oauth2|notifications)/.test(new URL(address).pathname)

function refusalBy(luck: number): Response | undefined {
  if (luck > 94) return Response.json({ name: 'SERVICE_UNAVAILABLE' }, { status: 503 })
  if (luck > 91) throw new TypeError('fetch failed')
  return undefined
}

/** An unreliable PayPal: it refuses calls, or executes them and its response is lost. */
export function unreliablePayPal(real: Fetch, base_url: string): Fetch {
  return async (address, init) => {
    const life = lives.getStore()
    if (!life || !isPaymentCall(String(address), base_url)) return real(address, init)
    step()
    const luck = life.fair ? 1 : life.dice.below(100)
    const refused = refusalBy(luck)
    if (refused) return refused
    const answer = await real(address, init)
    step()
    if (luck > 85) throw new DOMException('The operation was aborted due to timeout', 'TimeoutError')
    return answer
  }
}

/** A database connection whose process may be killed between any two statements. Its open transaction is rolled back. */
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
  return Object.assign(db, { pool, reads: db })
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
    // Not a step, because the server rolls back the transaction of a killed process.
    rollbackTransaction: (connection) => driver.rollbackTransaction(realOf(connection))
  }
}
