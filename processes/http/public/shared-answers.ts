import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, onSendHookHandler } from 'fastify'
import type { Endpoint } from '#platform/contract/index.ts'
import { receive } from '#platform/server/http/answer.ts'
import { prepareCached } from '#platform/server/http/cached-reply.ts'
import { type CachedResponse, createResponseCache, toCachedResponse } from '#platform/server/http/response-cache.ts'
import { Refusal } from '#platform/server/index.ts'
import { type DirectCopies, directCopies, type FindAgain, isAnonymous } from './direct-copies.ts'
import type { PageChanges } from './page-changes.ts'

/** Changes that are not reported, such as newly counted words, show after this time. */
const FRESH_MS = 60_000
/** The part of the cache for what people type, so that invented searches and numbers cannot evict the other answers. */
const OPEN_SHARE = 1 / 2
/** What an answer says beyond its body. */
const OWN_HEADERS = ['content-type', 'x-total-count', 'link'] as const

type Computing = {
  at: number
  until: Promise<number>
  /** Returns false if the data has changed meanwhile: the answer is for its caller alone. */
  keep(cached: CachedResponse): boolean
  done(cached?: CachedResponse): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The shared answer that this call computes, for itself and for those who wait for it. */
    computing?: Computing | undefined
  }
}

export type SharedAnswersOptions = {
  max_bytes: number
  now(): Date
  changesWith(onChange: () => void): PageChanges
  /** `hit`: the caller did not wait for an answer of its own. */
  onAsked?(result: 'hit' | 'miss'): void
}

/** Caches the answers of endpoints that are shared (`is_shared`) until the data behind them changes. Parallel equal calls are computed once. */
export function sharedAnswers({ max_bytes, now, changesWith, onAsked = () => {} }: SharedAnswersOptions) {
  const store = openStore(max_bytes, now, changesWith)

  const serve = (e: Endpoint, copies: DirectCopies): onRequestHookHandler => {
    const usual = e.query?.safeParse({}).data as Values | undefined
    return (request, reply, done) => {
      const asked = store.isFollowing() ? readAsked(e, usual, request) : undefined
      if (!asked) return done()
      const find = store.finder(asked)
      const hit = (cached: CachedResponse): void => {
        onAsked('hit')
        copies.sending(request, reply, { cached, find })
        sendCached(request, reply, cached)
      }
      const cached = find()
      if (cached) return hit(cached)
      const other = store.waitFor(asked)
      if (other) return void other.then((found) => (found ? hit(found) : done()))
      onAsked('miss')
      request.computing = store.compute(asked, now().getTime())
      done()
    }
  }

  return {
    /** Must run before the routes are mounted. */
    watch: (app: FastifyInstance) => {
      if (max_bytes <= 0) return
      app.decorateRequest('computing')
      const copies = directCopies(app, { prefix: '/api/', by_cookie: false, onSent: () => onAsked('hit') })
      app.addHook('onRoute', (route) => {
        const e = route.config?.endpoint
        if (route.method !== 'GET' || !e?.is_shared) return
        route.onRequest = [serve(e, copies)]
        route.onSend = [keep]
      })
    },
    changed: store.changes.changed,
    close: store.changes.close
  }
}
export type SharedAnswers = ReturnType<typeof sharedAnswers>

