import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { logout } from '#accounts/contract.ts'
import type { Endpoint } from '#platform/contract/index.ts'
import { isDatabaseAway } from '#platform/database/database-away.ts'
import {
  type Arrived,
  answer,
  BUSY,
  bodyOf,
  type Ctx,
  inSpan,
  logRefusal,
  nameOf,
  RETRY_AFTER_SECONDS,
  Refusal
} from '#platform/server/index.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext, endSessionContext, guardActions, type PageRequest, pageApi, requestContext } from '#platform/web/page.ts'
import { isTheme, THEME_COOKIE, type Theme } from '#platform/web/theme/theme.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { pagePolicy } from './public/page-policy.ts'
import { publicAddressOf } from './public/public-addresses.ts'
import { isCacheable, type PublicPages, type Rendered } from './public/public-pages.ts'
import { type RenderLimit, type SpendOnCall, sendTooMany, unlimitedCalls } from './render-limit.ts'

/** Lets the page server call the API in process: the same access checks, validation, limit, and refusals as over HTTP, without the network. */
export function inProcessApi(app: FastifyInstance, ctx: Ctx, spendOnCall: SpendOnCall = unlimitedCalls): Api {
  const call = async (e: Pick<Endpoint, 'method' | 'path'>, sent: object, { idempotency_key }: { idempotency_key?: string } = {}) => {
    const found = app.mounted.get(nameOf(e))
    if (!found?.handler) throw new Error(`No endpoint to call in process: ${nameOf(e)}`)
    const own: Ctx = { ...ctx, outgoing: { headers: [] } }
    try {
      spendOnCall(e)
      const body = await answer(found.endpoint, found.handler, own, { ...(sent as Arrived), idempotency_key })
      return { body, total: Number(own.outgoing.headers.find(([name]) => name === 'x-total-count')?.[1] ?? 0) }
    } catch (error) {
      if (isDatabaseAway(error)) {
        ctx.log.warn({ err: error }, 'too busy for a page')
        throw new ApiError(503, BUSY, RETRY_AFTER_SECONDS)
      }
      if (!(error instanceof Refusal)) throw error
      logRefusal(ctx.log, error)
      throw new ApiError(error.status, bodyOf(error), error.retryAfter)
    } finally {
      ctx.outgoing.headers.push(...own.outgoing.headers.filter(([name]) => name === 'set-cookie'))
    }
  }
  const api = async (e: Pick<Endpoint, 'method' | 'path'>, sent: object, options?: { idempotency_key?: string }) =>
    (await call(e, sent, options)).body
  return Object.assign(api, { withTotal: call }) as Api
}

type Build = ServerBuild | (() => Promise<ServerBuild>)

type Pages = {
  build: Build
  mode: 'development' | 'production'
  limit: RenderLimit
  publicPages?: PublicPages
  metrics?: Pick<Metrics, 'rendered'>
}

/** Serves every address that is neither the API's nor a file's as a page. Without `publicPages`, every request renders its own page. */
export function servePages(app: FastifyInstance, { build, mode, limit, publicPages, metrics }: Pages): void {
  const handle = createRequestHandler(typeof build === 'function' ? async () => guardActions(await build()) : guardActions(build), mode)
  for (const url of ['/api', '/api/*']) app.all(url, (_request, reply) => reply.callNotFound())
  void app.register(async (pages) => {
    readForms(pages)
    pages.route({ method: ['GET', 'POST', 'HEAD'], url: '/*', handler: answerOrRefuse })
  })

  async function answerOrRefuse(request: FastifyRequest, reply: FastifyReply) {
    try {
      return await answerPage(request, reply)
    } catch (error) {
      if (error instanceof Refusal && error.status === 429) return sendTooMany(reply, error)
      throw error
    }
  }

  async function answerPage(request: FastifyRequest, reply: FastifyReply) {
    const found = publicPages && isCacheable(request) ? publicAddressOf(request.url) : undefined
    if (!publicPages || !found) {
      limit.spend(request)
      const rendered = await render(request, asWebRequest(request, addressOf(request), abortOnClose(reply)))
      return send(reply, privateUnlessStated(rendered), mode)
    }
    const theme = themeOf(request.cookies)
    // Rendered under the configured host and without unknown parameters, so that all visitors can share the page.
    const web = () => asWebRequest(request, request.ctx.ports.settings.public_url + found.address)
    const rendered = await publicPages.answer({
      request,
      reply,
      theme,
      ...found,
      spend: () => limit.spend(request),
      render: () => render(request, web())
    })
    return rendered ? send(reply, privateUnlessStated(rendered), mode) : reply
  }

  async function render(request: FastifyRequest, web: Request): Promise<Rendered> {
    const nonce = randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    const spending = rememberRefusal(limit.forCalls(request))
    const api = inProcessApi(app, request.ctx, spending.spend)
    context.set(apiContext, pageApi(api, web))
    context.set(endSessionContext, () => api(logout, {}))
    context.set(requestContext, pageRequest(request.ctx, themeOf(request.cookies), nonce))
    const start = performance.now()
    const response = await inSpan('render a page', {}, () => handle(web, context))
    metrics?.rendered((performance.now() - start) / 1000)
    if (spending.refusal) {
      void response.body?.cancel()
      throw spending.refusal
    }
    for (const [name, value] of request.ctx.outgoing.headers) if (name === 'set-cookie') response.headers.append(name, value)
    return { response, nonce }
  }
}

