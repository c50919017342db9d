import { shownToAll } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { SUPPORT_HOURS } from '../rules.ts'
import type { Route } from './+types/contact-page.ts'
import css from './contact-page.module.css'
import { Prose } from './prose.tsx'

const FACTS = {
  path: '/contact',
  title: 'Contact Us',
  description: `How to reach support: by e-mail, ${SUPPORT_HOURS}.`
}

export const meta: Route.MetaFunction = ({ loaderData: { site } }) => publicMeta(FACTS, site)

export const headers = shownToAll

export const loader = ({ context }: Route.LoaderArgs) => ({ site: siteOf(context) })

export default function ContactPage({ loaderData: { site } }: Route.ComponentProps) {
  return (
    <Page width="text" title={FACTS.title} intro="Write to us; a person reads it.">
      <dl className={css['facts']}>
        <dt>E-mail</dt>
        <dd>
          <a href={`mailto:${site.support_email}`}>{site.support_email}</a>
        </dd>
        <dt>Support hours</dt>
        <dd>{SUPPORT_HOURS}</dd>
        <dt>Where we are</dt>
        <dd>California, USA</dd>
      </dl>
      <Prose blocks={HINTS} />
    </Page>
  )
}

const HINTS = [
  'Many questions are answered in the [FAQ](/faq).',
  'To help you at once we need the address of your account, and for a purchase its day or certificate number. For a copyright report, see what it [must say](/terms#copyright).'
]
