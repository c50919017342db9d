type Waiting = { owner: string; start(): void }

/**
 * Limits concurrency to `size` tasks, shared fairly between owners: one slot is always left to other owners, and the owner with the
 * fewest running tasks goes first. An owner who adds a hundred heavy files delays only their own.
 */
export function createFairQueue(size: number) {
  const runningByOwner = new Map<string, number>()
  const waiting: Waiting[] = []
  let running = 0

  const runningOf = (owner: string): number => runningByOwner.get(owner) ?? 0

  function addRunning(owner: string, change: 1 | -1): void {
    running += change
    const count = runningOf(owner) + change
    if (count === 0) runningByOwner.delete(owner)
    else runningByOwner.set(owner, count)
  }

  /** One owner always leaves the last slot to others. */
  const mayStart = ({ owner }: Waiting): boolean => running < size && runningOf(owner) < Math.max(1, size - 1)

  function startNext(): void {
    const [next] = waiting.filter(mayStart).sort((one, other) => runningOf(one.owner) - runningOf(other.owner))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    addRunning(next.owner, 1)
    next.start()
    startNext()
  }

  return async function run<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((start) => {
      waiting.push({ owner, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      addRunning(owner, -1)
      startNext()
    }
  }
}
