import { type ClipboardEvent as ReactClipboardEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { AssetCard } from '#catalogue/contract.ts'
import type { searchByPicture } from '#catalogue/picture-search.contract.ts'
import { isInTextField, PictureSearch, pastedPicture, pictureOf } from '#catalogue/web/index.ts'
import type { Wanted } from '#licensing/rules.ts'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { AssetGrid } from '../asset-grid.tsx'
import { useDropOnPage } from './use-drop-on-page.ts'

const SEARCH = route<typeof searchByPicture>({ method: 'POST', path: '/assets/search-by-picture' })

const search = (body: FormData, signal: AbortSignal) => browserApi()(SEARCH, { body }, { signal })

export type PictureOpener = ReturnType<typeof useHomePictureSearch>['opener']

/** The search by picture of the home page: how it is opened, its panel while it is open, and whether a picture is dragged over the page. `place` closes it when it changes. */
export function useHomePictureSearch(place: string, onGet: (asset: AssetCard, wanted: Wanted) => void) {
  const [opened, setOpened] = useState<{ picture?: File }>()
  const button = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a search by words, or another filter, shows its own results
  useEffect(() => setOpened(undefined), [place])
  const close = () => {
    setOpened(undefined)
    button.current?.focus()
  }
  const openWith = (picture: File | undefined) => {
    if (picture) setOpened({ picture })
    return picture !== undefined
  }
  usePasteOutsideFields((event) => {
    // The open panel takes pictures itself.
    if (!opened && openWith(pictureOf(event.clipboardData))) event.preventDefault()
  })
  const isOver = useDropOnPage(openWith)
  const opener = {
    button,
    isOpen: opened !== undefined,
    toggle: () => (opened ? close() : setOpened({})),
    /** For the search field: a picture that is pasted there opens the search with it. */
    onPaste: (event: ReactClipboardEvent) => {
      if (openWith(pastedPicture(event.clipboardData, isInTextField(event.target)))) event.preventDefault()
    }
  }
  const panel = opened && (
    <Suspense fallback={null}>
      <PictureSearch
        picture={opened.picture}
        search={search}
        show={(assets) => <AssetGrid assets={assets} level="h4" onGet={onGet} />}
        onClose={close}
      />
    </Suspense>
  )
  return { opener, panel, isOver }
}

/** What a person may mean to paste into. */
const FIELDS = 'input, textarea, select, [contenteditable], dialog'

/** Calls `onPaste` for what is pasted anywhere on the page, except into a field or a dialog. */
function usePasteOutsideFields(onPaste: (event: ClipboardEvent) => void): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const isInField = event.target instanceof Element && event.target.closest(FIELDS) !== null
    if (!isInField && !event.defaultPrevented) onPaste(event)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => paste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}
