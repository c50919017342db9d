import { IconColumns } from '../icons.ts'
import css from './desk-table.module.css'
import { DropDown } from './drop-down.tsx'
import { useTableChoices } from './table-choices.tsx'

/** Chooses which columns a table shows. The choice is remembered in this browser. */
export function ColumnMenu({ table, heads }: { table: string; heads: readonly string[] }) {
  const { hidden, hide } = useTableChoices()
  const off = hidden[table] ?? []
  const toggle = (head: string, isShown: boolean) =>
    hide(table, isShown ? off.filter((one) => one !== head) : heads.filter((one) => one === head || off.includes(one)))
  return (
    <DropDown
      lazy
      label={
        <>
          <IconColumns size={16} aria-hidden="true" />
          Columns
        </>
      }
    >
      <fieldset className={css['columns']}>
        <legend>Show columns</legend>
        {heads.map((head) => (
          <label key={head}>
            <input type="checkbox" checked={!off.includes(head)} onChange={({ currentTarget: { checked } }) => toggle(head, checked)} />
            {head}
          </label>
        ))}
      </fieldset>
    </DropDown>
  )
}
