import { useEffect, useId, useState } from 'react'
import { PasswordField } from '#platform/web/ui/password-field.tsx'
import { PASSWORD_MIN, TEXTS } from '../rules.ts'
import { textOf } from './form-text.ts'
import { StrengthMeter } from './strength-meter.tsx'

const checkLength = (value: string) => (value.length < PASSWORD_MIN ? TEXTS.password_short : undefined)

/** What is wrong with a form of these fields, by field; nothing when it may be sent. */
export function passwordErrors(form: FormData, name: string): Record<string, string> | undefined {
  const password = textOf(form, name)
  const short = checkLength(password)
  if (short) return { [name]: short }
  return textOf(form, 'confirm') === password ? undefined : { confirm: TEXTS.password_match }
}

interface NewPasswordFieldsProps {
  /** Of the first field; the second is called 'confirm'. */
  name: string
  /** By field, the server's. */
  errors: Record<string, string>
  /** Nothing can be typed any more: the meter has nothing to say. */
  locked?: boolean
}

/** A new password with its strength, and the same once more. */
export function NewPasswordFields({ name, errors, locked }: NewPasswordFieldsProps) {
  const [password, setPassword] = useState('')
  const id = useId()
  const confirmId = `${id}-confirm`
  useEffect(() => {
    // What was typed before the page was alive.
    setPassword(inputOf(id).value)
  }, [id])
  useEffect(() => {
    // The other field's error follows this one, too.
    if (password !== '' && inputOf(confirmId).ariaInvalid) checkAgain(inputOf(confirmId))
  }, [password, confirmId])
  return (
    <>
      <PasswordField
        id={id}
        label="New password"
        name={name}
        autoComplete="new-password"
        required
        minLength={PASSWORD_MIN}
        onChange={({ currentTarget }) => setPassword(currentTarget.value)}
        onBlur={() => inputOf(confirmId).value !== '' && checkAgain(inputOf(confirmId))}
        check={checkLength}
        error={errors[name]}
      />
      {!locked && <StrengthMeter password={password} />}
      <PasswordField
        id={confirmId}
        label="Confirm new password"
        name="confirm"
        autoComplete="new-password"
        required
        check={(value) => (value === password ? undefined : TEXTS.password_match)}
        error={errors['confirm']}
      />
    </>
  )
}

const inputOf = (id: string) => document.getElementById(id) as HTMLInputElement

/** A field looks at its value when it is left. */
const checkAgain = (input: HTMLInputElement) => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