/** A page whose calls were refused has become an error page, so the caller answers with the refusal instead. */
function rememberRefusal(spendOnCall: SpendOnCall): { spend: SpendOnCall; refusal?: Refusal } {
  const spending: { spend: SpendOnCall; refusal?: Refusal } = {
    spend: (call) => {
      try {
        spendOnCall(call)
      } catch (error) {
        if (error instanceof Refusal) spending.refusal = error
        throw error
      }
    }
  }
  return spending
}

/** A page outside the response cache is private, unless it states a max-age itself. */
function privateUnlessStated(rendered: Rendered): Rendered {
  const { headers } = rendered.response
  if (!headers.get('cache-control')?.includes('max-age')) headers.set('cache-control', 'private, no-store')
  return rendered
}

/** More than any form has. Reading more would take longer than a page. */
const MAX_FORM_FIELDS = 2000

/** Accepts only form posts, read whole within the app's body limit. React Router itself would read any type and any length. */
function readForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers()
  pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    request.rawBody = body
    done(hasTooManyFields(body) ? new Refusal('malformed', 400, 'The form has too many fields.') : null)
  })
}

function hasTooManyFields(body: Buffer): boolean {
  let at = -1
  for (let fields = 0; fields < MAX_FORM_FIELDS; fields += 1) {
    at = body.indexOf('&', at + 1)
    if (at === -1) return false
  }
  return true
}

function themeOf(cookies: Record<string, string | undefined>): Theme {
  const chosen = cookies[THEME_COOKIE]
  return isTheme(chosen) ? chosen : 'system'
}

function pageRequest({ actor, ports }: Ctx, theme: Theme, nonce: string): PageRequest {
  const { brand_name, social_links, support_email, public_url } = ports.settings
  const site = { brand_name, social_links, support_email, public_url, theme, nonce }
  if (!actor) return { user: null, ...site }
  const { id, name, email, role, avatar_url, brand_color } = actor
  return { user: { id, name, email, role, avatar_url, brand_color }, ...site }
}

/** Listens on the response, not on the socket: a keep-alive socket serves many requests and would collect their listeners. */
function abortOnClose(reply: FastifyReply): AbortSignal {
  const closed = new AbortController()
  reply.raw.once('close', () => closed.abort())
  return closed.signal
}

/** Rendering for the response cache has no `signal`: other visitors wait for the page too, so it must not stop when the first one leaves. */
function asWebRequest(request: FastifyRequest, address: string, signal?: AbortSignal): Request {
  // HEAD gets the headers that GET would get.
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const init: RequestInit = { method, headers: webHeaders(request), signal: signal ?? null }
  if (request.method === 'POST') init.body = new Uint8Array(request.rawBody ?? [])
  return new Request(address, init)
}

function webHeaders({ headers }: FastifyRequest): Headers {
  const result = new Headers()
  for (const [name, value] of Object.entries(headers)) {
    // HTTP/2 pseudo headers, such as :path, are not headers for the Fetch API.
    if (name.startsWith(':')) continue
    for (const one of [value ?? []].flat()) result.append(name, one)
  }
  return result
}

const HOST = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** The Host header is untrusted text. */
function addressOf({ protocol, host, url }: FastifyRequest): string {
  const address = `${protocol}://${host}${url}`
  if (!HOST.test(host) || !URL.canParse(address)) throw new Refusal('malformed', 400, 'The request could not be read.')
  return address
}

function send(reply: FastifyReply, { response, nonce }: Rendered, mode: string) {
  reply.code(response.status)
  if (response.status === 503) reply.header('retry-after', String(RETRY_AFTER_SECONDS))
  reply.header('content-security-policy', pagePolicy([`'nonce-${nonce}'`], mode, reply.request.url))
  for (const [name, value] of response.headers) {
    if (name === 'set-cookie') reply.raw.appendHeader(name, value)
    else reply.header(name, value)
  }
  if (reply.request.method !== 'HEAD' && response.body) return reply.send(response.body)
  void response.body?.cancel()
  return reply.send()
}
