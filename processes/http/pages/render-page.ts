import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import { logout } from '#accounts/contract.ts'
import { type Actor, inSpan, Refusal } from '#platform/server/index.ts'
import type { Api } from '#platform/web/api.ts'
import { apiContext, endSessionContext, guardActions, type PageUser, pageApi, requestContext } from '#platform/web/page.ts'
import { isTheme, THEME_COOKIE, type Theme } from '#platform/web/theme/theme.ts'
import type { Metrics } from '../../metrics/metrics.ts'
import type { Rendered } from '../public/public-pages.ts'
import type { RenderLimit, SpendOnCall } from '../render-limit.ts'
import { inProcessApi, PASSED_ON } from './in-process-api.ts'

export type Build = ServerBuild | (() => Promise<ServerBuild>)

type RendererOptions = {
  app: FastifyInstance
  build: Build
  mode: 'development' | 'production'
  limit: RenderLimit
  metrics: Pick<Metrics, 'rendered'> | undefined
}

type Rendering = { request: FastifyRequest; web: Request; api: Api; user: PageUser | null; is_whole?: boolean }

export function openRenderer({ app, build, mode, limit, metrics }: RendererOptions) {
  const prepared = (built: ServerBuild) => guardActions(unmarkRootStyles(built))
  const handle = createRequestHandler(typeof build === 'function' ? async () => prepared(await build()) : prepared(build), mode)

  /** Renders the page for the one who asked for it. */
  async function render(request: FastifyRequest, web: Request): Promise<Rendered> {
    const { actor, outgoing } = request.ctx
    const spending = rememberRefusal(limit.forCalls(request))
    const api = inProcessApi(app, request.ctx, spending.spend)
    const rendered = await renderFor({ request, web, api, user: actor && pageUser(actor) })
    const { body, headers } = rendered.response
    if (spending.refusal) {
      void body?.cancel()
      throw spending.refusal
    }
    for (const [name, value] of outgoing.headers) if (PASSED_ON.has(name)) headers.append(name, value)
    return rendered
  }

  /** Renders the page for anyone, with an API that may be another than the caller's. */
  async function renderFor({ request, web, api, user, is_whole = false }: Rendering): Promise<Rendered> {
    const { brand_name, social_links, support_email, public_url } = request.ctx.ports.settings
    const nonce = randomBytes(16).toString('base64')
    const context = new RouterContextProvider()
    context.set(apiContext, pageApi(api, web))
    context.set(endSessionContext, () => api(logout, {}))
    const theme = themeOf(request.cookies)
    const is_data = new URL(web.url).pathname.endsWith('.data')
    context.set(requestContext, { user, brand_name, social_links, support_email, public_url, theme, nonce, is_whole, is_data })
    const start = performance.now()
    const response = await inSpan('render a page', {}, () => handle(web, context))
    metrics?.rendered((performance.now() - start) / 1000)
    return { response, nonce }
  }

  return { render, renderFor }
}

/**
 * React Router puts a '#' after the address of a stylesheet that dynamic imports need too, so that leaving its route does not remove it.
 * The root is never left, and because of the '#', the first import would load the same stylesheet again and lay the page out once more.
 */
function unmarkRootStyles(build: ServerBuild): ServerBuild {
  const ofRoot = new Set(build.assets.routes['root']?.css)
  const unmark = (href: string) => (ofRoot.has(href) ? href.replace(/#$/, '') : href)
  const routes = Object.entries(build.assets.routes).map(([id, route]) => [
    id,
    route?.css ? { ...route, css: route.css.map(unmark) } : route
  ])
  return { ...build, assets: { ...build.assets, routes: Object.fromEntries(routes) } }
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

export function themeOf(cookies: Record<string, string | undefined>): Theme {
  const chosen = cookies[THEME_COOKIE]
  return isTheme(chosen) ? chosen : 'system'
}

export const pageUser = ({ id, name, email, role, grants, avatar_url, brand_color }: Actor): PageUser => ({
  id,
  name,
  email,
  role,
  grants,
  avatar_url,
  brand_color
})
