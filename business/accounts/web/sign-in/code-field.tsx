import { useEffect, useRef, useState } from 'react'
import { Field, useField } from '#platform/web/ui/form/field.tsx'
import { useCheck } from '#platform/web/ui/form/use-check.ts'
import { CODE_DIGITS, TEXTS } from '../../rules.ts'
import css from './code-field.module.css'

const digitsOf = (typed: string): string => typed.replace(/\D/g, '').slice(0, CODE_DIGITS)

/** An empty field is not an error: the user may want a new code. */
const checkCode = (typed: string) => ([0, CODE_DIGITS].includes(digitsOf(typed).length) ? undefined : TEXTS.code)

const PLACES = Array.from({ length: CODE_DIGITS }, (_, place) => place)

interface CodeFieldProps {
  error: string | undefined
  busy: boolean
  /** The form's last answer. It makes the entered code outdated. */
  answer: unknown
}

/**
 * One input drawn as seven cells, so that pasting, autofill and screen readers work. The last digit submits the form, once per code.
 */
export function CodeField({ error, busy, answer }: CodeFieldProps) {
  const [count, setCount] = useState(0)
  const sent = useRef('')
  const checked = useCheck<HTMLInputElement>({
    check: checkCode,
    error,
    onChange: ({ currentTarget: input }) => {
      const digits = digitsOf(input.value)
      if (digits !== input.value) input.value = digits
      setCount(digits.length)
      if (digits.length < CODE_DIGITS || digits === sent.current || !input.form?.checkValidity()) return
      sent.current = digits
      input.form.requestSubmit()
    }
  })
  const wiring = useField({ error: checked.error })
  const { ref } = checked.watch
  useEffect(() => {
    if (answer === undefined) return
    ref.current?.focus()
    ref.current?.select()
  }, [answer, ref])
  return (
    <Field id={wiring.id} label="Code" error={checked.error}>
      <div className={css['code']}>
        <div className={css['cells']} aria-hidden="true">
          {PLACES.map((place) => (
            <span
              key={place}
              className={css['cell']}
              data-filled={place < count || undefined}
              data-next={place === Math.min(count, CODE_DIGITS - 1) || undefined}
            />
          ))}
        </div>
        <input
          {...wiring}
          {...checked.watch}
          name="code"
          className={css['input']}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          readOnly={busy}
        />
      </div>
    </Field>
  )
}
