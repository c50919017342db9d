/** A seeded random generator: the same seed gives the same picture on every machine. */
export type Random = {
  next(): number
  between(low: number, high: number): number
  whole(low: number, high: number): number
  pick<Item>(items: readonly Item[]): Item
  chance(probability: number): boolean
}

export function randomFrom(seed: string): Random {
  let state = hash(seed)
  const next = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    pick: (items) => items[Math.floor(next() * items.length)]!,
    chance: (probability) => next() < probability
  }
}

export type NonEmpty<Item> = readonly [Item, ...Item[]]

/** Returns the item at `index`, starting over after the last item. */
export const cycle = <Item>(items: NonEmpty<Item>, index: number): Item => items[index % items.length] ?? items[0]

/** FNV-1a, 32 bits. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  return value >>> 0
}
