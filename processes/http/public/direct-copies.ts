import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import pLimit from 'p-limit'
import { encodingOf } from '#platform/server/http/cached-reply.ts'
import type { CachedResponse, Encoding } from '#platform/server/http/response-cache.ts'
import { type DirectAnswer, directHeaders, withBody } from '#platform/server/index.ts'

/** The addresses and where their responses are, but not the responses. */
const MAX_BYTES = 2_000_000
/** What an address takes besides its own characters: its key in the cache, which has about as many, and what finds it. Measured: 500. */
const ENTRY_BYTES = 600

/** A response that is sent so often is worth the processor time to compress it as small as possible. */
const POPULAR_TIMES = 30
/** It takes some 130 ms of a processor for a page of 130 KB. Larger responses, such as sitemaps, and a long line are not worth it. */
const oneAtATime = pLimit(1)
const SHRUNK_MAX_BYTES = 500_000
const LINE_MAX = 20

/** `times`: how often it was sent as a whole. */
type Copy = { answer: DirectAnswer; times: number }

/** The only cookies that do not make a call personal. */
const CHOICES_ALONE = /^(?:(?:theme|origin)=\w*(?:; |$))+$/

/** A call that depends on nobody: without a token, and without a cookie that could be a session. */
export const isAnonymous = ({ authorization, cookie }: IncomingHttpHeaders): boolean =>
  authorization === undefined && (cookie === undefined || CHOICES_ALONE.test(cookie))

/** Finds a cached response again, with every check of the cache. Undefined: the app answers. It must hold nothing of the request. */
export type FindAgain = () => CachedResponse | undefined

type Sent = { cached: CachedResponse; find: FindAgain }

export type DirectCopies = {
  /** Call this when the app sends a cached response. From then on, equal requests get it from `find`, with the same headers. */
  sending(request: FastifyRequest, reply: FastifyReply, sent: Sent): void
}

type Options = {
  /** Addresses that begin with it are looked up. */
  prefix: string
  /** Whether the cookies of choices, such as the theme, change the response. */
  by_cookie: boolean
  onSent(): void
}

/** Sends what a cache has, exactly as the app sent it before, without the app and its hooks: they cost several times as much. */
export function directCopies(app: FastifyInstance, { prefix, by_cookie, onSent }: Options): DirectCopies {
  const places = new LRUCache<string, FindAgain>({
    maxSize: MAX_BYTES,
    sizeCalculation: (_find, key) => 2 * key.length + ENTRY_BYTES
  })
  // Copies go with the response, whenever the cache lets go of it.
  const copies = new WeakMap<CachedResponse, Map<Encoding, Copy>>()
  const keyOf = (url: string, { cookie }: IncomingHttpHeaders): string => (by_cookie && cookie !== undefined ? `${url} ${cookie}` : url)

  app.direct.add(prefix, (url, { headers }) => {
    if (!isAnonymous(headers)) return undefined
    const find = places.get(keyOf(url, headers))
    const cached = find?.()
    if (!find || !cached) return undefined
    const encoding = encodingOf(headers, cached)
    const copy = copies.get(cached)?.get(encoding)
    if (!copy) return undefined
    onSent()
    // Who asks whether it has changed most often gets no body.
    if (headers['if-none-match'] === undefined) copy.times += 1
    if (encoding === 'br' && copy.times === POPULAR_TIMES) void shrink(copy, { cached, find })
    return copy.answer
  })

  /** Its validator stays, because its text does: browsers keep what they have. Nothing here answers ranges, which would need the same bytes. */
  async function shrink(copy: Copy, { cached, find }: Sent): Promise<void> {
    if (cached.length > SHRUNK_MAX_BYTES || oneAtATime.pendingCount >= LINE_MAX) return
    try {
      await oneAtATime(async () => {
        // The catalogue may have changed while others were in line.
        if (find() !== cached) return
        const body = await cached.smallest()
        copy.answer = withBody(copy.answer, body)
      })
    } catch (err) {
      app.log.error({ err }, 'a response that is often sent could not be compressed further')
    }
  }

  async function remember(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): Promise<void> {
    const encoding = encodingOf(request.headers, cached)
    // Something else encoded it for this caller.
    if ((reply.getHeader('content-encoding') ?? 'identity') !== encoding) return
    const known = copies.get(cached) ?? new Map<Encoding, Copy>()
    copies.set(cached, known)
    if (known.has(encoding)) return
    const headers = reply.getHeaders()
    const body = await cached.body(encoding)
    const route = request.routeOptions.url ?? 'none'
    known.set(encoding, { answer: { route, etag: String(headers['etag']), headers: directHeaders(headers, body), body }, times: 0 })
  }

  return {
    sending: (request, reply, { cached, find }) => {
      if (!app.direct.isOpen() || request.method !== 'GET' || !isAnonymous(request.headers)) return
      places.set(keyOf(request.url, request.headers), find)
      // Only then are the headers complete.
      reply.raw.once('finish', () => {
        if (reply.statusCode !== 200) return
        remember(request, reply, cached).catch((err: unknown) =>
          app.log.error({ err }, 'a cached response could not be kept for direct answers')
        )
      })
    }
  }
}
