import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { resendVerification } from '../../contract.ts'
import { afterLogin, CODE_DIGITS, CODE_MINUTES, ownAddress } from '../../rules.ts'
import css from '../form.module.css'
import type { Route } from './+types/verify-page.ts'
import { CodeField } from './code-field.tsx'
import { nextOf, withQuery } from './form-fields.ts'
import { isResend, Resend } from './resend.tsx'
import { justMailed, secondsToWait } from './resend-countdown.ts'
import { emailOf, openInBrowser, textsOf, verifyBy } from './sign-in-requests.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Verify your email' }, { name: 'robots', content: 'noindex' }]

export function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user) throw redirect(afterLogin(nextOf(request), user.role))
  const email = new URL(request.url).searchParams.get('email') ?? ''
  return { email, next: nextOf(request), wait: secondsToWait(request, 'code') }
}

const DEFAULT_NEXT = '/dashboard'
const FAILED = 'Verification failed. Please try again.'
const RESEND_FAILED = 'We couldn’t resend the email. Please try again.'

const wantedBy = (request: Request): string => ownAddress(nextOf(request)) ?? DEFAULT_NEXT

type Texts = { fields?: Record<string, string>; sent?: string }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  try {
    if (isResend(form)) {
      const { message } = await api(resendVerification, { body: { email: emailOf(form) } })
      return data<Texts>({ sent: message }, { headers: justMailed('code') })
    }
    await verifyBy(api, form)
    return redirect(wantedBy(request))
  } catch (error) {
    const { data: answer, init } = failed(error, isResend(form) ? RESEND_FAILED : FAILED)
    const wait = isResend(form) && error instanceof ApiError ? error.retryAfter : undefined
    return data<Texts>({ fields: withCodeError(error, answer.fields) }, { ...init, ...(wait && { headers: justMailed('code', wait) }) })
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<Texts | Response> {
  const form = await request.clone().formData()
  try {
    if (isResend(form)) return await serverAction()
    const opened = await openInBrowser(verifyBy, form, true)
    return redirect(opened ? wantedBy(request) : withQuery('/login', { next: nextOf(request) }))
  } catch (error) {
    if (error instanceof Response) throw error
    return { fields: withCodeError(error, textsOf(error, isResend(form) ? RESEND_FAILED : FAILED)) }
  }
}

/** Shows an error about the code next to the code field. */
function withCodeError(error: unknown, fields: Record<string, string>): Record<string, string> {
  const isCode = error instanceof ApiError && error.body.code === 'wrong_code' && fields['form'] !== undefined
  return isCode ? { code: fields['form']! } : fields
}

/** Also after a refusal, which may change the wait. */
export const shouldRevalidate = () => true

export default function VerifyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, next } = loaderData
  const sending = useNavigation().formData
  const verifying = sending !== undefined && !isResend(sending)
  const { fields = {}, sent }: Texts = verifying ? {} : (actionData ?? {})
  const sendOnce = useSentOnce(verifying, actionData)
  const here = withQuery('/verify', { email, next })
  return (
    <Page
      width="form"
      title="Verify your email"
      intro={
        email ? (
          <>
            We sent a {CODE_DIGITS}-digit code to {email}. It works for {CODE_MINUTES} minutes.
          </>
        ) : (
          `Enter your email address and the ${CODE_DIGITS}-digit code we sent to it.`
        )
      }
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {sent && <Notice tone="good">{sent}</Notice>}
      <Form method="post" action={here} noValidate onSubmit={sendOnce} className={css['form']}>
        <EmailOf email={email} error={fields['email']} />
        <CodeField error={fields['code']} busy={verifying} answer={actionData} />
        <Button type="submit" kind="main" wide busy={verifying}>
          {verifying ? 'Verifying…' : 'Verify'}
        </Button>
      </Form>
      {email && (
        <Form method="post" action={here}>
          <input type="hidden" name="email" value={email} />
          <Resend
            label="Resend code"
            note="No email? Check your spam folder."
            loaded={loaderData}
            busy={sending !== undefined && isResend(sending)}
          />
        </Form>
      )}
      <nav className={css['links']} aria-label="Other options">
        <Link to={withQuery('/register', { next })}>Back to Register</Link>
        <Link to={withQuery('/login', { next })}>Log in</Link>
      </nav>
    </Page>
  )
}

function EmailOf({ email, error }: { email: string; error: string | undefined }) {
  if (email && !error) return <input type="hidden" name="email" value={email} />
  return <TextField label="Email" name="email" type="email" autoComplete="username" required defaultValue={email} error={error} />
}
