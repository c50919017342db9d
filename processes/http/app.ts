import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import type { Connection } from '#platform/database/connect.ts'
import {
  type Actor,
  answerErrors,
  type Caller,
  type Ctx,
  keepClear,
  type Log,
  type Mounted,
  type Ports,
  Refusal,
  silentLog,
  withLog
} from '#platform/server/index.ts'
import { routes } from '../part-registry.ts'
import type { Traces } from '../traces/traces.ts'
import { limitCalls, type RenderLimit } from './render-limit.ts'
import { logRequests, requestIdOf } from './request-log.ts'

export type World = {
  db: Connection
  now(): Date
  ports: Ports
  actorOf(world: Pick<World, 'db' | 'now' | 'ports'>, headers: Caller['headers']): Promise<Actor | null>
  /** The number of proxies in front of the app, or their addresses. */
  trust_proxy?: number | false | string[]
  /** Default: nothing is logged. */
  log?: Log
  /** Default: off. */
  traces?: Traces | undefined
  /** What limits the API's expensive calls. Undefined: nothing. */
  render_limit?: RenderLimit
}

declare module 'fastify' {
  interface FastifyRequest {
    afterCommit: (() => Promise<void>)[]
    nonce: string
  }
}

/** Reading a body blocks the process, so strangers may only send small ones. An endpoint that needs more says so in its contract. */
const BODY_LIMIT = 256 * 1024
const LEAVE_MS = 8000

/** No page uses these browser features, so no injected script may use them either. */
const UNUSED_FEATURES = 'camera=(), microphone=(), geolocation=(), display-capture=(), usb=(), midi=(), browsing-topics=()'

/** Builds the API without pages. Tests use it as it is; the HTTP process adds the pages. */
export async function buildApp(world: World): Promise<FastifyInstance> {
  const trusted = world.trust_proxy ?? false
  const app = Fastify({
    loggerInstance: world.log ?? silentLog,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true },
    // Enough for the largest upload (100 MB) at 1 Mbit/s. Headers have their own short limit below.
    requestTimeout: 900_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => unreadable(reply)
  })
  app.server.headersTimeout = 15_000
  keepClear(app, world.ports.settings.temp_dir)
  answerErrors(app)
  logRequests(app)
  world.traces?.watch(app, trusted !== false)
  app.decorate('mounted', new Map<string, Mounted>())
  app.decorateRequest('ctx')
  app.decorateRequest('afterCommit')
  await app.register(cookie)
  await app.register(helmet, {
    contentSecurityPolicy: false,
    crossOriginEmbedderPolicy: false,
    // With helmet's default 'no-referrer', browsers send 'Origin: null' with our own forms, which would then look cross-site.
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: world.ports.settings.production
  })
  app.addHook('preClose', async () => {
    // Requests in progress get this long to finish. An open event stream must not block the shutdown.
    setTimeout(() => app.server.closeAllConnections(), LEAVE_MS).unref()
  })
  app.addHook('onRequest', async (_request, reply) => void reply.header('permissions-policy', UNUSED_FEATURES))
  await app.register(multipart, { limits: { fieldSize: 100_000, fields: 40, files: 3 } })
  await app.register(underPressure, { maxEventLoopDelay: 5000, sampleInterval: 1000 })
  keepRawJson(app)
  if (world.render_limit) limitCalls(app, world.render_limit)
  app.addHook('preHandler', (request, _reply, done) => withLog(request, done))
  app.addHook('preHandler', async (request) => prepare(request, world))
  app.addHook('onResponse', async (request) => finish(request))
  for (const register of routes) await app.register(register)
  app.setNotFoundHandler(notFoundAnswer)
  return app
}

/** Stores the raw bytes of JSON bodies: webhook signatures cover those bytes. */
function keepRawJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    if (body.length === 0) return done(null, undefined)
    try {
      done(null, JSON.parse(body.toString('utf8')))
    } catch {
      done(new Refusal('malformed', 400, 'The request is not valid JSON.'))
    }
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    rawBody?: Buffer
  }
}

async function prepare(request: FastifyRequest, world: World): Promise<void> {
  const { db, ports } = world
  const bearer = request.headers.authorization?.startsWith('Bearer ') ?? false
  const caller: Caller = {
    ip: request.ip,
    user_agent: String(request.headers['user-agent'] ?? '').slice(0, 500),
    headers: request.headers,
    by_cookie: !bearer && request.headers.cookie !== undefined
  }
  const now = world.now()
  const actor = bearer || caller.by_cookie ? await world.actorOf({ db, ports, now: () => now }, request.headers) : null
  request.afterCommit = []
  if (actor) request.log = request.log.child({ user_id: actor.id })
  const ctx: Ctx = {
    db,
    pool: db,
    now,
    actor,
    ports,
    caller,
    log: request.log,
    outgoing: { headers: [] },
    afterCommit: (work) => void request.afterCommit.push(work)
  }
  request.ctx = ctx
  if (actor && caller.by_cookie) requireOwnOrigin(request, ports.settings.public_url)
}

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Browsers send cookies with requests that other sites start, so a request that changes something must come from our own origin. */
function requireOwnOrigin(request: FastifyRequest, publicUrl: string): void {
  if (SAFE.has(request.method)) return
  const { origin, referer } = request.headers
  const site = request.headers['sec-fetch-site']
  const from = origin ?? (referer ? originOf(referer) : undefined)
  const own =
    from === undefined ? site === 'same-origin' : from === new URL(publicUrl).origin || from === `${request.protocol}://${request.host}`
  if (!own || (site !== undefined && site !== 'same-origin'))
    throw new Refusal('cross_origin', 403, 'This call must come from our own pages.')
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : 'null'
}

async function finish(request: FastifyRequest): Promise<void> {
  for (const work of request.afterCommit ?? [])
    await work().catch((err: unknown) => request.log.error({ err }, 'work after the commit failed'))
}

/** Answers requests whose address cannot be decoded; they reach no route. */
function unreadable(reply: import('fastify').FastifyReply): void {
  reply.code(400).send({ error: 'The request could not be read.', code: 'malformed' })
}

function notFoundAnswer(_request: FastifyRequest, reply: import('fastify').FastifyReply) {
  return reply.code(404).send({ error: 'Not found.', code: 'not_found' })
}
