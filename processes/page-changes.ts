import pg from 'pg'

/** What the triggers of migration 0003 call. */
const CHANNEL = 'page_changes'
const RETRY_MS = 1000
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

type Sources = { database_url: string; now(): Date; nextFreeChange(now: Date): Promise<Date | null>; onChange(): void }

/** Listens to the database on a connection of its own, and opens it again when it is lost. */
export function listenToPageChanges({ database_url, now, nextFreeChange, onChange }: Sources): PageChanges {
  let generation = 0
  let isListening = false
  let isClosed = false
  let until: Promise<number> | undefined
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  const changed = () => {
    generation += 1
    until = undefined
    onChange()
  }
  const lost = () => {
    isListening = false
    changed()
    if (!isClosed) retry = setTimeout(() => void open(), RETRY_MS)
  }
  async function open(): Promise<void> {
    client = new pg.Client({ connectionString: database_url, keepAlive: true })
    client.on('notification', changed)
    // 'end' follows.
    client.on('error', () => {})
    client.once('end', lost)
    await client
      .connect()
      .then(() => client?.query(`listen ${CHANNEL}`))
      .then(
        () => {
          isListening = true
          changed()
        },
        () => void client?.end()
      )
  }
  void open()

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
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    }
  }
}
