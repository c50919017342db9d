import { useState } from 'react'
import { Dialog } from '../ui/feedback/dialog.tsx'
import { Checkbox } from '../ui/form/checkbox.tsx'
import css from './shortcut-dialog.module.css'
import { areShortcutsOn, type ShortcutGroup, shownGroups, turnShortcuts } from './shortcuts.ts'

const EVERYWHERE: ShortcutGroup = {
  title: 'Everywhere',
  shortcuts: [
    { keys: '?', does: 'Show this list' },
    { keys: 'Tab', does: 'Next link, button, or field; the first one skips to the content' },
    { keys: 'Shift Tab', does: 'Previous link, button, or field' },
    { keys: '← →', does: 'Move between tabs' },
    { keys: 'Esc', does: 'Close a dialog or menu' }
  ]
}

export default function ShortcutDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Keyboard shortcuts">
      <div className={css['groups']}>
        {[...shownGroups(), EVERYWHERE].map((group) => (
          <Group key={group.title} group={group} />
        ))}
        <Switch />
      </div>
    </Dialog>
  )
}

function Group({ group: { title, shortcuts } }: { group: ShortcutGroup }) {
  return (
    <section>
      <h3 className={css['title']}>{title}</h3>
      <dl className={css['list']}>
        {shortcuts.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Switch() {
  const [on, setOn] = useState(areShortcutsOn)
  return (
    <Checkbox
      label="Use single keys as shortcuts"
      hint="In this browser. The list stays at the foot of every page."
      checked={on}
      onChange={({ currentTarget: { checked } }) => {
        setOn(checked)
        turnShortcuts(checked)
      }}
    />
  )
}
