import type { Timeline } from '../../contract.ts'

/** Adds events that the page loaded again. Drops the known ones if events between them and the newest are missing. */
export function addNewest(known: Timeline, newest: Timeline): Timeline {
  const first = newest.items[0]?.position
  const start = known.items.findIndex(({ position }) => position === first)
  if (start < 0) return newest
  return { items: [...known.items.slice(0, start), ...newest.items], more: known.more }
}

/** Adds the events before a position, unless the known ones no longer start there. */
export function addEarlier(known: Timeline, { items, more, before }: Timeline & { before: number }): Timeline {
  if (known.items[0]?.position !== before) return known
  return { items: [...items, ...known.items], more }
}
