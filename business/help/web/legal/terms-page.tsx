import { publicPageHeaders } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { forSite } from '../site-text.ts'
import type { Route } from './+types/terms-page.ts'
import { LegalDocument } from './legal-document.tsx'
import { TERMS } from './texts/terms.ts'

export const meta: Route.MetaFunction = ({ loaderData: { site, text } }) => publicMeta(text, site)

export const headers = publicPageHeaders

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context)
  return { site, text: forSite(TERMS, site) }
}

export default function TermsPage({ loaderData: { text } }: Route.ComponentProps) {
  return <LegalDocument text={text} chips />
}
