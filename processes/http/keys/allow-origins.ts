import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify'
import type { ApiKey } from '#platform/server/index.ts'
import { isPersonal } from '../public/personal-calls.ts'

/** What a page of another origin may read of an answer besides its body. */
const EXPOSED = 'RateLimit, RateLimit-Policy, Retry-After, X-Total-Count, Link'
/** What is open changes with versions of the product alone. */
const PREFLIGHT_SECONDS = 7200

const OPEN = { 'access-control-allow-origin': '*', 'access-control-expose-headers': EXPOSED } as const
/** What decides whether an answer is open. No cache may give one to somebody else's page. */
const OPEN_TO_VISITORS = { ...OPEN, vary: 'authorization, cookie' } as const
const OPEN_TO_KEYS = { ...OPEN, vary: 'authorization, origin' } as const

/** Whether the call is made with what looks like an API key. Its cookies then count for nothing. */
export const hasKey = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean => headers.authorization?.startsWith('Bearer easel_') ?? false

/**
 * Lets pages of other origins read what anyone may read, and what API keys open. Never with cookies: a call that carries a session
 * gets no Allow-Origin, and no answer allows credentials. Must run before the routes are mounted, and after what answers them early.
 */
export function allowOrigins(app: FastifyInstance): void {
  const methods = new Map<string, Set<string>>()
  app.addHook('onRoute', (route) => {
    if (!isOpen(route)) return
    route.onRequest = [allow, ...[route.onRequest ?? []].flat()]
    const known = methods.get(route.url)
    const allowed = known ?? new Set<string>()
    for (const method of [route.method].flat()) allowed.add(method)
    methods.set(route.url, allowed)
    if (!known) app.options(route.url, (_request, reply) => sendPreflight(reply, allowed))
  })
}

/** Reads of the API that anyone may make, and calls that API keys open. */
function isOpen({ url, method, config }: RouteOptions): boolean {
  const isRead = [method].flat().every((one) => one === 'GET' || one === 'HEAD')
  const { access = 'anyone', key_scope } = config?.endpoint ?? {}
  return url.startsWith('/api/') && (key_scope !== undefined || (isRead && access === 'anyone'))
}

const allow: onRequestHookHandler = (request, reply, done) => {
  if (hasKey(request)) reply.headers(OPEN_TO_KEYS)
  else if (isForAnyone(request) && !isPersonal(request)) reply.headers(OPEN_TO_VISITORS)
  done()
}

const isForAnyone = ({ routeOptions }: FastifyRequest): boolean => (routeOptions.config.endpoint?.access ?? 'anyone') === 'anyone'

/** Lets the page of a key's call read the answer, refusals included, if the key may be used there. */
export function allowKeyOrigin(
  reply: FastifyReply,
  { allowed_origins }: Pick<ApiKey, 'allowed_origins'>,
  origin: string | undefined
): void {
  reply.headers(OPEN_TO_KEYS)
  if (allowed_origins.length === 0) return
  if (origin !== undefined && allowed_origins.includes(origin)) reply.header('access-control-allow-origin', origin)
  else reply.removeHeader('access-control-allow-origin')
}

function sendPreflight(reply: FastifyReply, methods: ReadonlySet<string>): FastifyReply {
  reply.headers({
    'access-control-allow-origin': '*',
    'access-control-allow-methods': [...methods].join(', '),
    'access-control-allow-headers': 'authorization, content-type, idempotency-key',
    'access-control-max-age': String(PREFLIGHT_SECONDS)
  })
  return reply.code(204).send()
}
