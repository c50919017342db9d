import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { Endpoint } from '#platform/contract/index.ts'
import { type Arrived, answer, bodyOf, type Ctx, nameOf, Refusal } from '#platform/server/index.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext, type PageRequest, pageApi, requestContext } from '#platform/web/page.ts'
import { isTheme, THEME_COOKIE } from '#platform/web/theme/theme.ts'

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

/** Every address that is not the API's or a file's is a page. */
export function servePages(
  app: FastifyInstance,
  build: ServerBuild | (() => Promise<ServerBuild>),
  mode: 'development' | 'production'
): void {
  const handle = createRequestHandler(build, mode)
  for (const url of ['/api', '/api/*']) app.all(url, (_request, reply) => reply.callNotFound())
  void app.register(async (pages) => {
    readForms(pages)
    pages.route({ method: ['GET', 'POST', 'HEAD'], url: '/*', handler: (request, reply) => answerPage(request, reply) })
  })

  async function answerPage(request: FastifyRequest, reply: FastifyReply) {
    const nonce = randomBytes(16).toString('base64')
    const web = asWebRequest(request, reply)
    const page = pageRequest(request.ctx, request.cookies, nonce)
    const context = new RouterContextProvider()
    context.set(apiContext, pageApi(inProcessApi(app, request.ctx), web))
    context.set(requestContext, page)
    reply.header('content-security-policy', policy(nonce, mode, request.url))
    const response = await handle(web, context)
    for (const [name, value] of request.ctx.outgoing.headers) if (name === 'set-cookie') response.headers.append(name, value)
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'private, no-store')
    return send(reply, response)
  }
}

/** Pages take what their forms send and nothing else, read whole within the app's limit: React Router would read any kind to any length. */
function readForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    done(null)
  })
}

function pageRequest({ actor, ports }: Ctx, cookies: Record<string, string | undefined>, nonce: string): PageRequest {
  const { brand_name, support_email, public_url } = ports.settings
  const chosen = cookies[THEME_COOKIE]
  const theme = isTheme(chosen) ? chosen : 'system'
  if (!actor) return { user: null, brand_name, support_email, public_url, theme, nonce }
  const { id, name, email, role, avatar_url, brand_color } = actor
  return { user: { id, name, email, role, avatar_url, brand_color }, brand_name, support_email, public_url, theme, nonce }
}

const PAYPAL = 'https://*.paypal.com https://*.paypalobjects.com'

function policy(nonce: string, mode: string, url: string): string {
  const paying = url.startsWith('/pay/') || url.startsWith('/pricing')
  const dev = mode === 'development'
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}' 'wasm-unsafe-eval'${paying ? ` ${PAYPAL}` : ''}${dev ? " 'unsafe-eval'" : ''}`,
    `style-src 'self' 'unsafe-inline'`,
    `img-src 'self' data: blob:${paying ? ` ${PAYPAL}` : ''}`,
    `connect-src 'self'${paying ? ` ${PAYPAL}` : ''}${dev ? ' ws:' : ''}`,
    `frame-src ${paying ? PAYPAL : "'none'"}`,
    `font-src 'self'`,
    `worker-src 'self' blob:`,
    `object-src 'none'`,
    `base-uri 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`
  ].join('; ')
}

function asWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined && !name.startsWith(':')) headers.append(name, one)
  }
  const leaving = new AbortController()
  // The answer's, not the socket's: that one is kept for many calls and would gather their listeners.
  reply.raw.once('close', () => leaving.abort())
  const init: RequestInit = { method: request.method, headers, signal: leaving.signal }
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

function send(reply: FastifyReply, response: Response) {
  reply.code(response.status)
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') reply.raw.appendHeader(name, value)
    else reply.header(name, value)
  }
  return response.body ? reply.send(response.body) : reply.send()
}
