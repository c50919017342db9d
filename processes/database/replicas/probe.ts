import pg from 'pg'

/** A server that takes longer is as good as gone: visitors wait meanwhile. */
const TIMEOUT_MS = 1000

export type Probe = { row(text: string): Promise<Record<string, string | boolean | null>>; close(): Promise<void> }

/**
 * Asks a server short questions on a connection of its own, so that a busy pool is not taken for a lagging server. Each question is
 * one simple statement without session state, so a pooler in between may pool by transaction.
 */
export function openProbe(connectionString: string): Probe {
  let open: pg.Client | undefined

  async function connected(): Promise<pg.Client> {
    if (open) return open
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS, keepAlive: true })
    // The next question reports it.
    client.on('error', () => {})
    client.once('end', () => {
      if (open === client) open = undefined
    })
    await client.connect()
    open = client
    return client
  }

  async function close(): Promise<void> {
    const client = open
    open = undefined
    await client?.end()
  }

  return {
    row: async (text) => {
      const client = await connected()
      try {
        const { rows } = await client.query<Record<string, string | boolean | null>>(text)
        return rows[0] ?? {}
      } catch (error) {
        await close()
        throw error
      }
    },
    close
  }
}
