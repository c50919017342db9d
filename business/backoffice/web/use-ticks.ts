import { useState } from 'react'

/** Which of a list are ticked, at most so many; what has left the list is ticked no more. */
export function useTicks<Item extends { id: string }>(items: readonly Item[], most: number) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const picked = items.filter(({ id }) => ticked.has(id)).slice(0, most)
  const tick = (id: string) =>
    setTicked((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  return {
    ticked,
    picked,
    tick,
    tickAll: () => setTicked(new Set(items.map(({ id }) => id).slice(0, most))),
    clear: () => setTicked(new Set())
  }
}
