import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import css from './field.module.css'
import { Field, type FieldLook, useField } from './field.tsx'
import { type Check, useCheck } from './use-check.ts'

interface Checked {
  /** Runs on blur and on submit. */
  check?: Check | undefined
  /** Adds '(optional)' to the label. */
  optional?: boolean | undefined
}

type TextFieldProps = FieldLook &
  Checked &
  Omit<ComponentProps<'input'>, 'ref'> & { leading?: ReactNode; trailing?: ReactNode; numeric?: boolean }

export function TextField({ label, hint, error, check, optional, leading, trailing, numeric, className, ...rest }: TextFieldProps) {
  const checked = useCheck<HTMLInputElement>({ check, error, onBlur: rest.onBlur, onChange: rest.onChange })
  const wiring = useField({ id: rest.id, hint, error: checked.error })
  return (
    <Field id={wiring.id} label={label} hint={hint} error={checked.error} optional={optional}>
      <div className={css['frame']}>
        {leading && <span className={css['lead']}>{leading}</span>}
        <input
          {...rest}
          {...wiring}
          {...checked.watch}
          className={classNames(
            css['control'],
            leading && css['leading'],
            trailing && css['trailing'],
            numeric && css['number'],
            className
          )}
        />
        {trailing && <span className={css['trail']}>{trailing}</span>}
      </div>
    </Field>
  )
}

type TextAreaProps = FieldLook & Checked & Omit<ComponentProps<'textarea'>, 'ref'>

export function TextArea({ label, hint, error, check, optional, className, ...rest }: TextAreaProps) {
  const checked = useCheck<HTMLTextAreaElement>({ check, error, onBlur: rest.onBlur, onChange: rest.onChange })
  const wiring = useField({ id: rest.id, hint, error: checked.error })
  return (
    <Field id={wiring.id} label={label} hint={hint} error={checked.error} optional={optional}>
      <textarea {...rest} {...wiring} {...checked.watch} className={classNames(css['control'], css['area'], className)} />
    </Field>
  )
}
