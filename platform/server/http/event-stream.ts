import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const BEAT_MS = 20_000
/** How long a browser waits before it reconnects. */
const RETRY_MS = 2000
/** How long a reader has to receive the rest after the stream ends. */
const LEAVE_MS = 1000

export type StreamEvent = {
  /** The browser sends it as Last-Event-ID when it reconnects. */
  id: number
  event: string
  data: unknown
}

/** Server-sent events for one reader. */
export type EventStream = {
  /** Resolves once the reader has caught up. */
  send(event: StreamEvent): Promise<void>
  end(): void
  isClosed(): boolean
}

/**
 * Answers with a stream that stays open. It bypasses compression and caches, sends a comment every 20 seconds so that proxies keep
 * the connection open, and drops a reader that has received nothing for two such intervals.
 */
export function openEventStream(request: FastifyRequest, reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // A connection that is kept alive after the stream would delay the shutdown of the process.
    connection: 'close'
  })
  let wasStuck = false
  const beat = setInterval(() => {
    if (wasStuck && raw.writableNeedDrain) return raw.destroy()
    wasStuck = raw.writableNeedDrain
    raw.write(':\n\n')
  }, BEAT_MS)
  const closed = () => {
    clearInterval(beat)
    onClose()
  }
  // A reader that left before the stream opened emits no 'close' anymore: report it once the caller has the stream.
  if (raw.destroyed) queueMicrotask(closed)
  else raw.once('close', closed)
  // A reader that leaves during a write is not an error.
  raw.on('error', () => {})
  if (request.method === 'HEAD') raw.end()
  else raw.write(`retry: ${RETRY_MS}\n\n`)
  const isClosed = () => raw.destroyed || raw.writableEnded
  return {
    send: async ({ id, event, data }) => {
      if (isClosed() || raw.write(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)) return
      await drained(raw)
    },
    end: () => {
      if (isClosed()) return
      raw.end()
      // A reader that receives nothing would not see the end either.
      setTimeout(() => raw.destroy(), LEAVE_MS).unref()
    },
    isClosed
  }
}

function drained(raw: FastifyReply['raw']): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      raw.off('drain', done).off('close', done)
      resolve()
    }
    raw.once('drain', done).once('close', done)
  })
}

/** Returns the id of the last event that the browser received, or undefined. */
export function lastEventId({ headers }: FastifyRequest): number | undefined {
  const sent = headers['last-event-id']
  return typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : undefined
}
