import type { Listener } from '#platform/server/index.ts'

/** What the triggers of migration 0003 call. */
const CHANNEL = 'page_changes'
/** Where nothing changes by itself, it is asked again after a day. */
const LONGEST_MS = 86_400_000

export type PageChanges = {
  /** Grows with every change of what public pages show; nothing while changes could be missed. */
  generation(): number | undefined
  /** Until when, in milliseconds, pages stay right if nothing is changed: the next free window opens or closes. */
  validUntil(): Promise<number>
  /** For a change that this process itself has just made: it does not wait to be told. */
  changed(): void
  close(): Promise<void>
}

type Sources = { listener: Listener; now(): Date; nextFreeChange(now: Date): Promise<Date | null>; onChange(): void }

/** While the connection to the database is lost, changes could be missed. */
export function listenToPageChanges({ listener, now, nextFreeChange, onChange }: Sources): PageChanges {
  let generation = 0
  let isListening = false
  let until: Promise<number> | undefined

  const changed = () => {
    generation += 1
    until = undefined
    onChange()
  }
  const stop = listener.listen(CHANNEL, {
    notified: changed,
    resumed: () => {
      isListening = true
      changed()
    },
    lost: () => {
      isListening = false
      changed()
    }
  })

  return {
    generation: () => (isListening ? generation : undefined),
    validUntil: () => {
      until ??= nextFreeChange(now()).then(
        (next) => next?.getTime() ?? now().getTime() + LONGEST_MS,
        () => now().getTime()
      )
      return until
    },
    changed,
    close: async () => stop()
  }
}