function openStore(max_bytes: number, now: () => Date, changesWith: SharedAnswersOptions['changesWith']) {
  const cache = createResponseCache(max_bytes * (1 - OPEN_SHARE))
  const openCache = createResponseCache(max_bytes * OPEN_SHARE)
  const cacheFor = ({ open }: Asked) => (open ? openCache : cache)
  const waiting = new Map<string, Promise<CachedResponse | undefined>>()
  const changes = changesWith(() => {
    cache.clear()
    openCache.clear()
    // A call from now on must not get an answer from before the change.
    waiting.clear()
  })
  const find = (asked: Asked): CachedResponse | undefined => {
    if (changes.generation() === undefined) return undefined
    const at = now().getTime()
    const cached = cacheFor(asked).get(asked.key)
    if (!cached || at >= cached.made_at + FRESH_MS) return undefined
    if (at < cached.valid_until) return cached
    changes.changed()
    return undefined
  }
  return {
    changes,
    /** Finds the answer again. It must hold nothing of the call that it is made for: it outlives the call by far. */
    finder: (asked: Asked): FindAgain => {
      return () => find(asked)
    },
    /** Whether changes are reported. Without that, nothing is shared. */
    isFollowing: () => changes.generation() !== undefined,
    waitFor: ({ key }: Asked) => waiting.get(key),
    /** Lets others wait for this call's answer. */
    compute: (asked: Asked, at: number): Computing => {
      const { promise, resolve } = Promise.withResolvers<CachedResponse | undefined>()
      waiting.set(asked.key, promise)
      const generation = changes.generation()
      return {
        until: changes.validUntil(),
        at,
        keep: (cached) => {
          if (changes.generation() !== generation) return false
          if (cached.valid_until <= at) changes.changed()
          else cacheFor(asked).set(asked.key, cached)
          return true
        },
        done: (cached) => {
          if (waiting.get(asked.key) === promise) waiting.delete(asked.key)
          resolve(cached)
        }
      }
    }
  }
}

/** Runs for every answer of a shared endpoint, refusals included, so that nobody waits for a call that failed. */
const keep: onSendHookHandler = async (request, reply, payload) => {
  const { computing } = request
  if (!computing) return payload
  request.computing = undefined
  const answer = toShared(computing, request, reply, payload)
  answer.then(computing.done, () => computing.done())
  const cached = await answer
  return cached ? readyFor(request, reply, cached) : payload
}

async function toShared(
  computing: Computing,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown
): Promise<CachedResponse | undefined> {
  if (typeof payload !== 'string' || !isWhole(request, reply)) return undefined
  const valid_until = await computing.until
  const headers = OWN_HEADERS.flatMap((name): [string, string][] => {
    const value = reply.getHeader(name)
    return value === undefined ? [] : [[name, String(value)]]
  })
  const cached = toCachedResponse({ headers, body: Buffer.from(payload), made_at: computing.at, valid_until })
  return computing.keep(cached) ? cached : undefined
}

/** Work that follows an answer, such as counting a search without results, belongs to each call. */
const isWhole = ({ afterCommit }: FastifyRequest, reply: FastifyReply): boolean =>
  reply.statusCode === 200 && afterCommit?.length === 0 && !reply.hasHeader('set-cookie') && !reply.raw.hasHeader('set-cookie')

type Asked = { key: string; open: boolean }
type Values = Readonly<Record<string, unknown>>

/** Returns the one spelling of a call: without unknown parameters, and with the usual values of those left out. Undefined for a call of someone in particular, and for one that will be refused. */
function readAsked(e: Endpoint, usual: Values | undefined, request: FastifyRequest): Asked | undefined {
  if (!isAnonymous(request.headers)) return undefined
  const { params, query } = request
  try {
    const received = receive(e, { params, query }) as { query?: Values }
    return { key: `${e.path} ${JSON.stringify(received)}`, open: hasInvented(received.query, usual) }
  } catch (error) {
    // The endpoint itself answers it.
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** With other values of these than the usual ones, there are as many calls as anyone likes to invent. */
const INVENTABLE = ['search', 'q', 'asset_id', 'page', 'page_size']

const hasInvented = (received: Values | undefined, usual: Values | undefined): boolean =>
  INVENTABLE.some((name) => received?.[name] !== usual?.[name])

function sendCached(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): void {
  for (const [name, value] of cached.headers) reply.header(name, value)
  readyFor(request, reply, cached).then(
    (bytes) => void reply.send(bytes),
    (error: unknown) => void reply.send(error)
  )
}

/** Browsers may store the answer, but must ask each time whether it is still right. */
async function readyFor(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse): Promise<Buffer | string> {
  reply.header('cache-control', 'private, no-cache')
  reply.header('vary', 'accept-encoding, authorization, cookie')
  return (await prepareCached(reply, request.headers, cached)) ?? ''
}
