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
import { afterLogin, PASSWORD_MIN, TEXTS } from '../../rules.ts'
import css from '../form.module.css'
import type { Route } from './+types/login-page.ts'
import { BesideArtwork } from './artwork/beside-artwork.tsx'
import { nextOf, textOf, withQuery } from './form-fields.ts'
import { emailOf, INVALID_RESPONSE, isRemembered, isUnverified, logInBy, openInBrowser, textsOf } from './sign-in-requests.ts'

export const meta: Route.MetaFunction = () => [{ title: 'Log in' }, { name: 'robots', content: 'noindex' }]

const FAILED = 'Login failed. Please try again.'

export function loader({ request, context }: Route.LoaderArgs) {
  const { user } = context.get(requestContext)
  if (user) throw redirect(afterLogin(nextOf(request), user.role))
  return { next: nextOf(request) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  try {
    const { user } = await logInBy(context.get(apiContext), form)
    return redirect(afterLogin(nextOf(request), user.role))
  } catch (error) {
    if (isUnverified(error)) return toVerify(request, form)
    const { data: answer, init } = failed(error, FAILED)
    return data({ ...answer, email: textOf(form, 'email') }, init ?? {})
  }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  try {
    const opened = await openInBrowser(logInBy, form, isRemembered(form))
    if (!opened) return { fields: { form: INVALID_RESPONSE }, email: textOf(form, 'email') }
    return redirect(afterLogin(nextOf(request), opened.user.role))
  } catch (error) {
    if (isUnverified(error)) return toVerify(request, form)
    return { fields: textsOf(error, FAILED), email: textOf(form, 'email') }
  }
}

const toVerify = (request: Request, form: FormData) => redirect(withQuery('/verify', { email: emailOf(form), next: nextOf(request) }))

const required = (value: string) => (value.trim() === '' ? TEXTS.login_required : undefined)

export default function LoginPage({ loaderData: { next }, actionData }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === 'POST'
  const fields: Record<string, string> = busy ? {} : (actionData?.fields ?? {})
  const sendOnce = useSentOnce(busy, actionData)
  return (
    <BesideArtwork artwork="mountains">
      <Page width="form" title="Log in" intro="Find your licenses, downloads and requests where you left them.">
        {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
        <Form method="post" noValidate onSubmit={sendOnce} className={css['form']}>
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            defaultValue={actionData?.email}
            check={required}
            error={fields['email']}
          />
          <PasswordField label="Password" name="password" required minLength={PASSWORD_MIN} check={required} error={fields['password']} />
          <div className={css['row']}>
            <Checkbox label="Remember me" name="remember_me" defaultChecked />
            <Link to="/forgot-password">Forgot password?</Link>
          </div>
          <Button type="submit" kind="main" wide busy={busy}>
            {busy ? 'Signing in…' : 'Log in'}
          </Button>
        </Form>
        <nav className={css['links']} aria-label="Other options">
          <span>
            New here? <Link to={withQuery('/register', { next })}>Create account</Link>
          </span>
          <Link to="/forgot-username">Forgot username?</Link>
          <Link to="/">Back to Home</Link>
        </nav>
      </Page>
    </BesideArtwork>
  )
}
