import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import css from './field.module.css'
import { type FieldLook, FieldNotes, useField } from './field.tsx'

type CheckboxProps = FieldLook & Omit<ComponentProps<'input'>, 'type'>

export function Checkbox({ label, hint, error, className, ...rest }: CheckboxProps) {
  const wiring = useField({ id: rest.id, hint, error })
  return (
    <div className={css['tick']}>
      <input {...rest} {...wiring} type="checkbox" className={classNames(css['box'], className)} />
      <label htmlFor={wiring.id}>{label}</label>
      <FieldNotes id={wiring.id} hint={hint} error={error} />
    </div>
  )
}
