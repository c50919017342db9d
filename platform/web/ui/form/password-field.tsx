import { type ComponentProps, useState } from 'react'
import { Button } from '../button.tsx'
import { IconHide, IconShow } from '../icons.ts'
import { TextField } from './text-field.tsx'

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>

/** A password field that can be shown and that warns when Caps Lock is on. */
export function PasswordField({ hint, ...rest }: PasswordFieldProps) {
  const [shown, setShown] = useState(false)
  const [capsLock, setCapsLock] = useState(false)
  const look = (event: React.KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="none"
      spellCheck={false}
      {...rest}
      type={shown ? 'text' : 'password'}
      hint={capsLock ? 'Caps Lock is on.' : hint}
      onKeyDown={look}
      onKeyUp={look}
      trailing={
        <Button
          type="button"
          kind="quiet"
          small
          square
          aria-pressed={shown}
          aria-label={shown ? 'Hide password' : 'Show password'}
          onClick={() => setShown(!shown)}
        >
          {shown ? <IconHide size={18} aria-hidden="true" /> : <IconShow size={18} aria-hidden="true" />}
        </Button>
      }
    />
  )
}
