import { data, useNavigate } from 'react-router'
import { ArtworkStrip, findArtwork } from '#catalogue/web/index.ts'
import { publicWageRules } from '#payroll/contract.ts'
import { apiContext, publicPageHeaders, refusalText } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { MESSAGES } from '../rules.ts'
import type { Route } from './+types/careers-page.ts'
import { ApplicationForm } from './application/application-form.tsx'
import { Applied } from './application/applied.tsx'
import { ApplyButton } from './application/apply-button.tsx'
import { refusedIn } from './application/send-application.ts'
import css from './careers-page.module.css'
import { Duties, Offer, Ownership } from './role-text.tsx'
import { WageTable } from './wage-table.tsx'

const PAGE_META = {
  path: '/careers',
  title: 'Careers',
  description: 'Work as a self-employed creative: what you do, what each approved asset pays, and who owns the work.'
}

export const meta: Route.MetaFunction = ({ loaderData }) => publicMeta(PAGE_META, loaderData?.site)

/** Cacheable for every visitor, unless it shows an error. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => {
  const own = loaderHeaders.get('cache-control')
  return own === null ? publicPageHeaders() : { 'cache-control': own }
}

/** Without JavaScript, `?apply` shows the form in the page, and `?applied` and `?wrong` its result. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const address = new URL(request.url).searchParams
  const shows = address.has('applied') ? ('applied' as const) : address.has('apply') ? ('form' as const) : ('offer' as const)
  const api = context.get(apiContext)
  const page = {
    site: siteOf(context),
    shows,
    refused: refusedIn(address),
    works: shows === 'offer' ? await findArtwork(api, 'vector') : []
  }
  try {
    return data({ ...page, wages: { rules: await api(publicWageRules, {}), error: '' } })
  } catch (error) {
    if (error instanceof Response) throw error
    const words = refusalText(error) ?? MESSAGES.wages_failed
    return data({ ...page, wages: { rules: [], error: words } }, { headers: { 'cache-control': 'no-store' } })
  }
}

export default function CareersPage({ loaderData: { site, wages, works, shows, refused } }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <Page
      width="text"
      title={PAGE_META.title}
      intro={`Create for ${site.brand_name}, and get paid for every asset we approve.`}
      actions={shows === 'offer' && <ApplyButton />}
    >
      {shows === 'applied' && <Applied />}
      <ArtworkStrip label="Vectors from the catalogue" works={works} />
      <section className={css['section']}>
        <h2>Self-Employed Creative (Contract)</h2>
        <Offer />
        <h3>What you do</h3>
        <Duties />
      </section>
      <section className={css['section']}>
        <h2>Wages</h2>
        <p>In US dollars per approved asset, at the rate in effect on the day of approval.</p>
        {wages.error ? <Notice tone="bad">{wages.error}</Notice> : <WageTable rules={wages.rules} />}
      </section>
      <section className={css['section']}>
        <h2>Ownership and usage</h2>
        <Ownership brandName={site.brand_name} />
      </section>
      {shows === 'form' && (
        <section className={css['section']} id="apply">
          <h2>Apply</h2>
          <ApplicationForm refused={refused} onDone={() => void navigate('/careers?applied')} />
        </section>
      )}
    </Page>
  )
}
