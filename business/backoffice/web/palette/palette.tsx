import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import dialogCss from '#platform/web/ui/feedback/dialog.module.css'
import { IconSearch, IconX } from '#platform/web/ui/icons.ts'
import { matchPages, type PaletteEntry, type PaletteGroup } from '../../rules.ts'
import css from './palette.module.css'
import { PaletteList } from './palette-list.tsx'
import { readRecent, rememberRecent } from './recent.ts'
import { type Searcher, sourcesOf } from './sources.ts'
import { useFound } from './use-found.ts'

type PaletteProps = {
  worker: Searcher
  /** The pages that the person may open, with their group as note. */
  pages: readonly PaletteEntry[]
  onClose: () => void
}

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** Finds pages and records by a few letters. A combobox: the focus stays in the field, arrows choose, Enter opens. */
export function Palette({ worker, pages, onClose }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [typed, setTyped] = useState('')
  const [recent] = useState(readRecent)
  const [sources] = useState(() => sourcesOf(worker))
  const { groups: found, failed, isSearching } = useFound(sources, typed)
  const groups = groupsOf({ typed, pages, recent, found })
  const entries = groups.flatMap((group) => group.entries)
  const [at, setAt] = useState(0)
  const chosen = Math.min(at, Math.max(entries.length - 1, 0))
  const list = useId()
  const navigate = useNavigate()

  useEffect(() => {
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    return () => shown?.close()
  }, [])

  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    rememberRecent(entry)
    onClose()
    void navigate(entry.to)
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step !== undefined && entries.length > 0) setAt((chosen + step + entries.length) % entries.length)
    else if (event.key === 'Enter') open(entries[chosen])
    else return
    event.preventDefault()
  }
  const closed = () => {
    // Effects may run twice: a close that was followed by another opening is not one.
    if (!dialog.current?.open) onClose()
  }
  return (
    <dialog
      ref={dialog}
      className={classNames(dialogCss['floating'], css['palette'])}
      aria-label="Find pages and records"
      closedby="any"
      onClose={closed}
    >
      <div className={css['field']}>
        <IconSearch size={20} aria-hidden="true" />
        <input
          autoFocus
          role="combobox"
          aria-label="Find pages and records"
          aria-expanded={entries.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={entries.length > 0 ? `${list}-${chosen}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={worker.role === 'admin' ? 'Page, person, asset, payment, claim…' : 'Page or asset'}
          value={typed}
          onChange={({ currentTarget: { value } }) => {
            setTyped(value)
            setAt(0)
          }}
          onKeyDown={press}
        />
        <Button type="button" kind="quiet" square aria-label="Close" onClick={() => dialog.current?.close()}>
          <IconX size={18} aria-hidden="true" />
        </Button>
      </div>
      <PaletteList id={list} groups={groups} chosen={chosen} onPoint={setAt} onOpen={open} />
      <p role="status" className={css['status']}>
        {statusOf({ count: entries.length, isSearching, failed, typed })}
      </p>
    </dialog>
  )
}

type Shown = { typed: string; pages: readonly PaletteEntry[]; recent: PaletteEntry[]; found: PaletteGroup[] }

function groupsOf({ typed, pages, recent, found }: Shown): PaletteGroup[] {
  const isEmpty = typed.trim() === ''
  const matching = matchPages(pages, typed)
  return [
    ...(isEmpty && recent.length > 0 ? [{ label: 'Recent', entries: recent }] : []),
    ...(matching.length > 0 ? [{ label: 'Pages', entries: matching }] : []),
    ...(isEmpty ? [] : found)
  ]
}

type Status = { count: number; isSearching: boolean; failed: string[]; typed: string }

function statusOf({ count, isSearching, failed, typed }: Status): string {
  if (isSearching) return 'Searching…'
  if (failed.length > 0) return `Could not search ${failed.join(', ')}. Please try again.`
  if (count === 0)
    return typed.trim().length < 2 ? 'Type at least two letters.' : 'Nothing found. Try a name, an email address, or a number.'
  return count === 1 ? '1 result' : `${count} results`
}
