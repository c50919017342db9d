import { Suspense, useEffect, useState } from 'react'
import { loadLater } from '#platform/web/loading/load-later.tsx'
import type { PageUser } from '#platform/web/page.ts'
import { useShortcutGroup } from '#platform/web/shortcuts/shortcuts.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { isWorker, type Worker, workplaceOf } from '../../rules.ts'
import css from './use-palette.module.css'

/** Loaded when it is first opened. */
const Palette = loadLater(async () => ({ default: (await import('#backoffice/web/index.ts')).Palette }))

const pagesOf = (worker: Worker) =>
  workplaceOf(worker).flatMap(({ label: note = '', pages }) => pages.map(({ to, label }) => ({ to, label, note })))

const SHORTCUTS = { title: 'Find', shortcuts: [{ keys: 'Ctrl K', does: 'Find a page, a person, or anything else (⌘ K on a Mac)' }] }

/** The command palette of admins and artists: its button, and the dialog while it is open. */
export function usePalette(user: PageUser | null) {
  const [isOpen, setOpen] = useState(false)
  const worker = user && isWorker(user) ? user : undefined
  const staff = worker?.role
  useShortcutGroup(staff && SHORTCUTS)
  useEffect(() => {
    if (!staff) return
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return
      // A dialog that is open asks something first.
      if (document.querySelector('dialog:modal')) return
      event.preventDefault()
      setOpen(true)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [staff])
  if (!worker) return { opener: null, palette: null }
  return {
    opener: <Opener onOpen={() => setOpen(true)} />,
    palette: isOpen && (
      <Suspense>
        <Palette worker={worker} pages={pagesOf(worker)} onClose={() => setOpen(false)} />
      </Suspense>
    )
  }
}

function Opener({ onOpen }: { onOpen: () => void }) {
  return (
    <Button type="button" kind="quiet" className={css['opener']} aria-label="Find" aria-keyshortcuts="Control+K Meta+K" onClick={onOpen}>
      <IconSearch size={18} aria-hidden="true" />
      <span className={css['words']}>Find</span>
      <kbd className={css['words']}>Ctrl K</kbd>
    </Button>
  )
}
