import { useEffect, useRef, useState } from 'react'
import type { Thumbnail } from '#catalogue/featured.contract.ts'
import type { Category } from '#catalogue/rules.ts'
import type { searchTotals, suggestSearches } from '#catalogue/search.contract.ts'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { clearRecent, readRecent } from './recent-searches.ts'

const SUGGEST = route<typeof suggestSearches>({ method: 'GET', path: '/assets/suggestions' })
const TOTALS = route<typeof searchTotals>({ method: 'GET', path: '/assets/search-totals' })
/** The pause in typing before suggestions are requested, in milliseconds. */
const PAUSE_MS = 120

/** `text` is the search. With a category, it is what was typed, in that category, where it finds so many assets. */
export type Suggestion = {
  text: string
  kind: 'recent' | 'word' | 'title' | 'category'
  thumbnail?: Thumbnail | null
  category?: Category
  assets?: number
}

const recent = (): Suggestion[] => readRecent().map((text) => ({ text, kind: 'recent' }))

/** Suggestions help, but are not needed: what fails is left out. */
async function findSuggestions(text: string, signal: AbortSignal): Promise<Suggestion[]> {
  const api = browserApi()
  const [found, totals] = await Promise.all([
    api(SUGGEST, { query: { q: text } }, { signal }).catch(() => ({ items: [] })),
    api(TOTALS, { query: { search: text } }, { signal }).catch(() => ({ categories: [] }))
  ])
  const search = text.trim()
  return [...found.items, ...totals.categories.map((counted) => ({ text: search, kind: 'category' as const, ...counted }))]
}

/** Suggests recent searches for an empty text, otherwise words and titles from the catalogue, and the typed text in each category. `chosen` is the index of the selected suggestion, or -1. */
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
    const found = await findSuggestions(text, request.signal)
    if (!request.signal.aborted) show(found)
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
