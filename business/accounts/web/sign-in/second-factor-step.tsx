import { type ReactNode, useState } from 'react'
import { Form, Link, useSubmit } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { IconKey } from '#platform/web/ui/icons.ts'
import { useSentOnce } from '#platform/web/use-sent-once.ts'
import type { SecondFactorNeeded } from '../../contract.ts'
import { TEXTS, TOTP_DIGITS, TRUSTED_DAYS } from '../../rules.ts'
import css from '../form.module.css'
import { withQuery } from './form-fields.ts'
import step from './second-factor-step.module.css'
import { askForPasskey, passkeyError, useHasPasskeys } from './use-passkey.ts'

interface SecondFactorStepProps {
  needed: SecondFactorNeeded
  remembered: boolean
  /** The way that has just failed. */
  tried: string | undefined
  fields: Record<string, string>
  busy: boolean
  /** The form's last answer. */
  answer: unknown
  next: string | null
}

/** Each way has a form of its own, so that all of them work before hydration. The first one is open; the others are disclosures. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const { needed, fields, next } = props
  const { second_factor } = needed
  const others = second_factor.slice(1).filter((method) => method !== 'passkey')
  return (
    <>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      {second_factor.includes('totp') && <CodeForm {...props} method="totp" />}
      {second_factor.includes('passkey') && <PasskeyForm {...props} isMain={!second_factor.includes('totp')} />}
      {second_factor[0] === 'recovery' ? (
        <CodeForm {...props} method="recovery" />
      ) : (
        others.includes('recovery') && (
          <details className={step['other']} open={props.tried === 'recovery'}>
            <summary>Use a recovery code</summary>
            <CodeForm {...props} method="recovery" />
          </details>
        )
      )}
      <nav className={css['links']} aria-label="Other options">
        <Link to={withQuery('/login', { next })} reloadDocument>
          Start again
        </Link>
        <Link to="/contact">I have lost everything</Link>
      </nav>
    </>
  )
}

/** What every form of this step carries. */
function Carried({ needed, remembered }: Pick<SecondFactorStepProps, 'needed' | 'remembered'>) {
  return (
    <>
      <input type="hidden" name="step" value="second_factor" />
      <input type="hidden" name="challenge" value={needed.challenge} />
      <input type="hidden" name="second_factor" value={needed.second_factor.join(' ')} />
      {needed.passkey && <input type="hidden" name="passkey" value={JSON.stringify(needed.passkey)} />}
      {needed.may_remember_browser && <input type="hidden" name="may_remember_browser" value="1" />}
      {remembered && <input type="hidden" name="remember_me" value="on" />}
    </>
  )
}

const FIELDS = {
  totp: {
    label: 'Code from your authenticator app',
    hint: `${TOTP_DIGITS} digits. A new one appears every 30 seconds.`,
    // An empty field is not an error: the person may use another way.
    check: (typed: string) => ([0, TOTP_DIGITS].includes(typed.replace(/\s/g, '').length) ? undefined : TEXTS.totp_code),
    autoComplete: 'one-time-code',
    inputMode: 'numeric'
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the ten codes that you saved. Each works once.',
    check: undefined,
    autoComplete: 'off',
    inputMode: 'text'
  }
} as const

function CodeForm({ method, needed, remembered, tried, fields, busy, answer }: SecondFactorStepProps & { method: 'totp' | 'recovery' }) {
  const sendOnce = useSentOnce(busy, answer)
  const { label, hint, check, autoComplete, inputMode } = FIELDS[method]
  return (
    <Form method="post" noValidate onSubmit={sendOnce} className={css['form']}>
      <Carried needed={needed} remembered={remembered} />
      <input type="hidden" name="method" value={method} />
      <TextField
        label={label}
        name="code"
        hint={hint}
        required
        autoComplete={autoComplete}
        inputMode={inputMode}
        spellCheck={false}
        // The page has just changed to this step: who uses a keyboard or a screen reader goes on here.
        autoFocus={method === needed.second_factor[0]}
        check={check}
        error={tried === method ? fields['code'] : undefined}
      />
      <TrustBrowser needed={needed} />
      <Button type="submit" kind={method === needed.second_factor[0] ? 'main' : 'plain'} wide busy={busy}>
        {busy ? 'Signing in…' : 'Continue'}
      </Button>
    </Form>
  )
}

function TrustBrowser({ needed }: Pick<SecondFactorStepProps, 'needed'>): ReactNode {
  if (!needed.may_remember_browser) return null
  return <Checkbox label={`Do not ask again in this browser for ${TRUSTED_DAYS} days`} name="remember_browser" />
}

/** Before hydration there is no button, because passkeys need a script. */
function PasskeyForm({ needed, remembered, busy, isMain }: SecondFactorStepProps & { isMain: boolean }) {
  const submit = useSubmit()
  const has = useHasPasskeys()
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState<string>()
  const ask = async (form: HTMLFormElement) => {
    setAsking(true)
    setError(undefined)
    try {
      const response = await askForPasskey(needed.passkey ?? {})
      const sent = new FormData(form)
      sent.set('response', JSON.stringify(response))
      await submit(sent, { method: 'post', replace: true })
    } catch (error) {
      setError(passkeyError(error))
    } finally {
      setAsking(false)
    }
  }
  if (!has) return <noscript>Using a passkey needs JavaScript.</noscript>
  return (
    <form
      className={css['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void ask(event.currentTarget)
      }}
    >
      <Carried needed={needed} remembered={remembered} />
      <input type="hidden" name="method" value="passkey" />
      {error && <Notice tone="bad">{error}</Notice>}
      {isMain && <TrustBrowser needed={needed} />}
      <Button type="submit" kind={isMain ? 'main' : 'plain'} wide busy={asking} disabled={busy}>
        <IconKey size={18} aria-hidden="true" />
        Use a passkey
      </Button>
    </form>
  )
}
