import { useState } from 'react'

/** Selects up to `max` items of a list. Items that leave the list are no longer selected. */
export function useTicks<Item extends { id: string }>(items: readonly Item[], max: number) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const picked = items.filter(({ id }) => ticked.has(id)).slice(0, max)
  const tick = (id: string) =>
    setTicked((before) => (before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id])))
  return {
    ticked,
    picked,
    tick,
    tickAll: () => setTicked(new Set(items.map(({ id }) => id).slice(0, max))),
    clear: () => setTicked(new Set())
  }
}
