import { redirect } from 'react-router'
import type { PageUser } from '#platform/web/page.ts'

/** The tools are for whoever has an account: a visitor registers first and is then led back. */
export function requireAccount(request: Request, user: PageUser | null): void {
  if (user) return
  const { pathname, search } = new URL(request.url)
  throw redirect(`/register?next=${encodeURIComponent(pathname.replace(/\.data$/, '') + search)}`)
}
