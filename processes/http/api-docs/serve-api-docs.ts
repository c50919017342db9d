import type { FastifyInstance } from 'fastify'
import { html } from '#platform/server/http/html.ts'
import { JSON_TYPE } from '#platform/server/http/known-json.ts'
import { describeApi, type OpenApi } from '#platform/server/http/openapi.ts'
import { sendPlainPage } from '../plain-page.ts'
import { refusalsOf } from './contract-refusals.ts'
import CLIENT from './docs-client.js?raw'
import { detailsOf, listPage, operationsOf } from './docs-page.ts'

const TRIES = "; script-src 'self'; connect-src 'self'"

type Product = { brand_name: string; public_url: string }

/** Serves /api/openapi.json, and pages that show it. All are generated from the mounted endpoints. */
export function serveApiDescription(app: FastifyInstance, { brand_name, public_url }: Product): void {
  const title = `${brand_name} API`
  let made: OpenApi | undefined
  const description = () => {
    const endpoints = [...app.mounted.values()].map(({ endpoint }) => endpoint)
    made ??= describeApi(endpoints, { title, version: '1', refusalsOf })
    return made
  }
  let written: string | undefined
  app.get('/api/openapi.json', async (_request, reply) => {
    written ??= JSON.stringify(description())
    return reply.type(JSON_TYPE).send(written)
  })
  app.get('/api/docs', async (_request, reply) => sendPlainPage(reply, title, listPage(description(), operationsOf(description())), TRIES))
  app.get('/api/docs/client.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(CLIENT)
  )
  app.get('/api/docs/:operation', async (request, reply) => {
    const { operation } = request.params as { operation: string }
    const found = operationsOf(description()).find((one) => one.operation.operationId === operation)
    if (!found) return reply.callNotFound()
    const details = detailsOf(found, public_url)
    const { part } = request.query as { part?: string }
    if (part !== undefined) return reply.type('text/html; charset=utf-8').send(details.text)
    const name = `${found.method} /api${found.path}`
    return sendPlainPage(
      reply,
      name,
      html`<p><a href="/api/docs#${operation}">All calls</a></p><p class="quiet">${found.operation.summary}</p>${details}`
    )
  })
}
