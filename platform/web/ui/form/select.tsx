import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { IconDown } from '../icons.ts'
import css from './field.module.css'
import { Field, type FieldLook, useField } from './field.tsx'
import { type Check, useCheck } from './use-check.ts'

export interface Option {
  value: string
  label: string
}

type SelectProps = FieldLook & Omit<ComponentProps<'select'>, 'ref'> & { options: readonly Option[]; check?: Check; optional?: boolean }

export function Select({ label, hint, error, options, check, optional, className, ...rest }: SelectProps) {
  const checked = useCheck<HTMLSelectElement>({ check, error, onBlur: rest.onBlur, onChange: rest.onChange })
  const wiring = useField({ id: rest.id, hint, error: checked.error })
  return (
    <Field id={wiring.id} label={label} hint={hint} error={checked.error} optional={optional}>
      <div className={css['frame']}>
        <select {...rest} {...wiring} {...checked.watch} className={classNames(css['control'], css['select'], className)}>
          {options.map(({ value, label: text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <span className={css['chevron']}>
          <IconDown size={16} aria-hidden="true" />
        </span>
      </div>
    </Field>
  )
}
