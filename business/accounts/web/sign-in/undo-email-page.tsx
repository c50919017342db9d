import { data, Form, Link, useNavigation } from 'react-router'
import { type FieldErrors, failed } from '#platform/web/action.ts'
import { ApiError } from '#platform/web/api.ts'
import { callServerAction } from '#platform/web/client-action.ts'
import { apiContext } from '#platform/web/page.ts'
import { Button, LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { refusals, undoEmailChange } from '../../own-account.contract.ts'
import { TEXTS, UNDO_DAYS } from '../../rules.ts'
import css from '../form.module.css'
import type { Route } from './+types/undo-email-page.ts'

const FALLBACK = 'The change could not be undone. Please try again.'

export const meta: Route.MetaFunction = () => [{ title: 'Undo the change of your email' }, { name: 'robots', content: 'noindex' }]

const tokenOf = (request: Request): string => new URL(request.url).searchParams.get('token')?.trim() ?? ''

/** Opening the link changes nothing: mail programs open links on their own. */
export const loader = ({ request }: Route.LoaderArgs) => ({ has_token: tokenOf(request) !== '' })

/** `dead`: the link no longer works. */
type Outcome = { done?: string; dead?: boolean; fields?: FieldErrors }

export async function action({ request, context }: Route.ActionArgs) {
  try {
    const { message } = await context.get(apiContext)(undoEmailChange, { body: { token: tokenOf(request) } })
    return data<Outcome>({ done: message })
  } catch (error) {
    if (isDead(error)) return data<Outcome>({ dead: true }, 422)
    const { data: answer, init } = failed(error, FALLBACK)
    return data<Outcome>(answer, init ?? {})
  }
}

const isDead = (error: unknown): boolean =>
  error instanceof ApiError && (error.body.code === 'invalid_undo' || error.body.fields?.['token'] !== undefined)

export const clientAction = (sent: Route.ClientActionArgs) => callServerAction(sent, { failed: FALLBACK })

export default function UndoEmailPage({ loaderData: { has_token }, actionData }: Route.ComponentProps) {
  const { done, dead = !has_token, fields = {} }: Outcome = actionData ?? {}
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Page
      width="form"
      title="Undo the change of your email"
      intro={done ? undefined : 'Your account gets its old address back, every device is signed out, and you set a new password.'}
    >
      {dead && (
        <Notice tone="warn" title={has_token ? refusals.invalid_undo.message : TEXTS.undo_token}>
          <p>
            The link works once, for {UNDO_DAYS} days. If someone else uses your account, <Link to="/contact">write to us</Link>.
          </p>
        </Notice>
      )}
      {done && <Notice tone="good">{done}</Notice>}
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {!done && !dead && (
        <Form method="post" className={css['form']}>
          <p>Did you change the address yourself? Then close this page: nothing happens.</p>
          <Button type="submit" kind="main" wide busy={busy}>
            {busy ? 'Undoing…' : 'Undo the change'}
          </Button>
        </Form>
      )}
      {done && (
        <LinkButton to="/forgot-password" kind="main" wide>
          Reset your password
        </LinkButton>
      )}
      {dead && (
        <LinkButton to="/login" kind="plain" wide>
          Return to Login
        </LinkButton>
      )}
    </Page>
  )
}
