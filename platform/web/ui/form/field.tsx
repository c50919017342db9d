import { type ReactNode, useId } from 'react'
import { IconAlert } from '../icons.ts'
import css from './field.module.css'

export interface FieldLook {
  label: ReactNode
  hint?: ReactNode
  /** The error, usually from the server. */
  error?: string | undefined
}

interface Wiring {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** Gives a control its id and connects label, hint, and error to it. */
export function useField({ id, hint, error }: { id?: string | undefined; hint?: ReactNode; error?: string | undefined }): Wiring {
  const made = useId()
  const own = id ?? made
  const described = [hint ? `${own}-hint` : '', error ? `${own}-error` : ''].filter(Boolean).join(' ')
  return { id: own, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined }
}

type FieldProps = FieldLook & { id: string; optional?: boolean | undefined; children: ReactNode }

export function Field({ id, label, hint, error, optional, children }: FieldProps) {
  return (
    <div className={css['field']}>
      <label className={css['label']} htmlFor={id}>
        {label} {optional && <span className={css['optional']}>(optional)</span>}
      </label>
      {children}
      <FieldNotes id={id} hint={hint} error={error} />
    </div>
  )
}

export function FieldNotes({ id, hint, error }: { id: string; hint?: ReactNode; error?: string | undefined }) {
  return (
    <>
      {hint && (
        <div className={css['hint']} id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div className={css['error']} id={`${id}-error`} role="alert">
          <IconAlert size={15} aria-hidden="true" />
          {error}
        </div>
      )}
    </>
  )
}
