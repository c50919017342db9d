import { Link } from 'react-router'
import { publicPageHeaders } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { RequestForm } from '#privacy/web/index.ts'
import { forSite } from '../site-text.ts'
import type { Route } from './+types/privacy-page.ts'
import { LegalDocument } from './legal-document.tsx'
import css from './privacy-page.module.css'
import { PRIVACY } from './texts/privacy.ts'

export const meta: Route.MetaFunction = ({ loaderData: { site, text } }) => publicMeta(text, site)

export const headers = publicPageHeaders

export function loader({ context }: Route.LoaderArgs) {
  const site = siteOf(context)
  return { site, text: forSite(PRIVACY, site) }
}

export default function PrivacyPage({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <LegalDocument text={text} chips>
      {/* The headings of this page are those of the policy. */}
      <fieldset id="your-data" className={css['yourData']}>
        <legend>Your data</legend>
        <p>
          With an account, you get a copy of your data or delete it on <Link to="/user/data">Your data</Link>. Without one, we email you a
          link:
        </p>
        <RequestForm />
      </fieldset>
    </LegalDocument>
  )
}
