import { FieldNotes } from '#platform/web/ui/form/field.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { csvFieldsOf, FIELD_NAMES, type Mapping } from '../../../csv.rules.ts'
import type { ContentType, LabelField } from '../../../label.rules.ts'
import css from './csv-labels.module.css'

interface ColumnChoiceProps {
  columns: readonly string[]
  mapping: Mapping
  type: ContentType
  onMap: (mapping: Mapping) => void
  problem?: string
}

const NONE = 'from the form'

/** Which column of the file fills in each field of the label. */
export function ColumnChoice({ columns, mapping, type, onMap, problem }: ColumnChoiceProps) {
  const options = [{ value: '', label: NONE }, ...columns.map((name, index) => ({ value: String(index), label: name }))]
  const choose = (field: LabelField, value: string) => {
    const { [field]: _, ...others } = mapping
    onMap(value === '' ? others : { ...others, [field]: Number(value) })
  }
  return (
    <fieldset className={css['mapping']}>
      <legend>Columns</legend>
      <div className={css['fields']}>
        {csvFieldsOf(type).map((field) => (
          <Select
            key={field}
            label={FIELD_NAMES[field]}
            value={mapping[field] ?? ''}
            options={options}
            onChange={({ currentTarget }) => choose(field, currentTarget.value)}
          />
        ))}
      </div>
      <FieldNotes id="csv-columns" error={problem} />
    </fieldset>
  )
}
