import { publicPageHeaders } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { forSite } from '../site-text.ts'
import type { Route } from './+types/subscription-terms-page.ts'
import { LegalDocument } from './legal-document.tsx'
import { SUBSCRIPTION_TERMS } from './texts/subscription-terms.ts'

export const meta: Route.MetaFunction = ({ loaderData: { site, text } }) => publicMeta(text, site)

export const headers = publicPageHeaders

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context)
  return { site, text: forSite(SUBSCRIPTION_TERMS, site) }
}

export default function SubscriptionTermsPage({ loaderData: { text } }: Route.ComponentProps) {
  return <LegalDocument text={text} />
}
