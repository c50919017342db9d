import { Refusal } from './refusal.ts'

/** Who waits: works of one site take turns with those of others, and within a site those of one network and account with those of others. */
export type Lane = { site: string; network: string; account: string /** Our own work is never refused. */; is_own?: boolean }

type Limits = { concurrency: number /** For one network. */; max_waiting: number; retry_after_seconds: number }
type Start = () => void
type Waiting = { network: string; start: Start }

/** Runs at most `concurrency` works at the same time. Lanes take turns, so that a caller with many waiting works delays others by one at most. */
export function createLaneQueue({ concurrency, max_waiting, retry_after_seconds }: Limits) {
  const sites = new Map<string, Map<string, Waiting[]>>()
  /** How many wait, by network. */
  const waiting = new Map<string, number>()
  let running = 0

  async function run<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) await new Promise<void>((start) => wait(lane, start))
    else running += 1
    try {
      return await work()
    } finally {
      const next = takeNext()
      // The next work takes this one's place, so that no other can overtake it.
      if (next) next()
      else running -= 1
    }
  }

  function wait({ site, network, account, is_own = false }: Lane, start: Start): void {
    const ahead = waiting.get(network) ?? 0
    if (!is_own && ahead >= max_waiting)
      throw new Refusal('too_many', 429, 'Too many attempts. Please wait a moment and try again.', { retry_after: retry_after_seconds })
    waiting.set(network, ahead + 1)
    const lanes = sites.get(site) ?? new Map<string, Waiting[]>()
    const lane = `${network} ${account}`
    sites.set(site, lanes)
    lanes.set(lane, [...(lanes.get(lane) ?? []), { network, start }])
  }

  function takeNext(): Start | undefined {
    const [site, lanes] = first(sites) ?? []
    if (site === undefined || !lanes) return undefined
    const [lane = '', [next, ...others] = []] = first(lanes) ?? []
    moveToEnd(lanes, lane, others.length > 0 ? others : undefined)
    moveToEnd(sites, site, lanes.size > 0 ? lanes : undefined)
    if (next) countStarted(next.network)
    return next?.start
  }

  function countStarted(network: string): void {
    const left = (waiting.get(network) ?? 1) - 1
    moveToEnd(waiting, network, left > 0 ? left : undefined)
  }

  return { run }
}

const first = <V>(map: Map<string, V>): [string, V] | undefined => map.entries().next().value

/** A map iterates in the order of insertion. Without a value, the key is removed. */
function moveToEnd<V>(map: Map<string, V>, key: string, value: V | undefined): void {
  map.delete(key)
  if (value !== undefined) map.set(key, value)
}
