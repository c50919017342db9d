import { type ChangeEvent, type ReactNode, useEffect, useState } from 'react'
import css from './email-hint.module.css'
import { suggestEmail } from './suggest-email.ts'

/** Long enough that nothing appears while someone types on. */
const PAUSE_MS = 400

interface EmailHint {
  hint: ReactNode
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** 'Did you mean …?' below an e-mail field, once the typing pauses: `<TextField label="Email" … {...useEmailHint()} />`. */
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

/** As if it had been typed, so that whoever watches the field hears of it; React overlooks a value that is set on the element itself. */
function fillIn(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value)
  input.dispatchEvent(new Event('input', { bubbles: true }))
  input.focus()
}
