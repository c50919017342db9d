import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Endpoint, ErrorBody, Received } from '#platform/contract/index.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import type { Ctx } from '../context.ts'
import type { Log } from '../log/log.ts'
import { requireProof } from '../proof.ts'
import { Refusal } from '../refusal.ts'
import { type Arrived, answerHttp, type Handler, nameOf, receive, reduce, requireAccess } from './answer.ts'
import { JSON_TYPE, Json } from './known-json.ts'

/** An endpoint that the process answers. Used by the API description, the access test, and calls in process. */
export type Mounted = { endpoint: Endpoint; handler?: Handler<Endpoint> }

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Ctx
    /** The raw bytes of a JSON body. A webhook's signature covers these. */
    rawBody?: Buffer
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
    /** Whether a session's cookie counts for nothing here. */
    ignores_cookies?: boolean
  }
  interface FastifyInstance {
    mounted: Map<string, Mounted>
  }
}

export function mount<E extends Endpoint>(app: FastifyInstance, e: E, handler: Handler<E>): void {
  app.mounted.set(nameOf(e), { endpoint: e, handler: handler as unknown as Handler<Endpoint> })
  app.route({
    method: e.method,
    url: `/api${e.path}`,
    config: { endpoint: e },
    ...(e.max_body_bytes && { bodyLimit: e.max_body_bytes }),
    handler: async (request, reply) => {
      const body = await answerHttp(e, handler, request.ctx, arrivedBy(request))
      sendOutgoing(request, reply)
      const status = request.ctx.outgoing.status ?? e.status ?? 200
      reply.code(status)
      if (status === 204) return null
      if (!(body instanceof Json)) return body
      reply.header('content-type', JSON_TYPE)
      return body.text
    }
  })
}

/** Mounts an endpoint that reads or writes bytes: uploads, downloads, event streams. Access and shapes are checked in the same way, and the handler sends the answer itself. */
export function mountStream<E extends Endpoint>(
  app: FastifyInstance,
  e: E,
  handler: (ctx: Ctx, received: Received<E>, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
): void {
  app.mounted.set(nameOf(e), { endpoint: e })
  const route: RouteOptions = {
    method: e.method,
    url: `/api${e.path}`,
    config: { endpoint: e },
    handler: async (request, reply) => {
      requireAccess(e, request.ctx)
      const { body: _multipart, ...withoutBody } = e
      const received = receive(e.files ? (withoutBody as E) : e, arrivedBy(request))
      await requireProof(e, request.ctx)
      reply.code(e.status ?? 200)
      const result = await handler(request.ctx, received, request, reply)
      if (reply.sent || result === reply) return result
      sendOutgoing(request, reply)
      return e.kind === 'file' ? result : reduce(e, request.ctx, result)
    }
  }
  if (!e.files) return void app.route(route)
  // Only what takes files reads forms with files.
  void app.register(async (scope) => {
    await scope.register(multipart, { limits: FORM_LIMITS })
    scope.route(route)
  })
}

const FORM_LIMITS = { fieldSize: 100_000, fields: 40, files: 3 }

function arrivedBy(request: FastifyRequest): Arrived {
  const key = request.headers['idempotency-key']
  return { params: request.params, query: request.query, body: request.body, idempotency_key: typeof key === 'string' ? key : undefined }
}

/** Sends the call's headers. Answers may contain private data and tokens, so no cache may store them. */
export function sendOutgoing({ ctx }: FastifyRequest, reply: FastifyReply): void {
  reply.header('cache-control', 'no-store')
  for (const [name, value] of ctx.outgoing.headers) {
    if (name === 'set-cookie') reply.raw.appendHeader(name, value)
    else reply.header(name, value)
  }
}

const MALFORMED: Record<string, [code: string, text: string]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['wrong_media_type', 'This content type is not accepted here.'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', 'The request is too large.'],
  FST_REQ_FILE_TOO_LARGE: ['too_large', 'The file is too large.']
}

/** PostgreSQL's code for a statement that took longer than STATEMENT_SECONDS. */
const STATEMENT_ENDED = '57014'

/** The answer when the database is away, or a process has too much to do. */
export const BUSY = { error: 'Busy. Please try again.', code: 'busy' } satisfies ErrorBody
export const RETRY_AFTER_SECONDS = 5

type Thrown = Error & { code?: string; statusCode?: number }

const statusOf = (error: Thrown): number => error.statusCode ?? (error.code === STATEMENT_ENDED || isDatabaseAway(error) ? 503 : 500)

/** Answers every error with the same body: { error, code, fields?, ways? }. No cache stores it, whatever the route had said about its answer. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Thrown, request, reply) => {
    reply.header('cache-control', 'no-store').removeHeader('etag')
    if (error instanceof Refusal) return sendRefusal(error, request, reply)
    const status = statusOf(error)
    if (status < 500) {
      const [code, text] = MALFORMED[error.code ?? ''] ?? ['malformed', 'The request could not be read.']
      return reply.code(status).send({ error: text, code } satisfies ErrorBody)
    }
    if (status === 503) return sendBusy(error, request, reply)
    request.log.error({ err: error }, 'unexpected error')
    return reply.code(500).send({ error: 'Something went wrong', code: 'internal' } satisfies ErrorBody)
  })
}

function sendBusy(error: Thrown, request: FastifyRequest, reply: FastifyReply) {
  if (error.code === STATEMENT_ENDED) request.log.error({ err: error }, 'the database ended a statement that took too long')
  else request.log.warn({ err: error }, 'too busy for a call')
  return reply.code(503).header('retry-after', String(RETRY_AFTER_SECONDS)).send(BUSY)
}

function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply) {
  logRefusal(request.log, refusal)
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  if (request.ctx) sendOutgoing(request, reply)
  return reply.code(refusal.status).send(bodyOf(refusal))
}

/** A refusal is for the caller. Operators need it when we are the reason. */
export function logRefusal(log: Log, refusal: Refusal): void {
  if (refusal.status >= 500) log.warn({ err: refusal }, 'a call could not be served')
  else log.debug({ err: refusal }, 'a call was refused')
}

export const bodyOf = ({ message, code, fields, ways }: Refusal): ErrorBody => ({
  error: message,
  code,
  ...(fields && { fields }),
  ...(ways && { ways })
})
