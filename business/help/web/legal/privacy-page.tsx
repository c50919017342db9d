import { publicPageHeaders } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { forSite } from '../site-text.ts'
import type { Route } from './+types/privacy-page.ts'
import { LegalDocument } from './legal-document.tsx'
import { PRIVACY } from './texts/privacy.ts'

export const meta: Route.MetaFunction = ({ loaderData: { site, text } }) => publicMeta(text, site)

export const headers = publicPageHeaders

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context)
  return { site, text: forSite(PRIVACY, site) }
}

export default function PrivacyPage({ loaderData: { text } }: Route.ComponentProps) {
  return <LegalDocument text={text} chips />
}
