type Turn = { owner: string; start(): void }

/**
 * At most `size` pieces of work at a time. While others wait, nobody has more than all places but one, and those with the least at work come first:
 * whoever brings a hundred heavy files waits for them, nobody else does.
 */
export function fairTurns(size: number) {
  const atWork = new Map<string, number>()
  const waiting: Turn[] = []
  let taken = 0

  const workOf = (owner: string): number => atWork.get(owner) ?? 0

  function take(owner: string, change: 1 | -1): void {
    taken += change
    const count = workOf(owner) + change
    if (count === 0) atWork.delete(owner)
    else atWork.set(owner, count)
  }

  /** Whoever has most at work leaves the last place free. */
  const mayStart = ({ owner }: Turn): boolean => taken < size && workOf(owner) < Math.max(1, size - 1)

  function startNext(): void {
    const [next] = waiting.filter(mayStart).sort((one, other) => workOf(one.owner) - workOf(other.owner))
    if (!next) return
    waiting.splice(waiting.indexOf(next), 1)
    take(next.owner, 1)
    next.start()
    startNext()
  }

  return async function inTurn<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    await new Promise<void>((start) => {
      waiting.push({ owner, start })
      startNext()
    })
    try {
      return await work()
    } finally {
      take(owner, -1)
      startNext()
    }
  }
}
