import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react'
import css from './email-hint.module.css'
import { suggestEmail } from './suggest-email.ts'

/** Long enough that no hint appears while typing. */
const PAUSE_MS = 400

interface EmailHint {
  hint: ReactNode
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** 'Did you mean …?' below an email field, after a pause in typing: `<TextField label="Email" … {...useEmailHint()} />`. */
export function useEmailHint(): EmailHint {
  const [field, setField] = useState<{ input: HTMLInputElement; typed: string }>()
  const [meant, setMeant] = useState<string>()
  useEffect(() => {
    setMeant(undefined)
    const timer = setTimeout(() => setMeant(field && suggestEmail(field.typed)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [field])
  return {
    hint: field && meant && <EmailHint meant={meant} onTake={() => fillIn(field.input, meant)} />,
    onChange: ({ currentTarget }) => setField({ input: currentTarget, typed: currentTarget.value })
  }
}

function EmailHint({ meant, onTake }: { meant: string; onTake: () => void }) {
  return (
    <span role="status">
      Did you mean{' '}
      <button type="button" className={css['meant']} onClick={onTake}>
        {meant}
      </button>
      ?
    </span>
  )
}

/** Sets the value like typing does. React ignores a value set directly on the element. */
function fillIn(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
