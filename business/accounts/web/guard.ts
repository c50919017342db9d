import { redirect } from 'react-router'
import { loginAddress, type PageUser } from '#platform/web/page.ts'
import { accessOf, mayOpen } from '../rules.ts'

/** For pages that ask the API for nothing: the others are guarded by the calls they make. */
export function guardPage(request: Request, user: PageUser | null): void {
  const path = new URL(request.url).pathname.replace(/\.data$/, '')
  const answer = mayOpen(accessOf(path), user?.role ?? null)
  if (answer === 'login') throw redirect(loginAddress(request))
  if (answer === 'home') throw redirect('/')
}
