import type { FastifyInstance } from 'fastify'
import { type Html, html } from '#platform/server/http/html.ts'
import { describeApi, type OpenApi, type Operation } from '#platform/server/http/openapi.ts'
import { sendPlainPage } from './plain-page.ts'

/** Serves /api/openapi.json and a page that shows it. Both are generated from the mounted endpoints. */
export function serveApiDescription(app: FastifyInstance, brand: string): void {
  let made: OpenApi | undefined
  const description = () => {
    made ??= describeApi(
      [...app.mounted.values()].map(({ endpoint }) => endpoint),
      { title: `${brand} API`, version: '1' }
    )
    return made
  }
  app.get('/api/openapi.json', async () => description())
  app.get('/api/docs', async (_request, reply) => sendPlainPage(reply, `${brand} API`, overview(description())))
}

function overview({ paths, info }: OpenApi): Html {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation }))
  )
  const tags = [...new Set(operations.map(({ operation }) => operation.tags[0]!))].sort()
  return html`<p>${info.description} The machine-readable description is <a href="/api/openapi.json">openapi.json</a>.</p>
    <p>${tags.map((tag) => html`<a href="#${tag.replaceAll(' ', '-')}">${tag}</a> `)}</p>
    ${tags.map((tag) => html`<h2 id="${tag.replaceAll(' ', '-')}">${tag}</h2><div class="list">${operations.filter(({ operation }) => operation.tags[0] === tag).map(show)}</div>`)}`
}

function show({ path, method, operation }: { path: string; method: string; operation: Operation }): Html {
  return html`<details class="row"><summary><span class="verb">${method}</span> <code>/api${path}</code><br><span class="quiet">${operation.summary} Access: ${operation['x-access'].join(', ')}.${operation['x-key-scope'] ? ` API keys: ${operation['x-key-scope']}.` : ''}</span></summary>
    ${operation.parameters && section('Parameters', operation.parameters)}
    ${operation.requestBody && section('Body', Object.values(operation.requestBody.content)[0]?.schema)}
    ${section('Answer', Object.entries(operation.responses).map(([status, { content }]) => ({ status, schema: content && Object.values(content)[0]?.schema }))[0])}
  </details>`
}

const section = (title: string, value: unknown): Html => html`<h3>${title}</h3><pre>${JSON.stringify(value, null, 2)}</pre>`
