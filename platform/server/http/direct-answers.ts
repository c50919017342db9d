import type { IncomingMessage, OutgoingHttpHeader, RequestListener, ServerResponse } from 'node:http'
import { matchesEtag } from './cached-reply.ts'

/** An answer to a GET that is the same for everyone, with its headers as names and values in turn. `route`: what logs and metrics call it. */
export type DirectAnswer = { route: string; etag: string; headers: readonly string[]; body: Buffer }

/** `path` is the address with its query. Undefined: the app answers. */
export type FindDirect = (path: string, request: IncomingMessage) => DirectAnswer | Promise<DirectAnswer | undefined> | undefined

export type Answered = { request: IncomingMessage; request_id: string; route: string; status: number; ms: number }

/** Answers from memory, before the app and its hooks see the request: what is in memory costs less than the hooks. */
export type DirectAnswers = {
  /** Answers addresses that begin with `prefix`, which the app answers too, with the same bytes and headers; a 304 has none of a body's. The longest prefix counts. */
  add(prefix: string, find: FindDirect): void
  /** Is told of every direct answer. */
  watch(answered: (answer: Answered) => void): void
  /** Puts the direct answers before the app's listener. */
  before(app: RequestListener): RequestListener
  /** Whether anything is answered here. */
  isOpen(): boolean
  /** From now on, the app answers. */
  close(): void
}

declare module 'fastify' {
  interface FastifyInstance {
    direct: DirectAnswers
  }
}

type Kind = { prefix: string; find: FindDirect }

export function openDirectAnswers(requestIdOf: (request: IncomingMessage) => string): DirectAnswers {
  const kinds: Kind[] = []
  const watchers: ((answer: Answered) => void)[] = []
  let isClosed = false

  const kindOf = ({ method, url = '' }: IncomingMessage): Kind | undefined =>
    isClosed || method !== 'GET' ? undefined : kinds.find(({ prefix }) => url.startsWith(prefix))

  function send(request: IncomingMessage, response: ServerResponse, { answer, start }: Sending): void {
    const request_id = requestIdOf(request)
    const status = matchesEtag(request.headers['if-none-match'], answer.etag) ? 304 : 200
    const headers = status === 304 ? withoutBody(answer.headers) : answer.headers
    response.writeHead(status, [...headers, 'x-request-id', request_id])
    response.end(status === 304 ? undefined : answer.body)
    const ms = performance.now() - start
    for (const answered of watchers) answered({ request, request_id, route: answer.route, status, ms })
  }

  return {
    add: (prefix, find) => {
      kinds.push({ prefix, find })
      kinds.sort((one, other) => other.prefix.length - one.prefix.length)
    },
    watch: (answered) => void watchers.push(answered),
    before: (app) => (request, response) => {
      const kind = kindOf(request)
      const start = performance.now()
      const found = kind?.find(request.url ?? '', request)
      if (!kind || !found) return app(request, response)
      if (!(found instanceof Promise)) return send(request, response, { answer: found, start })
      // What could not be read is the app's to answer, and to log.
      void found.catch(() => undefined).then((answer) => (answer ? send(request, response, { answer, start }) : app(request, response)))
    },
    isOpen: () => !isClosed,
    close: () => {
      isClosed = true
    }
  }
}

type Sending = { answer: DirectAnswer; start: number }

const OF_BODIES = new Set(['content-type', 'content-length', 'content-encoding'])

function withoutBody(headers: readonly string[]): string[] {
  const left: string[] = []
  for (let at = 0; at < headers.length; at += 2) {
    const [name = '', value = ''] = headers.slice(at, at + 2)
    if (!OF_BODIES.has(name)) left.push(name, value)
  }
  return left
}

/** Of one request alone, or added by Node to every answer. */
const OF_REQUESTS = new Set(['x-request-id', 'date', 'connection', 'keep-alive', 'transfer-encoding', 'content-length'])

/** Returns an answer's headers as a direct answer sends them again. */
export function directHeaders(headers: Record<string, OutgoingHttpHeader | undefined>, body: Buffer): string[] {
  const own = Object.entries(headers).filter(([name, value]) => value !== undefined && !OF_REQUESTS.has(name.toLowerCase()))
  return [...own.flatMap(([name, value]) => [name.toLowerCase(), String(value)]), 'content-length', String(body.length)]
}

/** Returns the same answer with other bytes of the same text. */
export const withBody = (answer: DirectAnswer, body: Buffer): DirectAnswer => ({
  ...answer,
  // `directHeaders` puts the length last.
  headers: [...answer.headers.slice(0, -1), String(body.length)],
  body
})
