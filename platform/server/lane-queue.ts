import { Refusal } from './refusal.ts'

/** Who waits: works of one network take turns with those of others, and within a network those of one account with those of others. */
export type Lane = { network: string; account: string /** Our own work is never refused. */; is_own?: boolean }

type Limits = { concurrency: number /** For one network. */; max_waiting: number; retry_after_seconds: number }
type Start = () => void

/** Runs at most `concurrency` works at the same time. Lanes take turns, so that a caller with many waiting works delays others by one at most. */
export function createLaneQueue({ concurrency, max_waiting, retry_after_seconds }: Limits) {
  const networks = new Map<string, Map<string, Start[]>>()
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

  function wait({ network, account, is_own = false }: Lane, start: Start): void {
    const accounts = networks.get(network) ?? new Map<string, Start[]>()
    if (!is_own && sizeOf(accounts) >= max_waiting)
      throw new Refusal('too_many', 429, 'Too many attempts. Please wait a moment and try again.', { retry_after: retry_after_seconds })
    networks.set(network, accounts)
    accounts.set(account, [...(accounts.get(account) ?? []), start])
  }

  function takeNext(): Start | undefined {
    const [network, accounts] = first(networks) ?? []
    if (network === undefined || !accounts) return undefined
    const [account = '', [next, ...others] = []] = first(accounts) ?? []
    moveToEnd(accounts, account, others.length > 0 ? others : undefined)
    moveToEnd(networks, network, accounts.size > 0 ? accounts : undefined)
    return next
  }

  return { run }
}

const sizeOf = (accounts: Map<string, Start[]>): number => [...accounts.values()].reduce((sum, { length }) => sum + length, 0)

const first = <V>(map: Map<string, V>): [string, V] | undefined => map.entries().next().value

/** A map iterates in the order of insertion. Without a value, the key is removed. */
function moveToEnd<V>(map: Map<string, V>, key: string, value: V | undefined): void {
  map.delete(key)
  if (value !== undefined) map.set(key, value)
}
