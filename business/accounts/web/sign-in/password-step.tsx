import { Form, Link } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { PASSWORD_MIN, TEXTS } from '../../rules.ts'
import css from '../form.module.css'
import { withQuery } from './form-fields.ts'
import { PasskeySignIn } from './passkey-sign-in.tsx'

const required = (value: string) => (value.trim() === '' ? TEXTS.login_required : undefined)

interface PasswordStepProps {
  fields: Record<string, string>
  email: string | undefined
  busy: boolean
  /** The form's last answer. */
  answer: unknown
  next: string | null
}

export function PasswordStep({ fields, email, busy, answer, next }: PasswordStepProps) {
  const sendOnce = useSentOnce(busy, answer)
  return (
    <>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <Form method="post" noValidate onSubmit={sendOnce} className={css['form']}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
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
      <PasskeySignIn busy={busy} />
      <nav className={css['links']} aria-label="Other options">
        <span>
          New here? <Link to={withQuery('/register', { next })}>Create account</Link>
        </span>
        <Link to="/forgot-username">Forgot username?</Link>
        <Link to="/">Back to Home</Link>
      </nav>
    </>
  )
}
