import type { Role } from '#platform/contract/index.ts'
import type { Listener } from '#platform/server/index.ts'

/** The channel that the triggers of migration 0003 notify. */
const CHANNEL = 'page_changes'
/** When no free window opens or closes, pages are checked again after a day. */
const MAX_VALID_MS = 86_400_000

export type PageChanges = {
  /** Grows with every change to what public pages show. Undefined while changes could be missed. */
  generation(): number | undefined
  /** The time (ms since 1970) at which the next free window opens or closes: until then pages stay correct unless data changes. */
  validUntil(): Promise<number>
  /** Reports a change that this process made itself, without waiting for the notification. */
  changed(): void
  close(): Promise<void>
}

type Sources = { listener: Listener; now(): Date; nextFreeChange(now: Date): Promise<Date | null>; onChange(): void }

/** Follows changes through the database. While its connection is lost, changes could be missed, so nothing is served from the cache. */
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
        (next) => next?.getTime() ?? now().getTime() + MAX_VALID_MS,
        () => now().getTime()
      )
      return until
    },
    changed,
    close: async () => stop()
  }
}

type Answered = { method: string; role: Role | undefined; status: number }

/**
 * Whether a call that was answered here may have changed public pages, so that the caches are emptied without waiting for the
 * notification. Only admins' successful changes count: anyone else could keep the caches empty with calls that change nothing.
 */
export const mayChangePages = ({ method, role, status }: Answered): boolean =>
  method !== 'GET' && method !== 'HEAD' && role === 'admin' && status < 400
