import { useEffect } from 'react'
import type { PaletteEntry, PaletteGroup } from '../../rules.ts'
import css from './palette.module.css'

type PaletteListProps = {
  id: string
  groups: readonly PaletteGroup[]
  /** The place of the chosen entry among all groups. */
  chosen: number
  onPoint: (at: number) => void
  onOpen: (entry: PaletteEntry) => void
}

/** The combobox's list. The field has the focus, so its keys are handled there. */
export function PaletteList({ id, groups, chosen, onPoint, onOpen }: PaletteListProps) {
  useEffect(() => {
    document.getElementById(`${id}-${chosen}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, chosen])
  const starts = groups.map((_, index) => groups.slice(0, index).reduce((sum, { entries }) => sum + entries.length, 0))
  return (
    <div id={id} role="listbox" aria-label="Results" className={css['list']}>
      {groups.map(({ label, entries }, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold options
        <div key={label} role="group" aria-labelledby={`${id}-${label}`}>
          <div id={`${id}-${label}`} className={css['group']}>
            {label}
          </div>
          {entries.map((entry, place) => {
            const at = starts[index]! + place
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the combobox handles the keys
              <div
                key={entry.to}
                id={`${id}-${at}`}
                role="option"
                aria-selected={at === chosen}
                className={css['option']}
                onPointerMove={() => onPoint(at)}
                onClick={() => onOpen(entry)}
              >
                <span>{entry.label}</span>
                {entry.note && <span className={css['note']}>{entry.note}</span>}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
