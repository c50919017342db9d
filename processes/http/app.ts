import { createServer } from 'node:http'
import cookie from '@fastify/cookie'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import type { Connection } from '#platform/database/connect.ts'
import {
  type Actor,
  answerErrors,
  type Caller,
  type Ctx,
  hasTooManyValues,
  keepClear,
  type Log,
  type Mounted,
  openDirectAnswers,
  type Ports,
  Refusal,
  silentLog,
  withLog
} from '#platform/server/index.ts'
import type { Reads } from '../database/replicas/reads.ts'
import { routes } from '../part-registry.ts'
import type { Traces } from '../traces/traces.ts'
import { allowOrigins } from './keys/allow-origins.ts'
import { isKeyCall, takeKey } from './keys/take-key.ts'
import { isPersonal } from './public/personal-calls.ts'
import type { SharedAnswers } from './public/shared-answers.ts'
import { limitCalls, type RenderLimit } from './render-limit.ts'
import { logRequests, requestIdOf } from './request-log.ts'
import { addSecurityHeaders } from './security-headers.ts'

export type World = {
  db: Connection
  /** Replicas for visitors' reads. Undefined: everything is read from `db`. */
  reads?: Pick<Reads, 'open'> | undefined
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
  /** Caches the answers that all visitors share. Undefined: nothing is cached. */
  shared_answers?: SharedAnswers
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
const KEEP_ALIVE_MS = 72_000
/** Enough for the largest upload (100 MB) at 1 Mbit/s. Headers have their own short limit. */
const REQUEST_MS = 900_000
const HEADERS_MS = 15_000

/** Builds the API without pages. Tests use it as it is; the HTTP process adds the pages. */
export async function buildApp(world: World): Promise<FastifyInstance> {
  const trusted = world.trust_proxy ?? false
  const direct = openDirectAnswers(requestIdOf)
  // A trace begins in the app.
  if (world.traces) direct.close()
  const app = Fastify({
    serverFactory: (answer) => {
      const server = createServer(direct.before(answer))
      return Object.assign(server, { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS, headersTimeout: HEADERS_MS })
    },
    loggerInstance: world.log ?? silentLog,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestIdOf,
    trustProxy: typeof trusted === 'number' ? (_address, hop) => hop < trusted : trusted,
    bodyLimit: BODY_LIMIT,
    routerOptions: { ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    frameworkErrors: (_error, _request, reply) => unreadable(reply)
  })
  app.decorate('direct', direct)
  keepClear(app, world.ports.settings.temp_dir)
  answerErrors(app)
  logRequests(app)
  world.traces?.watch(app, trusted !== false)
  app.decorate('mounted', new Map<string, Mounted>())
  app.decorateRequest('ctx')
  app.decorateRequest('afterCommit')
  await app.register(cookie)
  await addSecurityHeaders(app, world.ports.settings)
  app.addHook('preClose', async () => {
    direct.close()
    // Requests in progress get this long to finish. An open event stream must not block the shutdown.
    setTimeout(() => app.server.closeAllConnections(), LEAVE_MS).unref()
  })
  await app.register(underPressure, { maxEventLoopDelay: 5000, sampleInterval: 1000 })
  keepRawJson(app)
  if (world.render_limit) limitCalls(app, world.render_limit)
  app.addHook('preHandler', (request, _reply, done) => withLog(request, done))
  app.addHook('preHandler', (request, reply, done) => prepare(request, reply, world, done))
  app.addHook('onResponse', (request, _reply, done) => {
    if (request.afterCommit?.length) void finish(request)
    done()
  })
  world.shared_answers?.watch(app)
  allowOrigins(app)
  for (const register of routes) await app.register(register)
  app.setNotFoundHandler(notFoundAnswer)
  return app
}

/** Stores the raw bytes of JSON bodies: webhook signatures cover those bytes. */
function keepRawJson(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    if (body.length === 0) return done(null, undefined)
    if (hasTooManyValues(body)) return done(new Refusal('malformed', 400, 'The request has too many parts.'))
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

/** Visitors wait for nothing here. */
function prepare(request: FastifyRequest, reply: FastifyReply, world: World, done: (error?: Error) => void): void {
  const { db, ports } = world
  const bearer = request.headers.authorization?.startsWith('Bearer ') ?? false
  const caller: Caller = {
    ip: request.ip,
    user_agent: String(request.headers['user-agent'] ?? '').slice(0, 500),
    headers: request.headers,
    by_cookie: !bearer && request.headers.cookie !== undefined && !request.routeOptions.config?.ignores_cookies
  }
  const now = world.now()
  request.afterCommit = []
  const ready = (actor: Actor | null) => {
    request.ctx = contextOf(request, world, { actor, caller, now })
    if (actor && caller.by_cookie) requireOwnOrigin(request, ports.settings.public_url)
  }
  if (isKeyCall(request)) {
    ready(null)
    void takeKey(request, reply).then(() => done(), done)
    return
  }
  if (bearer || caller.by_cookie) {
    void world
      .actorOf({ db, ports, now: () => now }, request.headers)
      .then(ready)
      .then(() => done(), done)
    return
  }
  ready(null)
  done()
}

function contextOf(
  request: FastifyRequest,
  { db, ports, reads }: World,
  { actor, caller, now }: Pick<Ctx, 'actor' | 'caller' | 'now'>
): Ctx {
  if (actor) request.log = request.log.child({ user_id: actor.id })
  return {
    db,
    pool: db,
    read: isPersonal(request) ? db : (reads?.open() ?? db.reads),
    now,
    actor,
    key: null,
    ports,
    caller,
    log: request.log,
    outgoing: { headers: [] },
    afterCommit: (work) => void request.afterCommit.push(work)
  }
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
  for (const work of request.afterCommit) await work().catch((err: unknown) => request.log.error({ err }, 'work after the commit failed'))
}

/** Answers requests whose address cannot be decoded; they reach no route. */
function unreadable(reply: FastifyReply): void {
  reply.code(400).send({ error: 'The request could not be read.', code: 'malformed' })
}

function notFoundAnswer(_request: FastifyRequest, reply: FastifyReply) {
  return reply.code(404).send({ error: 'Not found.', code: 'not_found' })
}
