import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Endpoint } from '#platform/contract/index.ts'
import { type Arrived, answer, bodyOf, type Ctx, nameOf, Refusal } from '#platform/server/index.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext, type PageRequest, pageApi, requestContext } from '#platform/web/page.ts'
import { isTheme, THEME_COOKIE, type Theme } from '#platform/web/theme/theme.ts'
import { pagePolicy } from './page-policy.ts'
import { isForAnyone, type PublicPages, type Rendered } from './public-pages.ts'

/** The page server calls the API as the browser does, in process: same access, same shapes, same refusals, no network. */
export function inProcessApi(app: FastifyInstance, ctx: Ctx): Api {
  const call = async (e: Pick<Endpoint, 'method' | 'path'>, sent: object, { idempotency_key }: { idempotency_key?: string } = {}) => {
    const found = app.mounted.get(nameOf(e))
    if (!found?.handler) throw new Error(`No endpoint ${nameOf(e)} to call in process`)
    const own: Ctx = { ...ctx, outgoing: { headers: [] } }
    try {
      const body = await answer(found.endpoint, found.handler, own, { ...(sent as Arrived), idempotency_key })
      return { body, total: Number(own.outgoing.headers.find(([name]) => name === 'x-total-count')?.[1] ?? 0) }
    } catch (error) {
      throw error instanceof Refusal ? new ApiError(error.status, bodyOf(error), error.retryAfter) : error
    } finally {
      ctx.outgoing.headers.push(...own.outgoing.headers.filter(([name]) => name === 'set-cookie'))
    }
  }
  const api = async (e: Pick<Endpoint, 'method' | 'path'>, sent: object, options?: { idempotency_key?: string }) =>
    (await call(e, sent, options)).body
  return Object.assign(api, { withTotal: call }) as Api
}

type Build = ServerBuild | (() => Promise<ServerBuild>)

/** Every address that is not the API's or a file's is a page. Without `kept` every one is rendered anew, for whoever asks alone. */
export function servePages(app: FastifyInstance, build: Build, mode: 'development' | 'production', kept?: PublicPages): void {
  const handle = createRequestHandler(build, mode)
  for (const url of ['/api', '/api/*']) app.all(url, (_request, reply) => reply.callNotFound())
  void app.register(async (pages) => {
    readForms(pages)
    pages.route({ method: ['GET', 'POST', 'HEAD'], url: '/*', handler: (request, reply) => answerPage(request, reply) })
  })

  async function answerPage(request: FastifyRequest, reply: FastifyReply) {
    if (!kept || !isForAnyone(request)) return send(reply, alone(await render(request, asWebRequest(request, leaving(reply)))), mode)
    const theme = themeOf(request.cookies)
    const rendered = await kept.answer({ request, reply, theme, render: () => render(request, asWebRequest(request)) })
    return rendered ? send(reply, alone(rendered), mode) : reply
  }

  async function render(request: FastifyRequest, web: Request): Promise<Rendered> {
    const nonce = randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    context.set(apiContext, pageApi(inProcessApi(app, request.ctx), web))
    context.set(requestContext, pageRequest(request.ctx, themeOf(request.cookies), nonce))
    const response = await handle(web, context)
    for (const [name, value] of request.ctx.outgoing.headers) if (name === 'set-cookie') response.headers.append(name, value)
    return { response, nonce }
  }
}

/** What is not kept is for the one who asked, unless it says itself how long anyone may keep it. */
function alone(rendered: Rendered): Rendered {
  const { headers } = rendered.response
  if (!headers.get('cache-control')?.includes('max-age')) headers.set('cache-control', 'private, no-store')
  return rendered
}

/** Pages take what their forms send and nothing else, read whole within the app's limit: React Router would read any kind to any length. */
function readForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    done(null)
  })
}

function themeOf(cookies: Record<string, string | undefined>): Theme {
  const chosen = cookies[THEME_COOKIE]
  return isTheme(chosen) ? chosen : 'system'
}

function pageRequest({ actor, ports }: Ctx, theme: Theme, nonce: string): PageRequest {
  const { brand_name, support_email, public_url } = ports.settings
  if (!actor) return { user: null, brand_name, support_email, public_url, theme, nonce }
  const { id, name, email, role, avatar_url, brand_color } = actor
  return { user: { id, name, email, role, avatar_url, brand_color }, brand_name, support_email, public_url, theme, nonce }
}

/** The answer's end, not the socket's: that one is kept for many calls and would gather their listeners. */
function leaving(reply: FastifyReply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  return left.signal
}

/** A page that others wait for too has no `signal`: it does not end with the one who asked first. */
function asWebRequest(request: FastifyRequest, signal?: AbortSignal): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && !name.startsWith(':')) headers.append(name, one)
  }
  // A HEAD asks what a GET would answer.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const init: RequestInit = { method, headers, signal: signal ?? null }
  if (request.method === 'POST') init.body = new Uint8Array(request.rawBody ?? [])
  return new Request(addressOf(request), init)
}

const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** The host is whatever the caller wrote. */
function addressOf({ protocol, host, url }: FastifyRequest): string {
  const address = `${protocol}://${host}${url}`
  if (!HOST.test(host) || !URL.canParse(address)) throw new Refusal('malformed', 400, 'The request could not be read.')
  return address
}

function send(reply: FastifyReply, { response, nonce }: Rendered, mode: string) {
  reply.code(response.status)
  reply.header('content-security-policy', pagePolicy([`'nonce-${nonce}'`], mode, reply.request.url))
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') reply.raw.appendHeader(name, value)
    else reply.header(name, value)
  }
  if (reply.request.method !== 'HEAD' && response.body) return reply.send(response.body)
  void response.body?.cancel()
  return reply.send()
}
