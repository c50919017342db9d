import { shownToAll } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import type { Route } from './+types/subscription-terms-page.ts'
import { LegalDocument } from './legal-document.tsx'
import { subscriptionTerms } from './texts/subscription-terms.ts'

export const meta: Route.MetaFunction = ({ loaderData: { site, text } }) => publicMeta(text, site)

export const headers = shownToAll

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context)
  return { site, text: subscriptionTerms(site) }
}

export default function SubscriptionTermsPage({ loaderData: { text } }: Route.ComponentProps) {
  return <LegalDocument text={text} />
}
