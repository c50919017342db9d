import { publicPageHeaders } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { forSite } from '../site-text.ts'
import type { Route } from './+types/license-terms-page.ts'
import { LegalDocument } from './legal-document.tsx'
import { LicenseLimitsTable } from './license-limits-table.tsx'
import { LicenseSummary } from './license-summary/license-summary.tsx'
import { LICENSE_TERMS } from './texts/license-terms.ts'

export const meta: Route.MetaFunction = ({ loaderData: { site, text } }) => publicMeta(text, site)

export const headers = publicPageHeaders

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context)
  return { site, text: forSite(LICENSE_TERMS, site) }
}

export default function LicenseTermsPage({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <LegalDocument text={text}>
      <LicenseSummary />
      <LicenseLimitsTable />
    </LegalDocument>
  )
}
