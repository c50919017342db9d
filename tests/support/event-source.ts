export type Followed = { id: number; event: string; data: Record<string, unknown> }

/** Reads server-sent events as a browser's EventSource does, and records them. */
export type Follower = {
  events: Followed[]
  headers: Headers
  /** Resolves when the recorded events match; rejects after `wait_ms` with the events so far. */
  until(matches: (events: Followed[]) => boolean, wait_ms?: number): Promise<Followed[]>
  /** Resolves when the server ends the stream. */
  ended: Promise<void>
  close(): void
}

type Options = { token: string; last_event_id?: number | undefined }

export async function follow(url: string, { token, last_event_id }: Options): Promise<Follower> {
  const abort = new AbortController()
  const headers = { authorization: `Bearer ${token}`, ...(last_event_id === undefined ? {} : { 'last-event-id': String(last_event_id) }) }
  const response = await fetch(url, { headers, signal: abort.signal })
  if (!response.ok || !response.body) throw new Error(`${response.status} ${await response.text()}`)
  const events: Followed[] = []
  const ended = read(response.body, events).catch(() => {})
  return {
    events,
    headers: response.headers,
    ended,
    until: async (matches, wait_ms = 8000) => {
      for (const end = Date.now() + wait_ms; !matches(events); ) {
        if (Date.now() > end) throw new Error(`The expected event did not arrive: ${JSON.stringify(events)}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return events
    },
    close: () => abort.abort()
  }
}

async function read(body: ReadableStream<Uint8Array>, events: Followed[]): Promise<void> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s).slice(0, 2) as [string, string]))
      const data = fields.get('data')
      if (data) events.push({ id: Number(fields.get('id')), event: fields.get('event') ?? '', data: JSON.parse(data) })
    }
  }
}
