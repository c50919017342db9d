import type { OutgoingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'

const BEAT_MS = 20_000
/** How long a browser waits before it connects again. */
const RETRY_MS = 2000
/** How long a reader has to take the rest once a stream ends. */
const LEAVE_MS = 1000

export type StreamEvent = {
  /** What the browser sends as Last-Event-ID when it comes again. */
  id: number
  event: string
  data: unknown
}

/** Server-sent events to one reader. */
export type EventStream = {
  /** Waits while the reader is slow. */
  send(event: StreamEvent): Promise<void>
  end(): void
  isClosed(): boolean
}

/**
 * Answers with a stream that stays open. It goes past whatever would compress or keep an answer, says something every 20 seconds so that nothing
 * on the way takes it for dead, and drops a reader that has taken nothing for two beats.
 */
export function openEventStream(request: FastifyRequest, reply: FastifyReply, onClose: () => void): EventStream {
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    ...(reply.getHeaders() as OutgoingHttpHeaders),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Kept alive after its end, it would hold up the process that closes.
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
  // Whoever has left before it is opened closes no more: that is told as soon as the caller has the stream.
  if (raw.destroyed) queueMicrotask(closed)
  else raw.once('close', closed)
  // Whoever leaves in the middle of a write is no error.
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
      // A reader that takes nothing would not see the end either.
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

/** Where a stream goes on: what the browser has got last, or the address says, or nothing. */
export function lastEventId({ headers }: FastifyRequest): number | undefined {
  const sent = headers['last-event-id']
  return typeof sent === 'string' && /^\d{1,9}$/.test(sent) ? Number(sent) : undefined
}
