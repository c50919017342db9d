import { type ActionFunctionArgs, createContext, data, redirect, type ServerBuild } from 'react-router'
import type { Grant } from '#platform/contract/grants.ts'
import { type Api, ApiError } from './api.ts'

export type PageUser = {
  id: string
  name: string
  email: string
  role: 'client' | 'employee' | 'admin'
  /** What an admin may do. Empty for everyone else. */
  grants: readonly Grant[]
  avatar_url: string | null
  brand_color: string | null
}

/** Shown in place of a picture of the person. */
export const initialOf = ({ name, email }: Pick<PageUser, 'name' | 'email'>): string => (name || email).slice(0, 1).toUpperCase()

/** What every page knows about the request that it answers. */
export type PageRequest = {
  user: PageUser | null
  brand_name: string
  /** The shop's pages on social networks: https addresses. */
  social_links: readonly string[]
  /** Where people write for help. */
  support_email: string
  /** Without a trailing slash. */
  public_url: string
  theme: 'light' | 'dark' | 'system'
  nonce: string
  /** Whether the page is sent only when it is complete. */
  is_whole?: boolean
  /** Whether only the page's data is asked for, by a browser that shows another page already. */
  is_data?: boolean
}

/** The `headers` of a page that looks the same to every visitor without a session, so that one rendering may be cached for all of them (processes/http/public/public-pages.ts). */
export const publicPageHeaders = () => ({ 'cache-control': 'public' })

/** Whether parts of the page may follow the rest: the browser has JavaScript, and the answer is not kept for others. */
export const mayFollow = ({ user, is_data = false, is_whole = false }: PageRequest): boolean => is_data && !is_whole && user !== null

export const apiContext = createContext<Api>()
export const requestContext = createContext<PageRequest>()
/** Ends the caller's session and clears its cookie. */
export const endSessionContext = createContext<() => Promise<unknown>>()

/** Sends the caller home. If a page action rethrows it, the session ends instead: see `guardActions`. */
class WrongRole extends Response {
  constructor() {
    super(null, { status: 302, headers: { location: '/' } })
  }
}

/**
 * The guard of every page: the API decides, the page follows. 401 leads to /login, and a missing second factor of an admin to its set-up. 403
 * `wrong_role` leads to / from a page load, and ends the session from an action. 403 `missing_grant`, 404, 410, or 503 on a GET shows the page
 * that says so. Every other refusal is left to the form that caused it.
 */
export function pageApi(api: Api, request: Request): Api {
  const guarded =
    <Arguments extends unknown[], Result>(call: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      try {
        return await call(...given)
      } catch (error) {
        throw follow(error, request)
      }
    }
  return Object.assign(guarded(api), { withTotal: guarded(api.withTotal) }) as Api
}

/** Where an admin sets up the second factor that is required. */
export const SECOND_FACTOR_PAGE = '/user/profile/second-factor'

/** Not found, gone, and too busy: the whole page says so. */
const SHOWN = new Set([404, 410, 503])

/** Returns the server's text for a call that failed while a page loads, or undefined if the server did not answer. */
export function refusalText(error: unknown): string | undefined {
  if (error instanceof ApiError) return error.message
  if (typeof error !== 'object' || error === null || !('data' in error)) return undefined
  const { data: body } = error
  return typeof body === 'object' && body !== null && 'error' in body && typeof body.error === 'string' ? body.error : undefined
}

function follow(error: unknown, request: Request): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.status === 401) return redirect(loginAddress(request))
  if (error.status === 403 && error.body.code === 'wrong_role') return new WrongRole()
  if (error.body.code === 'second_factor_required') return redirect(SECOND_FACTOR_PAGE)
  if (error.status === 403 && error.body.code === 'missing_grant' && request.method === 'GET') return data(error.body, 403)
  if (SHOWN.has(error.status) && request.method === 'GET') return data(error.body, error.status)
  return error
}

/** Which refusal the guard followed, for pages that report it in their own words. */
export function denialStatus(error: unknown): 401 | 403 | undefined {
  if (error instanceof WrongRole) return 403
  const to = error instanceof Response ? error.headers.get('location') : null
  return to?.startsWith('/login?') ? 401 : undefined
}

type Action = (given: ActionFunctionArgs) => unknown

/** The same action, except that a 403 `wrong_role` which it does not handle ends the session and leads to /login. */
export function guardAction(action: Action) {
  return async (given: ActionFunctionArgs): Promise<unknown> => {
    try {
      const answer = await action(given)
      if (!(answer instanceof WrongRole)) return answer
    } catch (error) {
      if (!(error instanceof WrongRole)) throw error
    }
    await given.context.get(endSessionContext)()
    return redirect(loginAddress(given.request))
  }
}

/** Applies `guardAction` to every page of a build. */
export function guardActions(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const action = route?.module.action
    return [id, route && action ? { ...route, module: { ...route.module, action: guardAction(action) } } : route]
  })
  return { ...build, routes: Object.fromEntries(routes) }
}

/** /login, with the requested page as `next`. Strips the suffix of React Router's own data requests. */
export function loginAddress(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const page = pathname.endsWith('/_.data') ? pathname.slice(0, -'_.data'.length) : pathname.replace(/\.data$/, '')
  const query = new URLSearchParams(search)
  query.delete('_routes')
  return `/login?next=${encodeURIComponent(page + (query.size > 0 ? `?${query}` : ''))}`
}
