export type Followed = { id: number; event: string; data: Record<string, unknown> }

/** A reader of server-sent events, as a browser's EventSource is one, that keeps what came. */
export type Follower = {
  events: Followed[]
  headers: Headers
  /** Resolves when what came fits, and says what came otherwise. */
  until(fits: (events: Followed[]) => boolean, wait_ms?: number): Promise<Followed[]>
  /** Resolves when the other side ends the stream. */
  ended: Promise<void>
  close(): void
}

type Options = { token: string; last_event_id?: number | undefined }

export async function follow(url: string, { token, last_event_id }: Options): Promise<Follower> {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}`, ...(last_event_id === undefined ? {} : { 'last-event-id': String(last_event_id) }) }
  const answer = await fetch(url, { headers, signal: leaving.signal })
  if (!answer.ok || !answer.body) throw new Error(`${answer.status} ${await answer.text()}`)
  const events: Followed[] = []
  const ended = read(answer.body, events).catch(() => {})
  return {
    events,
    headers: answer.headers,
    ended,
    until: async (fits, wait_ms = 8000) => {
      for (const end = Date.now() + wait_ms; !fits(events); ) {
        if (Date.now() > end) throw new Error(`It did not come: ${JSON.stringify(events)}`)
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      return events
    },
    close: () => leaving.abort()
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
