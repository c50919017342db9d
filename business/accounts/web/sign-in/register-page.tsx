import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { afterLogin, ownAddress, PASSWORD_MIN, TEXTS } from '../../rules.ts'
import css from '../form.module.css'
import type { Route } from './+types/register-page.ts'
import { BesideArtwork } from './artwork/beside-artwork.tsx'
import { useEmailHint } from './email-hint.tsx'
import { looksLikeEmail, nextOf, textOf, withQuery } from './form-fields.ts'
import { justMailed, noteMailed } from './resend-countdown.ts'
import { emailOf, registerBy, registerInBrowser, textsOf } from './sign-in-requests.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Create account' },
  { name: 'description', content: 'Create an account to license graphic assets, subscribe to a plan or request a custom design.' }
]

const DEFAULT_NEXT = '/dashboard'
const FAILED = 'Registration failed'

const wantedBy = (request: Request): string => ownAddress(nextOf(request)) ?? DEFAULT_NEXT

export function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user) throw redirect(afterLogin(nextOf(request), user.role))
  return { next: nextOf(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  try {
    await registerBy(context.get(apiContext), form)
  } catch (error) {
    const { data: answer, init } = failed(error, FAILED)
    return data({ ...answer, ...typedIn(form) }, init ?? {})
  }
  return redirect(toVerify(request, form), { headers: justMailed('code') })
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  try {
    if (await registerInBrowser(form)) return redirect(wantedBy(request))
    noteMailed('code')
    return redirect(toVerify(request, form))
  } catch (error) {
    return { fields: textsOf(error, FAILED), ...typedIn(form) }
  }
}

const typedIn = (form: FormData) => ({ name: textOf(form, 'name'), email: textOf(form, 'email'), terms: form.has('terms') })

const toVerify = (request: Request, form: FormData) => withQuery('/verify', { email: emailOf(form), next: wantedBy(request) })

const required = (value: string) => (value.trim() === '' ? TEXTS.register_required : undefined)
const checkEmail = (value: string) => required(value) ?? (looksLikeEmail(value) ? undefined : TEXTS.email)
const checkPassword = (value: string) => required(value) ?? (value.length < PASSWORD_MIN ? TEXTS.password_short : undefined)

export default function RegisterPage({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const fields: Record<string, string> = busy ? {} : (actionData?.fields ?? {})
  const sendOnce = useSentOnce(busy, actionData)
  return (
    <BesideArtwork artwork="desert">
      <Page width="form" title="Create account" intro="License single assets, follow custom requests, and keep every download.">
        {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
        <Form method="post" noValidate onSubmit={sendOnce} className={css['form']}>
          <TextField
            label="Full name"
            name="name"
            autoComplete="name"
            required
            defaultValue={actionData?.name}
            check={required}
            error={fields['name']}
          />
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={actionData?.email}
            check={checkEmail}
            {...useEmailHint()}
            error={fields['email']}
          />
          <PasswordField
            label="Password"
            name="password"
            autoComplete="new-password"
            required
            minLength={PASSWORD_MIN}
            hint={`At least ${PASSWORD_MIN} characters.`}
            check={checkPassword}
            error={fields['password']}
          />
          <Checkbox
            name="terms"
            defaultChecked={actionData?.terms ?? true}
            error={fields['terms']}
            label={
              <>
                I agree to the <Link to="/terms">Terms</Link> & <Link to="/privacy">Privacy Policy</Link>.
              </>
            }
          />
          <Button type="submit" kind="main" wide busy={busy}>
            {busy ? 'Creating account…' : 'Create account'}
          </Button>
        </Form>
        <nav className={css['links']} aria-label="Other options">
          <span>
            Have an account? <Link to={withQuery('/login', { next })}>Log in</Link>
          </span>
          <Link to="/">Back to Home</Link>
        </nav>
      </Page>
    </BesideArtwork>
  )
}
