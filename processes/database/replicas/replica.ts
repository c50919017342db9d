import pg from 'pg'
import type { ReplicaState } from '#operations/contract.ts'
import { type Connection, type ConnectOptions, connect } from '#platform/database/connect.ts'
import type { Log } from '#platform/server/log/log.ts'
import { nameOf } from '../database.ts'
import { readReplayed } from './position.ts'
import { openProbe } from './probe.ts'

/** Where the primary's log ended at `at` (in performance.now()) or later. */
export type Position = { at: number; lsn: bigint }

export type ReplicaOptions = {
  lag_ms: number
  log: Pick<Log, 'warn' | 'info'>
  statement_ms?: number | undefined
  /** Whether statements that are used often are prepared. Default: yes. */
  prepared?: boolean
  onStatement?: ConnectOptions['onStatement']
}

const CONNECTIONS = 20
const CONNECT_MS = 1000
/** A replica that failed gets no reads for this long, although it may answer again. */
const REST_MS = 2000
/** Enough for a minute at the usual pace. Beyond, a lag is only known to be larger. */
const POSITIONS_MAX = 120

const NEVER = Number.NEGATIVE_INFINITY

/**
 * A server that answers reads, and what is known about it: it has every commit until `#complete_until`. That is the time at which
 * the newest position of the primary that it has replayed was read. The replica's own clock and pg_last_xact_replay_timestamp()
 * would not tell: on an idle primary that time grows old although nothing is missing, and a replica that is cut off from its
 * primary does not know what it misses.
 */
export class Replica {
  readonly name: string
  readonly #url: string
  readonly #options: ReplicaOptions
  readonly #probe
  #pool: Connection | undefined
  #ahead: Position[] = []
  #complete_until = NEVER
  #rests_until = NEVER
  #isServing = true
  #isStandby = true

  constructor(url: string, options: ReplicaOptions) {
    this.name = nameOf(url)
    this.#url = url
    this.#options = options
    this.#probe = openProbe(url)
  }

  get db(): Connection {
    this.#pool ??= this.#connect()
    return this.#pool
  }

  /** Whether it has every commit before `changed_at`, and lacks none that is older than the allowed lag. */
  isUsable(changed_at: number): boolean {
    const isUsable = this.hasEverythingBefore(changed_at) && this.#isFresh()
    // A rest ends between two checks. Without this line, a replica that fails again before the next check would do so unreported.
    if (isUsable) this.#report()
    return isUsable
  }

  hasEverythingBefore(moment: number): boolean {
    return this.#complete_until >= moment
  }

  /** How far it may be behind. Undefined: unknown. */
  lagMs(): number | undefined {
    return this.#complete_until === NEVER ? undefined : performance.now() - this.#complete_until
  }

  /** Whether reads go here, or why not. */
  state(): ReplicaState {
    const lag_ms = this.lagMs()
    const state = this.#isFresh() ? 'in_use' : lag_ms === undefined ? 'away' : 'behind'
    return { name: this.name, state, lag_ms: lag_ms === undefined ? null : Math.round(lag_ms), is_standby: this.#isStandby }
  }

  /** Finds out what the replica has by now. Without a position of the primary, nothing new can be known about a standby. */
  async check(position: Position | undefined): Promise<void> {
    const at = performance.now()
    if (position) this.#ahead = [...this.#ahead, position].slice(-POSITIONS_MAX)
    try {
      const replayed = await readReplayed(this.#probe)
      this.#isStandby = replayed !== undefined
      this.#replayed(replayed === undefined ? at : this.#completeAt(replayed))
      this.#report()
    } catch (error) {
      this.#away(error)
    }
  }

  /** The newest moment before which it has every commit. */
  #completeAt(lsn: bigint): number {
    return this.#ahead.findLast((position) => position.lsn <= lsn)?.at ?? this.#complete_until
  }

  #replayed(until: number): void {
    this.#complete_until = Math.max(until, this.#complete_until)
    this.#ahead = this.#ahead.filter(({ at }) => at > until)
  }

  /** A read failed. Others may still end well, so their connections stay open; if the replica hangs, the next check finds out. */
  rest(error: unknown): void {
    this.#complete_until = NEVER
    this.#rests_until = performance.now() + REST_MS
    this.#report(error)
  }

  /** The replica is away. Its connections may hang, so they end, and the reads on them are repeated elsewhere. */
  #away(error: unknown): void {
    const lost = this.#pool
    this.#pool = undefined
    if (lost) this.#end(lost)
    this.rest(error)
  }

  async close(): Promise<void> {
    await this.#probe.close()
    await this.#pool?.destroy()
  }

  #isFresh(): boolean {
    const now = performance.now()
    return now - this.#complete_until <= this.#options.lag_ms && now >= this.#rests_until
  }

  /** Logs when reads stop coming here, and when they start again. */
  #report(err?: unknown): void {
    const isServing = this.#isFresh()
    if (isServing === this.#isServing) return
    this.#isServing = isServing
    const { log, lag_ms } = this.#options
    const replica = this.name
    if (isServing) log.info({ replica }, 'public reads go to the replica again')
    else if (err) log.warn({ err, replica }, 'public reads go to the primary: the replica does not answer')
    else log.warn({ replica, lag_ms }, 'public reads go to the primary: the replica is too far behind, or the primary cannot be asked')
  }

  readonly #clients = new Set<pg.PoolClient>()

  #connect(): Connection {
    const { statement_ms, prepared = true, onStatement, log } = this.#options
    const onUnprepared = (err: unknown) => log.warn({ err, replica: this.name }, 'statements on the replica are no longer prepared')
    const limits = { connect_ms: CONNECT_MS, ...(statement_ms && { statement_ms }) }
    const opened = connect(this.#url, CONNECTIONS, { ...limits, prepared, onUnprepared, onStatement })
    opened.pool.on('connect', (client) => this.#clients.add(client))
    opened.pool.on('remove', (client) => this.#clients.delete(client))
    return opened
  }

  #end(lost: Connection): void {
    const report = (err: unknown) =>
      this.#options.log.warn({ err, replica: this.name }, 'a lost connection to the replica could not be closed')
    for (const client of this.#clients) if (client instanceof pg.Client) client.end().catch(report)
    this.#clients.clear()
    lost.destroy().catch(report)
  }
}
