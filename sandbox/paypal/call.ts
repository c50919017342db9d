import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Sandbox } from './context.ts'
import type { CallEffect } from './faults.ts'
import { type Detail, notFound, Refusal } from './refusal.ts'

export type Call<Body = unknown> = {
  body: Body
  id: string
  query: Record<string, string | undefined>
  /** Prefer: return=representation. */
  full: boolean
  effect: CallEffect | undefined
}

type Route = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  status?: number
  /** The status of a repeated response. */
  repeated?: number
  body?: object
}

type Answer = { status: number; body: unknown }
type Handle<Body> = (call: Call<Body>) => unknown

/** Returns a function that serves calls. Each call is one synchronous transaction, runs once per PayPal-Request-Id, and applies faults. */
export function callsOf(app: FastifyInstance, sandbox: Sandbox) {
  return function serve<Body>(route: Route, handle: Handle<Body>): void {
    app.route({
      method: route.method,
      url: route.url,
      ...(route.body && { schema: { body: route.body } }),
      handler: async (request, reply) => {
        const effect = sandbox.faults.takeForCall(request.method, pathOf(request))
        if (effect?.kind === 'error') throw new Refusal(effect.status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_SERVER_ERROR')
        const answer = sandbox.store.transaction(() =>
          answerOnce(sandbox, request, { route, work: () => handle(readCall(request, effect)) })
        )
        sandbox.deliveries.wake()
        return send(reply, answer, effect)
      }
    })
  }
}

const pathOf = (request: FastifyRequest) => request.url.split('?')[0] ?? ''

function readCall<Body>(request: FastifyRequest, effect: CallEffect | undefined): Call<Body> {
  const { id = '' } = request.params as { id?: string }
  return {
    body: request.body as Body,
    id,
    query: request.query as Record<string, string | undefined>,
    full: request.headers['prefer'] === 'return=representation',
    effect
  }
}

/** Stores only successful responses under the request id, so a refused call can be tried again. */
function answerOnce(sandbox: Sandbox, request: FastifyRequest, { route, work }: { route: Route; work: () => unknown }): Answer {
  const { status = 200, repeated = status } = route
  const requestId = request.method === 'POST' && request.headers['paypal-request-id']
  const key = requestId && `${request.method} ${pathOf(request)} ${requestId}`
  const stored = key ? sandbox.store.findAnswer(key) : undefined
  if (stored) return { status: repeated, body: stored.body }
  try {
    const body = work()
    if (key) sandbox.store.putAnswer(key, { body })
    return { status, body }
  } catch (error) {
    if (error instanceof Refusal) return { status: error.status, body: error.body }
    throw error
  }
}

async function send(reply: FastifyReply, { status, body }: Answer, effect: CallEffect | undefined): Promise<unknown> {
  if (effect?.kind === 'hang') return reply.hijack()
  if (effect?.kind === 'reset') {
    reply.hijack()
    reply.raw.socket?.resetAndDestroy()
    return reply
  }
  if (effect?.kind === 'slow') await sleep(effect.delay_ms, undefined, { ref: false })
  return reply.code(status).send(body)
}

/** Parses PayPal's bodies: optional JSON, and forms for the token and the approval pages. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    try {
      done(null, text === '' ? {} : JSON.parse(String(text)))
    } catch {
      done(new Refusal('INVALID_REQUEST', [{ issue: 'MALFORMED_REQUEST_JSON', description: 'The request JSON is not well formed.' }]))
    }
  })
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(String(text))))
  })
  app.addHook('preValidation', async (request) => {
    if (request.method === 'POST') request.body ??= {}
  })
}

export function answerErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((_request, reply) => {
    const { status, body } = notFound()
    return reply.code(status).send(body)
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof Refusal ? error : refusalOf(error, pathOf(request))
    if (refusal.status === 500 && !(error instanceof Refusal)) console.error('PayPal sandbox:', error)
    return reply.code(refusal.status).send(refusal.body)
  })
}

function refusalOf(error: FastifyError, path: string): Refusal {
  if (error.validation)
    return new Refusal(
      'INVALID_REQUEST',
      error.validation.map((problem) => detailOf(problem, path))
    )
  if (error.statusCode === 415) return new Refusal('UNSUPPORTED_MEDIA_TYPE')
  if (error.statusCode && error.statusCode < 500) return new Refusal('INVALID_REQUEST')
  return new Refusal('INTERNAL_SERVER_ERROR')
}

type Problem = { keyword: string; instancePath: string; params: Record<string, unknown> }

function detailOf({ keyword, instancePath, params }: Problem, path: string): Detail {
  const orders = path.startsWith('/v2/checkout')
  const field = keyword === 'required' ? `${instancePath}/${params['missingProperty']}` : instancePath
  return { ...issueOf(keyword, orders, path.startsWith('/v2')), field: field || '/', location: 'body' }
}

/** PayPal's APIs use different wording: `orders` is Orders v2, `v2` is Orders and Payments. */
function issueOf(keyword: string, orders: boolean, v2: boolean): Detail {
  switch (keyword) {
    case 'required':
      return {
        issue: 'MISSING_REQUIRED_PARAMETER',
        description: orders ? 'A required parameter is missing.' : 'A required field is missing.'
      }
    case 'enum':
      return {
        issue: 'INVALID_PARAMETER_VALUE',
        description: orders ? 'A parameter value is not valid.' : 'The value of a field is invalid.'
      }
    case 'minLength':
    case 'maxLength':
      if (v2) return { issue: 'INVALID_STRING_LENGTH', description: 'The value of a field is either too short or too long' }
      return keyword === 'minLength'
        ? { issue: 'INVALID_STRING_MIN_LENGTH', description: 'The value of a field is too short.' }
        : { issue: 'INVALID_STRING_MAX_LENGTH', description: 'The value of a field is too long.' }
    case 'minItems':
      return { issue: 'INVALID_ARRAY_MIN_ITEMS', description: 'The number of items in an array parameter is too small.' }
    case 'maxItems':
      return { issue: 'INVALID_ARRAY_MAX_ITEMS', description: 'The number of items in an array parameter is too large.' }
    default:
      return { issue: 'INVALID_PARAMETER_SYNTAX', description: 'The value of a field does not conform to the expected format.' }
  }
}
