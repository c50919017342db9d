import { PasswordField } from '#platform/web/ui/form/password-field.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import { TEXTS } from '../../rules.ts'

export const WHY = 'Before an important change, we make sure that it is you. We will not ask again for 10 minutes.'

type ProofFieldsProps = {
  way: 'password' | 'totp'
  errors: Record<string, string>
  /** Put before the names of the fields. */
  prefix?: string
}

export function ProofFields({ way, errors, prefix = '' }: ProofFieldsProps) {
  if (way === 'totp')
    return (
      <TextField
        label="Code from your authenticator app"
        name={`${prefix}code`}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        check={(typed) => (typed.trim() === '' ? TEXTS.totp_code : undefined)}
        error={errors['code']}
      />
    )
  return (
    <PasswordField
      label="Your password"
      name={`${prefix}password`}
      required
      check={(typed) => (typed === '' ? TEXTS.current_password : undefined)}
      error={errors['password']}
    />
  )
}
