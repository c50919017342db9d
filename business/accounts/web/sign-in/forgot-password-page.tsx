import { Link } from 'react-router'
import { apiContext } from '#platform/web/page.ts'
import { Page } from '#platform/web/ui/page.tsx'
import { forgotPassword } from '../../recovery.contract.ts'
import { RESET_MINUTES, resetSent } from '../../rules.ts'
import css from '../form.module.css'
import type { Route } from './+types/forgot-password-page.ts'
import { loadSent, orFallback, requestEmail } from './request-email.ts'
import { RequestEmailForm, Sent } from './request-email-form.tsx'

const PATH = '/forgot-password'
const FALLBACKS = {
  send: 'We couldn’t send the reset link. Please try again.',
  resend: 'We couldn’t resend the email. Please try again.'
}

export const meta: Route.MetaFunction = () => [{ title: 'Forgot password' }, { name: 'robots', content: 'noindex' }]

export const loader = ({ request }: Route.LoaderArgs) => loadSent(request, 'reset')

export async function action({ request, context }: Route.ActionArgs) {
  const call = (email: string) => context.get(apiContext)(forgotPassword, { body: { email } })
  return requestEmail(request, { kind: 'reset', path: PATH, fallbacks: FALLBACKS, call })
}

export const clientAction = ({ request, serverAction }: Route.ClientActionArgs) => orFallback(request, FALLBACKS, serverAction)

export default function ForgotPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  const { sent } = loaderData
  return (
    <Page width="form" title="Forgot password" intro={`We will email you a link that works once, for ${RESET_MINUTES} minutes.`}>
      {sent ? (
        <Sent path={PATH} message={resetSent(sent)} loaded={loaderData} refused={actionData} />
      ) : (
        <RequestEmailForm label="Send reset link" refused={actionData} />
      )}
      <nav className={css['links']} aria-label="Other options">
        <Link to="/login">Back to Login</Link>
        <Link to="/forgot-username">Forgot username?</Link>
      </nav>
    </Page>
  )
}
