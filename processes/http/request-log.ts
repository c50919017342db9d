import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** Strangers choose these texts, and each costs time to redact. */
const URL_MAX = 1000
const HOST = /^[\w.:[\]-]{1,255}$/
const REQUEST_ID = /^[\w.-]{8,128}$/

/** Returns the id that a proxy or caller gave the request, or else a new one. What is not an id does not get into the log. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
}

/** The levels at which a log has lines for requests. */
const INFO = new Set(['trace', 'debug', 'info'])

/** Asked every few seconds by load balancers and monitoring. */
const POLLED = new Set(['/health/live', '/health/ready', '/metrics'])

/** Logs one line for each request, and answers with the request's id, so that a person can name it. Secrets in addresses are removed (platform/server/log/redact.ts). */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { method, url, host, routeOptions } = request
    const isPolled = POLLED.has(routeOptions.url ?? '') && reply.statusCode < 400
    const line = lineOf({ method, url, host, route: routeOptions.url, status: reply.statusCode, ms: reply.elapsedTime })
    if (isPolled) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
    done()
  })
  app.direct.watch(({ request: { method = '', url = '', headers }, request_id, ...answered }) => {
    if (INFO.has(app.log.level)) app.log.info({ request_id, ...lineOf({ method, url, host: headers.host, ...answered }) }, 'request')
  })
}

type Line = { method: string; url: string; host: string | undefined; route: string | undefined; status: number; ms: number }

const lineOf = ({ method, url, host = '', route, status, ms }: Line) => ({
  method,
  url: url.slice(0, URL_MAX),
  host: HOST.test(host) ? host : undefined,
  route,
  status,
  ms: Math.round(ms * 10) / 10
})
