import { data, Form, Link, useNavigation } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { apiContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { resetPassword } from '../../recovery.contract.ts'
import { RESET_MINUTES, TEXTS } from '../../rules.ts'
import css from '../form.module.css'
import { useSendable } from '../use-sendable.ts'
import type { Route } from './+types/reset-password-page.ts'
import { textOf } from './form-fields.ts'
import { NewPasswordFields, passwordErrors } from './new-password-fields.tsx'

const FALLBACK = 'Password reset failed'

export const meta: Route.MetaFunction = () => [{ title: 'Set a new password' }, { name: 'robots', content: 'noindex' }]

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token')?.trim() ?? ''

export const loader = ({ request }: Route.LoaderArgs) => ({ has_token: tokenOf(request) !== '' })

/** `dead`: the link no longer works. */
type Outcome = { done?: string; dead?: boolean; fields?: FieldErrors }

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const fields = passwordErrors(form, 'password')
  if (fields) return data<Outcome>({ fields }, 422)
  try {
    const body = { token: tokenOf(request), password: textOf(form, 'password') }
    const { message } = await context.get(apiContext)(resetPassword, { body })
    return data<Outcome>({ done: message })
  } catch (error) {
    if (isDead(error)) return data<Outcome>({ dead: true }, 422)
    const { data: answer, init } = failed(error, FALLBACK)
    return data<Outcome>(answer, init ?? {})
  }
}

const isDead = (error: unknown): boolean =>
  error instanceof ApiError && (error.body.code === 'invalid_token' || error.body.fields?.['token'] !== undefined)

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch (error) {
    if (error instanceof Response) throw error
    // A 503 keeps React Router from reloading the page's data, which would fail too.
    return data<Outcome>({ fields: { form: FALLBACK } }, 503)
  }
}

export default function ResetPasswordPage({ loaderData: { has_token }, actionData }: Route.ComponentProps) {
  const { done, dead = !has_token, fields = {} }: Outcome = actionData ?? {}
  const busy = useNavigation().formMethod === 'POST'
  const locked = dead || done !== undefined
  const { sendable, watch } = useSendable((typed) => passwordErrors(typed, 'password') === undefined)
  return (
    <Page
      width="form"
      title="Set a new password"
      intro={done ? 'You are signed out on every device.' : 'This signs you out on every device.'}
    >
      {dead && <DeadLink had={has_token} />}
      {done && <Notice tone="good">{done}</Notice>}
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <Form method="post" noValidate className={css['form']} {...watch}>
        <fieldset className={css['lockable']} disabled={locked}>
          <NewPasswordFields key={locked ? 'locked' : 'open'} name="password" errors={fields} locked={locked} />
          <Button type="submit" kind="main" wide busy={busy} disabled={!sendable}>
            {busy ? 'Resetting…' : 'Reset password'}
          </Button>
        </fieldset>
      </Form>
      {done ? (
        <LinkButton to="/login" kind="main" wide>
          Return to Login
        </LinkButton>
      ) : (
        <nav className={css['links']} aria-label="Other options">
          <Link to="/login">Back to Login</Link>
        </nav>
      )}
    </Page>
  )
}

function DeadLink({ had }: { had: boolean }) {
  return (
    <Notice tone="warn" title={TEXTS.reset_token}>
      <p>
        {had
          ? `The link was already used, was replaced by a newer one, or is over ${RESET_MINUTES} minutes old.`
          : 'Open this page with the link in our email.'}
      </p>
      <p>
        <Link to="/forgot-password">Request a new link</Link>
      </p>
    </Notice>
  )
}
