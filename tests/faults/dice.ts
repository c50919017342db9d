export type Dice = {
  /** Returns an integer from 0 up to, but not including, `below`. */
  below(below: number): number
  chance(probability: number): boolean
  one<T>(of: readonly [T, ...T[]]): T
  shuffled<T>(list: readonly T[]): T[]
  /** Returns independent dice, the same ones for the same name. */
  apart(name: number): Dice
}

/** Returns dice that roll the same numbers for the same seed (mulberry32). */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    chance: (probability) => next() < probability,
    one: (of) => of[below(of.length)]!,
    shuffled: (list) => {
      const left = [...list]
      return list.map(() => left.splice(below(left.length), 1)[0]!)
    },
    apart: (name) => diceOf(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(name + 1, 0xc2b2ae35))
  }
}
