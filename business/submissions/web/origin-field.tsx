import { useEffect, useId, useRef, useState } from 'react'
import { ORIGIN_MEANINGS, type Origin } from '#catalogue/origin.rules.ts'
import { FieldNotes } from '#platform/web/ui/form/field.tsx'
import css from './origin-field.module.css'
import { ORIGIN_OPTIONS } from './origin-options.ts'

type OriginFieldProps = {
  /** What its artist has stated. Nothing is chosen in advance. */
  origin: Origin | undefined
  /** From the server. */
  error: string | undefined
}

/** Asks where the picture comes from, with a sentence for each answer. */
export function OriginField({ origin, error }: OriginFieldProps) {
  const id = useId()
  const first = useRef<HTMLInputElement>(null)
  const [answered, setAnswered] = useState<string>()
  // A choice answers the error that was shown then, not a later one.
  const shown = answered === error ? undefined : error
  useEffect(() => {
    if (error === undefined) setAnswered(undefined)
    else if (document.activeElement === document.body) first.current?.focus()
  }, [error])
  return (
    <fieldset className={css['origins']} aria-describedby={shown ? `${id}-error` : undefined}>
      <legend className={css['legend']}>Where does the picture come from?</legend>
      {ORIGIN_OPTIONS.map(({ value, label }, place) => (
        <label key={value} className={css['choice']}>
          <input
            ref={place === 0 ? first : undefined}
            type="radio"
            name="origin"
            value={value}
            required
            defaultChecked={origin === value}
            aria-label={label}
            aria-describedby={`${id}-${value}`}
            onChange={() => setAnswered(error)}
          />
          <span className={css['label']}>{label}</span>
          <span className={css['meaning']} id={`${id}-${value}`}>
            {ORIGIN_MEANINGS[value]}
          </span>
        </label>
      ))}
      <FieldNotes id={id} error={shown} />
    </fieldset>
  )
}
