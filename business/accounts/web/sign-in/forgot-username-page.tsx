import { Link } from 'react-router'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { forgotUsername } from '../../recovery.contract.ts'
import { reminderSent } from '../../rules.ts'
import css from '../form.module.css'
import type { Route } from './+types/forgot-username-page.ts'
import { loadSent, orFallback, requestEmail } from './request-email.ts'
import { RequestEmailForm, Sent } from './request-email-form.tsx'

const PATH = '/forgot-username'
const FALLBACKS = {
  send: 'We couldn’t send the reminder. Please try again.',
  resend: 'We couldn’t resend the email. Please try again.'
}

export const meta: Route.MetaFunction = () => [{ title: 'Forgot username' }, { name: 'robots', content: 'noindex' }]

export function loader({ request, context }: Route.LoaderArgs) {
  return { ...loadSent(request, 'reminder'), support_email: context.get(requestContext).support_email }
}

export async function action({ request, context }: Route.ActionArgs) {
  const call = (email: string) => context.get(apiContext)(forgotUsername, { body: { email } })
  return requestEmail(request, { kind: 'reminder', path: PATH, fallbacks: FALLBACKS, call })
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => orFallback(request, FALLBACKS, serverAction)

export default function ForgotUsernamePage({ loaderData, actionData }: Route.ComponentProps) {
  const { sent, support_email } = loaderData
  return (
    <Page
      width="form"
      title="Forgot username"
      intro="You sign in with your email address. Enter the address you may have used, and we will send a reminder to it."
    >
      {sent ? (
        <Sent path={PATH} message={reminderSent(sent)} loaded={loaderData} refused={actionData} />
      ) : (
        <RequestEmailForm label="Send reminder" refused={actionData} />
      )}
      <nav className={css['links']} aria-label="Other options">
        <Link to="/login">Back to Login</Link>
        <Link to="/forgot-password">Forgot password?</Link>
        <span>
          Need help? <a href={`mailto:${support_email}`}>{support_email}</a>
        </span>
      </nav>
    </Page>
  )
}
