import { useEffect, useState } from 'react'
import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { refused } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { resendVerification } from '../contract.ts'
import { afterLogin, CODE_DIGITS, CODE_MINUTES, TEXTS } from '../rules.ts'
import type { Route } from './+types/verify-page.ts'
import { codeSent, secondsToWait } from './code-sent.ts'
import css from './form.module.css'
import { nextOf, textOf, withQuery } from './form-text.ts'
import { openInBrowser, textsOf, verifyBy } from './session-calls.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Verify your email' }, { name: 'robots', content: 'noindex' }]

export function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user) throw redirect(afterLogin(nextOf(request), user.role))
  const email = new URL(request.url).searchParams.get('email') ?? ''
  return { email, next: nextOf(request), wait: secondsToWait(request) }
}

type Texts = { fields?: Record<string, string>; sent?: string }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const api = context.get(apiContext)
  try {
    if (isResend(form)) {
      const { message } = await api(resendVerification, { body: { email: textOf(form, 'email') } })
      return data<Texts>({ sent: message }, { headers: codeSent() })
    }
    const { user } = await verifyBy(api, form)
    return redirect(afterLogin(nextOf(request), user.role))
  } catch (error) {
    const { data: answer, init } = refused(error)
    const wait = isResend(form) && error instanceof ApiError ? error.retryAfter : undefined
    return data<Texts>(answer, { ...init, ...(wait && { headers: codeSent(wait) }) })
  }
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs): Promise<Texts | Response> {
  const form = await request.clone().formData()
  if (isResend(form)) return serverAction()
  try {
    const { user } = await openInBrowser(verifyBy, form, true)
    return redirect(afterLogin(nextOf(request), user.role))
  } catch (error) {
    return { fields: textsOf(error, 'Verification failed. Please try again.') }
  }
}

const isResend = (form: FormData): boolean => form.get('intent') === 'resend'

export default function VerifyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { email, next } = loaderData
  const { fields = {}, sent }: Texts = actionData ?? {}
  const sending = useNavigation().formData
  const verifying = sending !== undefined && !isResend(sending)
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
          `Enter your email and the ${CODE_DIGITS}-digit code from it.`
        )
      }
    >
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {sent && <Notice tone="good">{sent}</Notice>}
      <Form method="post" action={withQuery('/verify', { email, next })} noValidate className={css['form']}>
        <EmailOf email={email} error={fields['email']} />
        <CodeField error={fields['code']} />
        <Button type="submit" kind="main" wide busy={verifying}>
          {verifying ? 'Verifying…' : 'Verify'}
        </Button>
        {email && <Resend loaded={loaderData} busy={sending !== undefined && isResend(sending)} />}
      </Form>
      <nav className={css['links']} aria-label="Other ways">
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

const digitsOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, CODE_DIGITS)

/** One field rather than seven: it takes a paste with spaces, and programs fill it from the mail. */
function CodeField({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      className={css['code']}
      onChange={({ currentTarget }) => {
        currentTarget.value = digitsOf(currentTarget.value)
      }}
      check={(value) => (digitsOf(value).length === CODE_DIGITS ? undefined : TEXTS.code)}
      error={error}
    />
  )
}

function Resend({ loaded, busy }: { loaded: { wait: number }; busy: boolean }) {
  const left = useCountdown(loaded)
  return (
    <div className={css['resend']}>
      <span>Nothing in the inbox? Look in spam, too.</span>
      <Button type="submit" name="intent" value="resend" kind="plain" small busy={busy} disabled={left > 0} formNoValidate>
        {left > 0 ? `Resend code in ${left} s` : 'Resend code'}
      </Button>
    </div>
  )
}

/** Counts down from what the page was last loaded with. */
function useCountdown(loaded: { wait: number }): number {
  const [left, setLeft] = useState(loaded.wait)
  useEffect(() => {
    const end = Date.now() + loaded.wait * 1000
    const show = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    show()
    if (loaded.wait === 0) return
    const timer = setInterval(show, 250)
    return () => clearInterval(timer)
  }, [loaded])
  return left
}
