import type { ReplicaState } from '#operations/contract.ts'
import type { Connection, Db } from '#platform/database/connect.ts'
import { readEnd } from './position.ts'
import { openProbe } from './probe.ts'
import { openReadDb } from './read-connection.ts'
import { type Position, Replica, type ReplicaOptions } from './replica.ts'

export type Reads = {
  /** Returns the database for the reads of one visitor's call. */
  open(): Db
  /** Something that visitors see has changed: a replica is used again when it has all that was committed until now. */
  changed(): void
  states(): ReplicaState[]
  lags(): { name: string; lag_ms: number | undefined }[]
  /** The reads of this process so far, by who answered. */
  counted: Readonly<Record<'primary' | 'replica', number>>
  /** Starts to use the replicas. Until then, everything is read from the primary. */
  follow(): void
  close(): Promise<void>
}

type Options = ReplicaOptions & { primary: Connection; primary_url: string; urls: readonly string[] }

/** After a change, the replicas are asked again this soon until they have it. */
const CATCH_UP_MS = 10
const CATCH_UP_MAX_MS = 1000

/**
 * Sends visitors' reads to replicas that are at most `lag_ms` behind, and to the primary otherwise.
 *
 * A change to what public pages show is notified to every process, usually before a replica has it. If a page were rendered from such a
 * replica then, it would stay in the response cache, although nothing changes any more. So a notification closes the replicas to reads
 * until they have replayed a position that was read from the primary after it. Waiting for `lag_ms` instead would fail with a replica
 * that is slower, and a position in the notification would be too early: it is written before the commit.
 */
export function openReads({ primary, primary_url, urls, ...options }: Options): Reads {
  const probe = openProbe(primary_url)
  const replicas = urls.map((url) => new Replica(url, options))
  const counted = { primary: 0, replica: 0 }
  let changed_at = performance.now()
  let timer: NodeJS.Timeout | undefined
  let next: 'none' | 'soon' | 'later' | 'now' = 'none'
  let turn = 0
  let checking: Promise<void> | undefined
  let isPrimaryAnswering = true

  async function check(): Promise<void> {
    const position = await readPosition()
    await Promise.all(replicas.map((replica) => replica.check(position)))
    if (next === 'now') schedule(isCatchingUp() ? 'soon' : 'later')
  }

  /** Without it, replicas count as too far behind before long. */
  async function readPosition(): Promise<Position | undefined> {
    const at = performance.now()
    try {
      const lsn = await readEnd(probe)
      isPrimaryAnswering = true
      return { at, lsn }
    } catch (err) {
      // Once: it is tried again and again.
      if (isPrimaryAnswering) options.log.warn({ err }, 'the primary does not say where its log ends, so the lag of replicas is unknown')
      isPrimaryAnswering = false
      return undefined
    }
  }

  const isCatchingUp = () =>
    performance.now() - changed_at < CATCH_UP_MAX_MS && replicas.some((replica) => !replica.hasEverythingBefore(changed_at))

  function schedule(when: 'soon' | 'later'): void {
    next = when
    clearTimeout(timer)
    // Twice within the allowed lag: less often, a replica without lag would look late.
    timer = setTimeout(start, when === 'soon' ? CATCH_UP_MS : options.lag_ms / 2).unref()
  }

  function start(): void {
    next = 'now'
    checking = check()
  }

  return {
    open: () => {
      turn += 1
      const usable = replicas.filter((replica) => replica.isUsable(changed_at))
      const replica = usable[turn % usable.length]
      return openReadDb({ primary, replica, mayRead: () => replica?.isUsable(changed_at) === true, counted, log: options.log })
    },
    changed: () => {
      changed_at = performance.now()
      if (next === 'later') schedule('soon')
    },
    states: () => replicas.map((replica) => replica.state()),
    lags: () => replicas.map((replica) => ({ name: replica.name, lag_ms: replica.lagMs() })),
    counted,
    follow: start,
    close: async () => {
      next = 'none'
      clearTimeout(timer)
      await checking
      await Promise.all([probe, ...replicas].map((one) => one.close()))
    }
  }
}
