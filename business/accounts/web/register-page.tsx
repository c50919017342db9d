import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { refused } from '#platform/web/action.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox } from '#platform/web/ui/checkbox.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import { PasswordField } from '#platform/web/ui/password-field.tsx'
import { TextField } from '#platform/web/ui/text-field.tsx'
import { register } from '../contract.ts'
import { afterLogin, PASSWORD_MIN, TEXTS } from '../rules.ts'
import type { Route } from './+types/register-page.ts'
import { codeSent } from './code-sent.ts'
import css from './form.module.css'
import { nextOf, textOf, withQuery } from './form-text.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'Create account' },
  { name: 'description', content: 'Create an account to license graphic assets, subscribe to a plan or request a custom design.' }
]

const DEFAULT_NEXT = '/dashboard'

export function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user) throw redirect(afterLogin(nextOf(request), user.role))
  return { next: nextOf(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = { name: textOf(form, 'name'), email: textOf(form, 'email') }
  try {
    await context.get(apiContext)(register, { body: { ...typed, password: textOf(form, 'password'), terms: form.has('terms') } })
  } catch (error) {
    const { data: answer, init } = refused(error)
    return data({ ...answer, ...typed, terms: form.has('terms') }, init ?? {})
  }
  const email = typed.email.trim().toLowerCase()
  return redirect(withQuery('/verify', { email, next: nextOf(request) ?? DEFAULT_NEXT }), { headers: codeSent() })
}

const required = (value: string) => (value.trim() === '' ? TEXTS.register_required : undefined)
const checkEmail = (value: string) => required(value) ?? (/^\S+@\S+\.\S{2,}$/.test(value.trim()) ? undefined : TEXTS.email)
const checkPassword = (value: string) => required(value) ?? (value.length < PASSWORD_MIN ? TEXTS.password_short : undefined)

export default function RegisterPage({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const fields: Record<string, string> = actionData?.fields ?? {}
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Page width="form" title="Create account" intro="License single assets, follow custom requests, keep every download.">
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <Form method="post" noValidate className={css['form']}>
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
      <nav className={css['links']} aria-label="Other ways">
        <span>
          Have an account? <Link to={withQuery('/login', { next })}>Log in</Link>
        </span>
        <Link to="/">Back to Home</Link>
      </nav>
    </Page>
  )
}
