import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, type EventStream, lastEventId, openEventStream, refuse, signedIn } from '#platform/server/index.ts'
import { no } from '../contract.ts'
import { STREAMS_MOST } from '../rules.ts'
import { findLetIn } from './events.queries.ts'
import { EVENTS_AT_ONCE, eventsSince } from './live.service.ts'
import { upsertSeen } from './readers.queries.ts'
import { requireReadable } from './service.ts'

const CHANNEL = 'request_events'
/** How often it is looked whether each viewer may still read, and whether anything was missed. */
const LOOK_MS = 3000
/** How often open conversations are written down as such. */
const SEEN_MS = 60_000

type Stream = {
  request_id: string
  session_id: string
  person_id: string
  /** Of the last event that was sent. */
  position: number
  out: EventStream
  isBehind: boolean
  isSending: boolean
}
type Asked = { request_id: string; after: number | undefined }

/**
 * The open conversations of this process. The database tells when something happens to a request; what it is, each stream reads from there, on from what
 * it sent last. So it does not matter which process said it, nor whether a word of the database was lost: every few seconds it is looked at anyway.
 */
export function liveConversations(app: FastifyInstance) {
  const streams = new Set<Stream>()
  let sources: Pick<Ctx, 'pool' | 'ports'> | undefined
  let timer: NodeJS.Timeout | undefined
  let stopListening: (() => void) | undefined
  let lookedAt = { now: new Date(0), uptime: 0 }
  let seenAt = 0

  /** The calls' own clock, going on from the last call. */
  const now = () => new Date(lookedAt.now.getTime() + performance.now() - lookedAt.uptime)

  app.addHook('preClose', async () => {
    clearInterval(timer)
    stopListening?.()
    for (const { out } of streams) out.end()
  })

  function start(ctx: Ctx): void {
    lookedAt = { now: ctx.now, uptime: performance.now() }
    if (sources) return
    sources = { pool: ctx.pool, ports: ctx.ports }
    stopListening = ctx.ports.listener.listen(CHANNEL, {
      notified: (id) => forEach((stream) => stream.request_id === id && void catchUp(stream)),
      resumed: () => forEach((stream) => void catchUp(stream))
    })
    timer = setInterval(() => void look().catch((err: unknown) => app.log.error({ err }, 'live conversations')), LOOK_MS)
    timer.unref()
  }

  const forEach = (work: (stream: Stream) => unknown) => {
    for (const stream of streams) work(stream)
  }

  /** One catching up at a time for each stream; what comes meanwhile makes it go round again. */
  async function catchUp(stream: Stream): Promise<void> {
    stream.isBehind = true
    if (stream.isSending) return
    stream.isSending = true
    try {
      while (stream.isBehind && !stream.out.isClosed()) {
        stream.isBehind = false
        await sendNew(stream)
      }
    } catch (err) {
      // The next look finds it behind and tries again.
      app.log.warn({ err }, 'live conversation')
    } finally {
      stream.isSending = false
    }
  }

  async function sendNew(stream: Stream): Promise<void> {
    const found = await eventsSince(sources!.pool, { ...stream, after: stream.position, now: now() })
    if (found === 'shut out') return stream.out.end()
    for (const event of found) {
      await stream.out.send(event)
      stream.position = event.id
    }
    if (found.length === EVENTS_AT_ONCE) stream.isBehind = true
  }

  async function look(): Promise<void> {
    const open = [...streams]
    const letIn = await findLetIn(sources!.pool, open, now())
    for (const [place, stream] of open.entries()) {
      const newest = letIn.get(place)
      if (newest === undefined) stream.out.end()
      else if (newest > stream.position) void catchUp(stream)
    }
    if (performance.now() - seenAt < SEEN_MS) return
    seenAt = performance.now()
    await upsertSeen(sources!.pool, open, now())
  }

  const isSeen = (stream: Stream) =>
    upsertSeen(sources!.pool, [stream], now()).catch((err: unknown) => app.log.warn({ err }, 'live conversation'))

  return async function open(ctx: Ctx, { request_id, after }: Asked, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { id: person_id, session_id } = signedIn(ctx)
    const { last_position } = await requireReadable(ctx, request_id)
    if ([...streams].filter((stream) => stream.person_id === person_id).length >= STREAMS_MOST)
      throw refuse(no, 'too_many_streams', { retry_after: 60 })
    start(ctx)
    const position = Math.min(lastEventId(request) ?? after ?? last_position, last_position)
    const out = openEventStream(request, reply, () => {
      streams.delete(stream)
      // From now on the ten minutes count.
      void isSeen(stream)
    })
    const stream: Stream = { request_id, session_id, person_id, position, out, isBehind: false, isSending: false }
    streams.add(stream)
    void isSeen(stream)
    await catchUp(stream)
  }
}
