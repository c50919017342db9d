import { Form, Link, useNavigation } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { TEXTS } from '../../rules.ts'
import css from '../form.module.css'
import { useSendable } from '../use-sendable.ts'
import { useEmailHint } from './email-hint.tsx'
import { looksLikeEmail, textOf } from './form-fields.ts'
import type { Refused } from './request-email.ts'
import { isResend, Resend } from './resend.tsx'

const useBusy = () => useNavigation().formMethod === 'POST'
const checkEmail = (value: string) => (looksLikeEmail(value) ? undefined : TEXTS.email)

interface RequestEmailFormProps {
  /** The button's label. */
  label: string
  refused: Refused | undefined
}

export function RequestEmailForm({ label, refused }: RequestEmailFormProps) {
  const { fields = {}, email }: Partial<Refused> = refused ?? {}
  const busy = useBusy()
  const { sendable, watch } = useSendable((typed) => looksLikeEmail(textOf(typed, 'email')))
  return (
    <>
      {fields['form'] && <Notice tone="bad">{fields['form']}</Notice>}
      <Form method="post" noValidate className={css['form']} {...watch}>
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={email}
          check={checkEmail}
          error={fields['email']}
          {...useEmailHint()}
        />
        <Button type="submit" kind="main" wide busy={busy} disabled={!sendable}>
          {busy ? 'Sending…' : label}
        </Button>
      </Form>
    </>
  )
}

interface SentProps {
  /** The page's path, to enter another address. */
  path: string
  /** The server's neutral message. */
  message: string
  loaded: { sent: string; wait: number }
  refused: Refused | undefined
}

/** Replaces the form after an email was requested. */
export function Sent({ path, message, loaded, refused }: SentProps) {
  const wrong = Object.values(refused?.fields ?? {})[0]
  const sending = useNavigation().formData
  return (
    <>
      {wrong ? <Notice tone="bad">{wrong}</Notice> : <Notice tone="good">{message}</Notice>}
      <Form method="post" className={css['form']}>
        <input type="hidden" name="email" value={loaded.sent} />
        <div className={css['row']}>
          <Resend label="Resend" loaded={loaded} busy={sending !== undefined && isResend(sending)} />
          <Link to={path}>Use another address</Link>
        </div>
      </Form>
    </>
  )
}
