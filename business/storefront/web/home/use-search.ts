import { type RefObject, useEffect, useRef } from 'react'
import { useNavigation, useSubmit } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'
import { isShortcut, useShortcutGroup } from '#platform/web/shortcuts/shortcuts.ts'
import { useTypedBefore } from '#platform/web/use-typed-before.ts'

/** Searches after a pause in typing, immediately on request, or when the browser is back online. A new search starts at page 1. */
export function useSearch(search: string, input: RefObject<HTMLInputElement | null>) {
  const submit = useSubmit()
  const isIdle = useNavigation().state === 'idle'
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(search)
  useEffect(() => {
    // A search that was sent meanwhile must not be overwritten by the one before it.
    if (!isIdle) return
    // The search was changed by navigation, not by typing.
    if (search !== sent.current && input.current) input.current.value = search
    sent.current = search
  }, [search, input, isIdle])
  useTypedBefore(input, () => searchSoon())
  useEffect(() => () => clearTimeout(timer.current), [])
  const searchNow = () => {
    clearTimeout(timer.current)
    const typed = input.current?.value.trim() ?? ''
    const form = input.current?.form
    if (!form || typed === sent.current) return
    // Offline, the navigation would fail and replace the page.
    if (!navigator.onLine) {
      addEventListener('online', searchNow, { once: true })
      return
    }
    const query = new FormData(form)
    if (typed) query.set('search', typed)
    else query.delete('search')
    // Refining a search replaces its history entry, so that one step back leaves the search.
    void submit(query, { action: '/', replace: sent.current !== '' && typed !== '', preventScrollReset: true })
    sent.current = typed
  }
  /** Searches in one category. The filters of the list would find less than the suggestion says. */
  const searchIn = (text: string, category: string) => {
    clearTimeout(timer.current)
    if (input.current) input.current.value = text
    void submit({ search: text, category }, { action: '/', preventScrollReset: true })
    sent.current = text
  }
  const searchSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(searchNow, SEARCH_DEBOUNCE_MS)
  }
  return { searchNow, searchSoon, searchIn }
}

const SHORTCUTS = { title: 'Search', shortcuts: [{ keys: '/', does: 'Go to the search' }] }

/** Focuses the search when `/` is pressed outside a field. */
export function useSearchShortcut(input: RefObject<HTMLInputElement | null>) {
  useShortcutGroup(SHORTCUTS)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || !isShortcut(event)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [input])
}
