import { useEffect, useRef, useState } from 'react'
import type { suggestSearches } from '#catalogue/search.contract.ts'
import { route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import { clearRecent, readRecent } from './recent-searches.ts'

const SUGGEST = route<typeof suggestSearches>({ method: 'GET', path: '/assets/suggestions' })
/** So long after a key suggestions are asked for, in milliseconds. */
const PAUSE = 120

export type Suggestion = { text: string; kind: 'recent' | 'word' | 'title' }

const recent = (): Suggestion[] => readRecent().map((text) => ({ text, kind: 'recent' }))

/** What may be meant: of nothing typed what was searched before, else what the catalogue holds. `chosen` is the place of the one the arrows are at, -1 for none. */
export function useSuggestions() {
  const [items, setItems] = useState<Suggestion[]>([])
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  const asking = useRef<AbortController>(undefined)
  useEffect(() => () => asking.current?.abort(), [])

  const show = (found: Suggestion[]) => {
    setItems(found)
    setChosen(-1)
    setOpen(true)
  }
  /** Called at every key; only the last call is answered. */
  const suggestFor = async (typed: string): Promise<void> => {
    asking.current?.abort()
    if (typed.trim() === '') return show(recent())
    const mine = new AbortController()
    asking.current = mine
    await new Promise((resolve) => setTimeout(resolve, PAUSE))
    if (mine.signal.aborted) return
    const found = await browserApi()(SUGGEST, { query: { q: typed } }, { signal: mine.signal }).catch(() => ({ items: [] }))
    if (!mine.signal.aborted) show(found.items)
  }
  const close = () => {
    asking.current?.abort()
    setOpen(false)
    setChosen(-1)
  }
  const forget = () => {
    clearRecent()
    setItems([])
  }
  /** From one to the next, round by the text typed itself. */
  const move = (step: 1 | -1) => setChosen(((chosen + 1 + step + items.length + 1) % (items.length + 1)) - 1)
  return { items, isOpen: isOpen && items.length > 0, chosen, suggestFor, close, forget, move }
}

export type Suggestions = ReturnType<typeof useSuggestions>
