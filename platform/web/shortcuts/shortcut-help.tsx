import { Suspense, useEffect, useState } from 'react'
import { loadLater } from '../loading/load-later.tsx'
import css from './shortcut-help.module.css'
import { isShortcut, SHOW_SHORTCUTS, showShortcuts } from './shortcuts.ts'

const ShortcutDialog = loadLater(() => import('./shortcut-dialog.tsx'))

/** Opens the list of shortcuts at "?". The list is loaded when it is first opened. */
export function ShortcutHelp() {
  const [open, setOpen] = useState(false)
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    const show = () => {
      setOpen(true)
      setOpened(true)
    }
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '?' || !isShortcut(event)) return
      event.preventDefault()
      show()
    }
    addEventListener('keydown', listen)
    addEventListener(SHOW_SHORTCUTS, show)
    return () => {
      removeEventListener('keydown', listen)
      removeEventListener(SHOW_SHORTCUTS, show)
    }
  }, [])
  return <Suspense>{opened && <ShortcutDialog open={open} onClose={() => setOpen(false)} />}</Suspense>
}

/** The way to the list without "?". It is also where shortcuts that are off are turned on again. */
export function ShortcutButton() {
  return (
    <button type="button" className={css['button']} onClick={showShortcuts}>
      Keyboard shortcuts
    </button>
  )
}
