import { data } from 'react-router'
import { requestContext } from '#platform/web/page.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { landingOf } from '../rules.ts'
import type { Route } from './+types/not-open-page.ts'
import { guardPage } from './guard.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Not open yet' }, { name: 'robots', content: 'noindex' }]

/** Stands at every address of the route tables that no page serves yet, and guards it as that page will. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  guardPage(request, user)
  return data({ landing: user ? landingOf(user.role) : null }, 404)
}

export default function NotOpenPage({ loaderData: { landing } }: Route.ComponentProps) {
  return (
    <Page title="This page opens with a later release" width="text">
      <p>The address is right, but nothing stands here yet. The catalogue is open: search it, get what is free, license what you like.</p>
      <p>
        <LinkButton to="/" kind="main">
          Explore assets
        </LinkButton>
        {landing ? (
          <LinkButton to={landing} kind="quiet">
            Your dashboard
          </LinkButton>
        ) : (
          <LinkButton to="/login" kind="quiet">
            Log in
          </LinkButton>
        )}
      </p>
    </Page>
  )
}
