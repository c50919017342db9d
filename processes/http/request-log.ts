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

/** Asked every few seconds by load balancers and monitoring. */
const POLLED = new Set(['/health/live', '/health/ready', '/metrics'])

/** Logs one line for each request, and answers with the request's id, so that a person can name it. Secrets in addresses are removed (platform/server/log/redact.ts). */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request
    const url = request.url.slice(0, URL_MAX)
    const host = HOST.test(request.host) ? request.host : undefined
    const isPolled = POLLED.has(routeOptions.url ?? '') && reply.statusCode < 400
    const line = { method, url, host, route: routeOptions.url, status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 }
    if (isPolled) request.log.debug(line, 'request')
    else request.log.info(line, 'request')
  })
}
