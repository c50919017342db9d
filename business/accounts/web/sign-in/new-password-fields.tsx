import { useEffect, useId, useState } from 'react'
import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { PASSWORD_MIN, TEXTS } from '../../rules.ts'
import { textOf } from './form-fields.ts'
import { StrengthMeter } from './strength-meter.tsx'

const checkLength = (value: string) => (value.length < PASSWORD_MIN ? TEXTS.password_short : undefined)

/** Returns the errors by field, or undefined if the form is valid. */
export function passwordErrors(form: FormData, name: string): Record<string, string> | undefined {
  const password = textOf(form, name)
  const short = checkLength(password)
  if (short) return { [name]: short }
  return textOf(form, 'confirm') === password ? undefined : { confirm: TEXTS.password_match }
}

interface NewPasswordFieldsProps {
  /** Name of the first field. The second is 'confirm'. */
  name: string
  /** The server's errors by field. */
  errors: Record<string, string>
  /** Hides the strength meter. */
  locked?: boolean
}

/** A new password with a strength meter, and its confirmation. */
export function NewPasswordFields({ name, errors, locked }: NewPasswordFieldsProps) {
  const [password, setPassword] = useState('')
  const id = useId()
  const confirmId = `${id}-confirm`
  useEffect(() => {
    // Typed before hydration.
    setPassword(inputOf(id).value)
  }, [id])
  useEffect(() => {
    // Update the confirmation's error when this field changes.
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

/** Fields are checked on blur. */
const checkAgain = (input: HTMLInputElement) => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
