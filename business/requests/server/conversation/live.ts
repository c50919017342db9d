import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Ctx, type EventStream, lastEventId, openEventStream, refuse, signedIn } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { STREAMS_MAX } from '../../rules.ts'
import { requireReadable } from '../service.ts'
import { findWithAccess } from './events.queries.ts'
import { EVENTS_PER_QUERY, eventsSince } from './live.service.ts'
import { upsertSeen } from './readers.queries.ts'

const CHANNEL = 'request_events'
/** How often access and missed events are checked. */
const CHECK_MS = 3000
/** How often readers with an open conversation are stored as online. */
const SEEN_MS = 60_000

type Stream = {
  request_id: string
  session_id: string
  person_id: string
  /** The last event that was sent. */
  position: number
  out: EventStream
  isBehind: boolean
  isSending: boolean
}
type Start = { request_id: string; after: number | undefined }
type Sources = Pick<Ctx, 'pool' | 'ports'>

/** Returns the route handler that opens event streams. They all close with the app. */
export function openConversations(app: FastifyInstance) {
  const conversations = new LiveConversations(app.log)
  app.addHook('preClose', async () => conversations.close())
  return (ctx: Ctx, start: Start, request: FastifyRequest, reply: FastifyReply) => conversations.open(ctx, start, request, reply)
}

/**
 * The open conversations of this process. PostgreSQL notifies when something happens to a request, and each stream then reads its events
 * after the last one it sent. So events may come from any process, and a lost notification only delays them until the next check.
 */
class LiveConversations {
  private readonly streams = new Set<Stream>()
  private readonly log: FastifyBaseLogger
  private sources: Sources | undefined
  private timer: NodeJS.Timeout | undefined
  private stopListening: (() => void) | undefined
  private lastCall = { now: new Date(0), uptime: 0 }
  private seenAt = 0

  constructor(log: FastifyBaseLogger) {
    this.log = log
  }

  async open(ctx: Ctx, { request_id, after }: Start, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { id: person_id, session_id } = signedIn(ctx)
    const { last_position } = await requireReadable(ctx, request_id)
    if ([...this.streams].filter((stream) => stream.person_id === person_id).length >= STREAMS_MAX)
      throw refuse(refusals, 'too_many_streams', { retry_after: 60 })
    const sources = this.start(ctx)
    const position = Math.min(lastEventId(request) ?? after ?? last_position, last_position)
    const out = openEventStream(request, reply, () => {
      this.streams.delete(stream)
      // The reader's absence starts now.
      void this.storeSeen(sources, stream)
    })
    const stream: Stream = { request_id, session_id, person_id, position, out, isBehind: false, isSending: false }
    this.streams.add(stream)
    void this.storeSeen(sources, stream)
    await this.catchUp(sources, stream)
  }

  close(): void {
    clearInterval(this.timer)
    this.stopListening?.()
    for (const { out } of this.streams) out.end()
  }

  /** The clock of the calls, continued from the last call. */
  private now(): Date {
    return new Date(this.lastCall.now.getTime() + performance.now() - this.lastCall.uptime)
  }

  /** Listens for notifications and checks regularly, from the first stream on. */
  private start(ctx: Ctx): Sources {
    this.lastCall = { now: ctx.now, uptime: performance.now() }
    if (this.sources) return this.sources
    const sources = { pool: ctx.pool, ports: ctx.ports }
    this.sources = sources
    this.stopListening = ctx.ports.listener.listen(CHANNEL, {
      notified: (id) => this.catchUpAll(sources, ({ request_id }) => request_id === id),
      resumed: () => this.catchUpAll(sources, () => true)
    })
    this.timer = setInterval(
      () => void this.check(sources).catch((err: unknown) => this.log.error({ err }, 'live conversations')),
      CHECK_MS
    )
    this.timer.unref()
    return sources
  }

  private catchUpAll(sources: Sources, matches: (stream: Stream) => boolean): void {
    for (const stream of this.streams) if (matches(stream)) void this.catchUp(sources, stream)
  }

  /** Sends new events, one run at a time per stream. A call during a run makes it repeat. */
  private async catchUp(sources: Sources, stream: Stream): Promise<void> {
    stream.isBehind = true
    if (stream.isSending) return
    stream.isSending = true
    try {
      while (stream.isBehind && !stream.out.isClosed()) {
        stream.isBehind = false
        await this.sendNew(sources, stream)
      }
    } catch (err) {
      // The next check finds it behind and tries again.
      this.log.warn({ err }, 'live conversation')
    } finally {
      stream.isSending = false
    }
  }

  private async sendNew({ pool }: Sources, stream: Stream): Promise<void> {
    const found = await eventsSince(pool, { ...stream, after: stream.position, now: this.now() })
    if (found === 'no_access') return stream.out.end()
    for (const event of found) {
      await stream.out.send(event)
      stream.position = event.id
    }
    if (found.length === EVENTS_PER_QUERY) stream.isBehind = true
  }

  /** Ends streams that lost access, and catches up with missed notifications. */
  private async check(sources: Sources): Promise<void> {
    const open = [...this.streams]
    const positions = await findWithAccess(sources.pool, open, this.now())
    for (const [index, stream] of open.entries()) {
      const newest = positions.get(index)
      if (newest === undefined) stream.out.end()
      else if (newest > stream.position) void this.catchUp(sources, stream)
    }
    if (performance.now() - this.seenAt < SEEN_MS) return
    this.seenAt = performance.now()
    await upsertSeen(sources.pool, open, this.now())
  }

  private async storeSeen({ pool }: Sources, stream: Stream): Promise<void> {
    try {
      await upsertSeen(pool, [stream], this.now())
    } catch (err) {
      this.log.warn({ err }, 'live conversation')
    }
  }
}
