import { createContext, data, redirect } from 'react-router'
import { type Api, ApiError } from './api.ts'

export type PageUser = {
  id: string
  name: string
  email: string
  role: 'client' | 'employee' | 'admin'
  avatar_url: string | null
  brand_color: string | null
}

/** What every page may know of the request it answers. */
export type PageRequest = {
  user: PageUser | null
  brand_name: string
  /** Where people write for help. */
  support_email: string
  /** Without a slash at the end. */
  public_url: string
  theme: 'light' | 'dark' | 'system'
  nonce: string
}

/** The `headers` of a page that shows every visitor without a session the same: it may be kept for all of them (processes/public-pages.ts). */
export const shownToAll = () => ({ 'cache-control': 'public' })

export const apiContext = createContext<Api>()
export const requestContext = createContext<PageRequest>()

/** The guard of every page: the API decides, the page follows. Signed out -> /login, wrong role -> /, nothing there on a GET -> 404 page.
 *  Every other refusal is left to the form that caused it. */
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

function follow(error: unknown, request: Request): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.status === 401) return redirect(loginAddress(request))
  if (error.status === 403 && error.body.code === 'wrong_role') return redirect('/')
  if (error.status === 404 && request.method === 'GET') return data(error.body, 404)
  return error
}

/** Which refusal the guard followed: 401 to /login, 403 to /. For pages that say it in their own words. */
export function turnedAway(error: unknown): 401 | 403 | undefined {
  const to = error instanceof Response ? error.headers.get('location') : null
  if (to === '/') return 403
  return to?.startsWith('/login?') ? 401 : undefined
}

/** /login with the page one wanted, without the suffix of React Router's own data requests. */
export function loginAddress(request: Request): string {
  const { pathname, search } = new URL(request.url)
  const page = pathname === '/_root.data' ? '/' : pathname.replace(/\.data$/, '')
  const query = new URLSearchParams(search)
  query.delete('_routes')
  return `/login?next=${encodeURIComponent(page + (query.size > 0 ? `?${query}` : ''))}`
}
