import { publicWageRules } from '#payroll/contract.ts'
import { apiContext, shownToAll } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import type { Route } from './+types/careers-page.ts'
import css from './careers-page.module.css'
import { Duties, Offer, Ownership } from './role-text.tsx'
import { WageTable } from './wage-table.tsx'

const FACTS = {
  path: '/careers',
  title: 'Careers',
  description: 'Work as a self-employed creative: what you do, what each approved asset pays, and who owns the work.'
}

export const meta: Route.MetaFunction = ({ loaderData }) => publicMeta(FACTS, loaderData?.site)

export const headers = shownToAll

export async function loader({ context }: Route.LoaderArgs) {
  return { site: siteOf(context), wage_rules: await context.get(apiContext)(publicWageRules, {}) }
}

export default function CareersPage({ loaderData: { site, wage_rules } }: Route.ComponentProps) {
  return (
    <Page width="text" title={FACTS.title} intro={`Draw for ${site.brand_name}, and be paid for each asset that we approve.`}>
      <section className={css['section']}>
        <h2>Self-Employed Creative (Contract)</h2>
        <Offer />
        <h3>What you do</h3>
        <Duties />
      </section>
      <section className={css['section']}>
        <h2>Wages</h2>
        <p>In US dollars for each approved asset, by the rule in effect on the day of approval.</p>
        <WageTable rules={wage_rules} />
      </section>
      <section className={css['section']}>
        <h2>Ownership and usage</h2>
        <Ownership brandName={site.brand_name} />
      </section>
      <Notice title="Applications open here soon">
        Until then, send your portfolio and a few words about you to <a href={`mailto:${site.support_email}`}>{site.support_email}</a>.
      </Notice>
    </Page>
  )
}
