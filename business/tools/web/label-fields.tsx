import type { ComponentProps } from 'react'
import { Checkbox } from '#platform/web/ui/checkbox.tsx'
import { VisuallyHidden } from '#platform/web/ui/spinner.tsx'
import { TextArea, TextField } from '#platform/web/ui/text-field.tsx'
import { type Label, type LabelField, labelProblems, SHOWABLE, type Showable } from '../label.rules.ts'
import css from './label.module.css'

/** What fields need to read and change a label. */
export interface Editing {
  label: Label
  onChange: (changes: Partial<Label>) => void
}

type LabelInputProps = Editing & {
  field: LabelField
  name: string
  /** Of several lines. */
  tall?: boolean
} & Pick<ComponentProps<typeof TextArea>, 'hint' | 'inputMode' | 'maxLength' | 'autoComplete' | 'placeholder'>

/** One text of the label and, where it can stand on it, whether it does. */
export function LabelInput({ label, onChange, field, name, tall, ...rest }: LabelInputProps) {
  const control = {
    ...rest,
    label: name,
    name: field,
    value: label[field],
    check: (value: string) => labelProblems({ ...label, [field]: value })[field],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange({ [field]: currentTarget.value })
  }
  return (
    <div className={css['field']}>
      {tall ? <TextArea {...control} rows={3} /> : <TextField {...control} />}
      {isShowable(field) && (
        <span className={css['show']}>
          <Checkbox
            checked={label.shown[field]}
            onChange={({ currentTarget }) => onChange({ shown: { ...label.shown, [field]: currentTarget.checked } })}
            label={
              <>
                Show<VisuallyHidden> {name} on the label</VisuallyHidden>
              </>
            }
          />
        </span>
      )}
    </div>
  )
}

const isShowable = (field: LabelField): field is Showable => SHOWABLE.some((one) => one === field)
