import type { ComponentProps } from 'react'
import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { TextArea, TextField } from '#platform/web/ui/form/text-field.tsx'
import { type Label, type LabelField, labelProblems, SHOWABLE, type Showable } from '../../label.rules.ts'
import { presetOf } from '../../preset.rules.ts'
import css from './label.module.css'

/** The label and how to change it. */
export interface Editing {
  label: Label
  onChange: (changes: Partial<Label>) => void
}

type LabelInputProps = Editing & {
  field: LabelField
  name: string
  /** Allows several lines. */
  tall?: boolean
} & Pick<ComponentProps<typeof TextArea>, 'hint' | 'inputMode' | 'maxLength' | 'autoComplete' | 'placeholder'>

/** A text field of the label, with a checkbox if the text can be shown on the label. */
export function LabelInput({ label, onChange, field, name, tall, ...rest }: LabelInputProps) {
  const control = {
    ...rest,
    hint: presetOf(label.format)?.hints[field] ?? rest.hint,
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
