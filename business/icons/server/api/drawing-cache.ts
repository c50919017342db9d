import type { Drawn } from './drawn.ts'

/** In characters: about 40 MB in memory. */
const SIZE_MAX = 20_000_000
/** Of what is kept of an icon besides its body. */
const OVERHEAD = 200

/** Keeps the drawings of open icons that were asked for last, as long as no icon changes. */
export class DrawingCache {
  readonly #drawn = new Map<string, Drawn>()
  #size = 0

  /** Returns those of the names that are kept. */
  find(prefix: string, names: readonly string[]): Map<string, Drawn> {
    const found = new Map<string, Drawn>()
    for (const name of names) {
      const key = `${prefix}:${name}`
      const drawn = this.#drawn.get(key)
      if (!drawn) continue
      found.set(name, drawn)
      // The map is in the order in which they were asked for.
      this.#drawn.delete(key)
      this.#drawn.set(key, drawn)
    }
    return found
  }

  keep(prefix: string, drawn: ReadonlyMap<string, Drawn>): void {
    for (const [name, one] of drawn) {
      const key = `${prefix}:${name}`
      if (!this.#drawn.has(key)) this.#size += sizeOf(one)
      this.#drawn.set(key, one)
    }
    for (const [key, one] of this.#drawn) {
      if (this.#size <= SIZE_MAX) break
      this.#drawn.delete(key)
      this.#size -= sizeOf(one)
    }
  }
}

const sizeOf = ({ body }: Drawn): number => body.length + OVERHEAD
