import { redirect } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'

/** Redirects visitors to registration, with `next` leading back to the tool. */
export function requireAccount(request: Request, user: PageUser | null): void {
  if (user) return
  const { pathname, search } = new URL(request.url)
  throw redirect(`/register?next=${encodeURIComponent(pathname.replace(/\.data$/, '') + search)}`)
}
