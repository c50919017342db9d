type Waiting = { owner: string; comes_first: boolean; start(): void }
type Options = {
  /** Among owners who are equal otherwise, and among the tasks of one owner, these go before the others. */
  comes_first?: boolean
}
/** What an owner has running and waiting now, and how many tasks started since they last had none of either. */
type Load = { running: number; waiting: number; started: number }

/**
 * Limits concurrency to `size` tasks, shared fairly between owners: one slot is always left to other owners, and the owner with the
 * fewest running tasks goes first, then the one whose tasks started least often. An owner who adds a hundred heavy files delays only their own.
 */
export function createFairQueue(size: number) {
  const loads = new Map<string, Load>()
  const waiting: Waiting[] = []
  let running = 0

  const loadOf = (owner: string): Load => loads.get(owner) ?? { running: 0, waiting: 0, started: 0 }

  function add(owner: string, change: Partial<Load>): void {
    const { running, waiting, started } = loadOf(owner)
    const load = {
      running: running + (change.running ?? 0),
      waiting: waiting + (change.waiting ?? 0),
      started: started + (change.started ?? 0)
    }
    if (load.running + load.waiting === 0) loads.delete(owner)
    else loads.set(owner, load)
  }

  /** One owner always leaves the last slot to others. */
  const mayStart = ({ owner }: Waiting): boolean => running < size && loadOf(owner).running < Math.max(1, size - 1)

  function compare(one: Waiting, other: Waiting): number {
    const [a, b] = [loadOf(one.owner), loadOf(other.owner)]
    return a.running - b.running || a.started - b.started || Number(other.comes_first) - Number(one.comes_first)
  }

  function startNext(): void {
    const [next] = waiting.filter(mayStart).sort(compare)
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    running += 1
    add(next.owner, { running: 1, waiting: -1, started: 1 })
    next.start()
    startNext()
  }

  return async function run<Result>(owner: string, work: () => Promise<Result>, { comes_first = false }: Options = {}): Promise<Result> {
    await new Promise<void>((start) => {
      waiting.push({ owner, comes_first, start })
      add(owner, { waiting: 1 })
      startNext()
    })
    try {
      return await work()
    } finally {
      running -= 1
      add(owner, { running: -1 })
      startNext()
    }
  }
}
