import { useEffect, useRef, useState } from 'react'
import type { suggestSearches } from '#catalogue/search.contract.ts'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { clearRecent, readRecent } from './recent-searches.ts'

const SUGGEST = route<typeof suggestSearches>({ method: 'GET', path: '/assets/suggestions' })
/** The pause in typing before suggestions are requested, in milliseconds. */
const PAUSE_MS = 120

export type Suggestion = { text: string; kind: 'recent' | 'word' | 'title' }

const recent = (): Suggestion[] => readRecent().map((text) => ({ text, kind: 'recent' }))

/** Suggests recent searches for an empty text, otherwise words and titles from the catalogue. `chosen` is the index of the selected suggestion, or -1. */
export function useSuggestions() {
  const [items, setItems] = useState<Suggestion[]>([])
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const pending = useRef<AbortController>(undefined)
  useEffect(() => () => pending.current?.abort(), [])

  const show = (found: Suggestion[]) => {
    setItems(found)
    setChosen(-1)
    setOpen(true)
  }
  /** Only the last call shows its suggestions. */
  const suggestFor = async (text: string): Promise<void> => {
    pending.current?.abort()
    if (text.trim() === '') return show(recent())
    const request = new AbortController()
    pending.current = request
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    if (request.signal.aborted) return
    const found = await browserApi()(SUGGEST, { query: { q: text } }, { signal: request.signal }).catch(() => ({ items: [] }))
    if (!request.signal.aborted) show(found.items)
  }
  const close = () => {
    pending.current?.abort()
    setOpen(false)
    setChosen(-1)
  }
  const forget = () => {
    clearRecent()
    setItems([])
  }
  /** Moves the selection and wraps around through the typed text (-1). */
  const move = (step: 1 | -1) => setChosen(((chosen + 1 + step + items.length + 1) % (items.length + 1)) - 1)
  return { items, isOpen: isOpen && items.length > 0, chosen, suggestFor, close, forget, move }
}

export type Suggestions = ReturnType<typeof useSuggestions>
