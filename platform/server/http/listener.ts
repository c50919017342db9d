import pg from 'pg'
import { currentLog } from '../log/log.ts'

const RETRY_MS = 1000

export type Heard = {
  /** A notification arrived on the channel. */
  notified(payload: string): void
  /** From now on, no notification is missed. Earlier ones, or those sent while the connection was lost, may have been. */
  resumed(): void
  lost?(): void
}

/** Receives PostgreSQL notifications from other processes, on one shared connection per process. */
export interface Listener {
  /** Returns a function that stops listening. */
  listen(channel: string, heard: Heard): () => void
  close(): Promise<void>
}

/** Connects when the first listener is added, and reconnects whenever the connection is lost. */
export function openListener(connectionString: string): Listener {
  const heardOn = new Map<string, Set<Heard>>()
  let client: pg.Client | undefined
  let isConnected = false
  let isClosed = false
  let wasLost = false
  let retry: NodeJS.Timeout | undefined

  const all = (): Heard[] => [...heardOn.values()].flatMap((heard) => [...heard])

  function lost(): void {
    const wasConnected = isConnected
    isConnected = false
    if (wasConnected && !isClosed) wasLost = true
    if (wasConnected) for (const heard of all()) heard.lost?.()
    if (!isClosed) retry = setTimeout(() => void open(), RETRY_MS)
  }

  async function open(): Promise<void> {
    const opened = new pg.Client({ connectionString, keepAlive: true })
    client = opened
    opened.on('notification', ({ channel, payload = '' }) => {
      for (const heard of heardOn.get(channel) ?? []) heard.notified(payload)
    })
    // 'end' follows every error, and only the first says why.
    opened.on('error', () => {})
    opened.once('error', (err) => currentLog().warn({ err }, 'the connection for notifications failed'))
    opened.once('end', lost)
    try {
      await opened.connect()
      for (const channel of heardOn.keys()) await listenOn(opened, channel)
      isConnected = true
      if (wasLost) currentLog().info({}, 'the connection for notifications is back')
      wasLost = false
      for (const heard of all()) heard.resumed()
    } catch (err) {
      // Once: it is tried every second.
      if (!wasLost) currentLog().warn({ err }, 'the connection for notifications could not be opened')
      wasLost = true
      await opened.end()
    }
  }

  /** Adds a listener while the connection is open or opening. */
  async function join(channel: string, heard: Heard): Promise<void> {
    if (!client) return open()
    if (!isConnected) return
    const joined = client
    await listenOn(joined, channel).then(
      () => heard.resumed(),
      (err: unknown) => {
        currentLog().warn({ err }, 'a channel of notifications could not be joined')
        void joined.end()
      }
    )
  }

  return {
    listen: (channel, heard) => {
      const others = heardOn.get(channel) ?? new Set()
      heardOn.set(channel, others.add(heard))
      void join(channel, heard)
      return () => void others.delete(heard)
    },
    close: async () => {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
    }
  }
}

const listenOn = (client: pg.Client, channel: string) => client.query(`listen ${client.escapeIdentifier(channel)}`)
