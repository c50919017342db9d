import { Form } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import { TEXTS, TOTP_DIGITS } from '../../rules.ts'
import css from './security.module.css'

/** A secret that waits for its first code, and its QR code. */
export type Started = { otpauth_url: string; qr: string }

export function AddApp({ has, busy }: { has: boolean; busy: boolean }) {
  return (
    <section className={css['way']} aria-labelledby="app">
      <h2 id="app">Authenticator app</h2>
      <p>
        An app on your phone shows a new {TOTP_DIGITS}-digit code every 30 seconds: for example 1Password, Aegis, Google Authenticator or
        Microsoft Authenticator.
      </p>
      <Form method="post">
        <input type="hidden" name="intent" value="start" />
        <Button type="submit" kind="main" busy={busy}>
          {has ? 'Set up another app instead' : 'Set up an app'}
        </Button>
      </Form>
    </section>
  )
}

interface ConfirmAppProps {
  started: Started
  error: string | undefined
  busy: boolean
  /** The form's last answer. */
  answer: unknown
}

const secretIn = (otpauth_url: string): string => new URL(otpauth_url).searchParams.get('secret') ?? ''
const inGroups = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

const check = (typed: string) => (typed.replace(/\s/g, '').length === TOTP_DIGITS ? undefined : TEXTS.totp_code)

export function ConfirmApp({ started: { otpauth_url, qr }, error, busy, answer }: ConfirmAppProps) {
  const sendOnce = useSentOnce(busy, answer)
  return (
    <ol className={css['steps']}>
      <li>
        <h2>Scan this code with your app</h2>
        <div className={css['scan']}>
          <img src={qr} alt="QR code with the secret for your app" width={196} height={196} />
          <div className={css['typed']}>
            <p>
              On this phone? <a href={otpauth_url}>Open it in your app</a>.
            </p>
            <p>No camera? Type this secret into the app:</p>
            <code className={css['secret']}>{inGroups(secretIn(otpauth_url))}</code>
          </div>
        </div>
      </li>
      <li>
        <h2>Enter the code that the app shows</h2>
        <Form method="post" noValidate onSubmit={sendOnce} className={css['form']}>
          <input type="hidden" name="intent" value="confirm" />
          <input type="hidden" name="otpauth_url" value={otpauth_url} />
          <TextField
            label="Code"
            name="code"
            required
            inputMode="numeric"
            autoComplete="one-time-code"
            hint="Until you confirm it, signing in stays as it was."
            check={check}
            error={error}
          />
          <Button type="submit" kind="main" busy={busy}>
            {busy ? 'Checking…' : 'Turn it on'}
          </Button>
        </Form>
      </li>
    </ol>
  )
}
