import { data, redirect, useSearchParams } from 'react-router'
import { errorFields } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { readForm } from '#platform/web/form.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { publicMeta, siteOf } from '#platform/web/site.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import longCss from '#platform/web/ui/form/long-form.module.css'
import { Page } from '#platform/web/ui/page.tsx'
import { openContactForm, sendContact } from '../contract.ts'
import { CONTACT_THANKS, SUPPORT_HOURS } from '../rules.ts'
import type { Route } from './+types/contact-page.ts'
import { type ContactAnswer, ContactForm } from './contact-form.tsx'
import css from './contact-page.module.css'
import { Prose } from './prose.tsx'

const PAGE_META = {
  path: '/contact',
  title: 'Contact Us',
  description: `Contact our support team by form or email. Support hours: ${SUPPORT_HOURS}.`
}

export const meta: Route.MetaFunction = ({ loaderData: { site } }) => publicMeta(PAGE_META, site)

/** Not cached for all visitors, because the form token contains the time the page was opened. */
export async function loader({ context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  const { form_token } = await context.get(apiContext)(openContactForm, {})
  return { site: siteOf(context), form_token, name: user?.name ?? '', email: user?.email ?? '' }
}

const FAILED = 'Your message could not be sent. Please try again or send us an email.'

export async function action({ request, context }: Route.ActionArgs) {
  const body = await readForm(request, 'name', 'email', 'subject', 'message', 'website', 'form_token')
  try {
    await context.get(apiContext)(sendContact, { body })
  } catch (error) {
    if (error instanceof Response) throw error
    const { name, email, subject, message } = body
    const typed = { name, email, subject, message }
    if (error instanceof ApiError && error.status < 500) return data({ fields: errorFields(error), typed }, error.status)
    console.error(error)
    return data({ fields: { form: FAILED }, typed }, 500)
  }
  return redirect('/contact?sent=1')
}

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FAILED })

export default function ContactPage({ loaderData: { site, form_token, name, email }, actionData }: Route.ComponentProps) {
  const [query] = useSearchParams()
  const answer: ContactAnswer | undefined = actionData
  return (
    <Page width="text" title={PAGE_META.title} intro="Send us a message. A person reads and answers every one.">
      {query.has('sent') && !answer ? (
        <div className={css['sent']}>
          <Notice tone="good" title="Message sent.">
            {CONTACT_THANKS}
          </Notice>
          <LinkButton to="/contact">Write another message</LinkButton>
        </div>
      ) : (
        <ContactForm form_token={form_token} typed={answer?.typed ?? { name, email }} fields={answer?.fields ?? {}} />
      )}
      <dl className={longCss['details']}>
        <dt>Email</dt>
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
  'So that we can help you quickly, include the email address of your account and, for a purchase, its date or certificate number. For a copyright report, see [what it must include](/terms#copyright).'
]
