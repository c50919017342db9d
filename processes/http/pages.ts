import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { PROOF_HEADER } from '#platform/contract/index.ts'
import { RETRY_AFTER_SECONDS, Refusal } from '#platform/server/index.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { RolePages } from './pages/by-role/role-pages.ts'
import { redirectToRememberedOrigin } from './pages/remembered-list.ts'
import { type Build, openRenderer, pageUser, themeOf } from './pages/render-page.ts'
import { abortOnClose, addressOf, asWebRequest } from './pages/web-request.ts'
import { pagePolicy } from './public/page-policy.ts'
import { isSameForRole, type PublicAddress, publicAddressOf } from './public/public-addresses.ts'
import { isCacheable, type PublicPages, type Rendered } from './public/public-pages.ts'
import { type RenderLimit, sendTooMany } from './render-limit.ts'

type Pages = {
  build: Build
  mode: 'development' | 'production'
  limit: RenderLimit
  publicPages?: PublicPages
  rolePages?: RolePages
  metrics?: Pick<Metrics, 'rendered'>
}

/** Serves every address that is neither the API's nor a file's as a page. Without `publicPages`, every request renders its own page. */
export function servePages(app: FastifyInstance, { build, mode, limit, publicPages, rolePages, metrics }: Pages): void {
  publicPages?.answerDirectly(app)
  const { render, renderFor } = openRenderer({ app, build, mode, limit, metrics })
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
    if (redirectToRememberedOrigin(request, reply)) return reply
    const found = publicPages && publicAddressOf(request.url)
    if (!publicPages || !found || !isCacheable(request)) {
      if (found && answerForRole(request, reply, found)) return reply
      return answerOwn(request, reply)
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

  /** Renders the page for this request alone. */
  async function answerOwn(request: FastifyRequest, reply: FastifyReply) {
    limit.spend(request)
    const rendered = await render(request, asWebRequest(request, addressOf(request), abortOnClose(reply)))
    if (isFormWithoutProof(request, rendered)) return sendToConfirm(request, reply, rendered)
    return send(reply, privateUnlessStated(rendered), mode)
  }

  /** Answers with the page that everyone of the person's role shares, if there is one. */
  function answerForRole(request: FastifyRequest, reply: FastifyReply, found: PublicAddress): boolean {
    const { actor, ports } = request.ctx
    if (!rolePages || request.method !== 'GET' || !actor || !isSameForRole(actor.role, request.url, found)) return false
    return rolePages.answer({
      app,
      request,
      reply,
      theme: themeOf(request.cookies),
      person: pageUser(actor),
      address: found.address,
      spend: (cost) => limit.spend(request, cost),
      renderFor: (user, api) =>
        renderFor({ request, web: new Request(ports.settings.public_url + found.address), api, user, is_whole: true })
    })
  }
}

/** Whether a browser without a script has sent a form that needs a fresh proof. 307 lets it send the form to the page that asks for one. A script asks by itself. */
function isFormWithoutProof({ method, url }: FastifyRequest, { response }: Rendered): boolean {
  return method === 'POST' && response.headers.has(PROOF_HEADER) && !url.split('?')[0]?.endsWith('.data')
}

function sendToConfirm({ url }: FastifyRequest, reply: FastifyReply, { response }: Rendered) {
  void response.body?.cancel()
  return reply.redirect(`/confirm?to=${encodeURIComponent(url)}`, 307)
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
