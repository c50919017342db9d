import { redirect } from 'react-router'
import { loginAddress, requestContext } from '#platform/web/page.ts'
import { landingOf } from '../../rules.ts'
import type { Route } from './+types/landing-page.ts'

/** /dashboard: forwards to the role's own dashboard, with the query. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  return redirect(user ? landingOf(user.role) + new URL(request.url).search : loginAddress(request))
}
