import { type RefObject, useEffect, useRef } from 'react'
import { useSubmit } from 'react-router'
import { SEARCH_DEBOUNCE_MS } from '#catalogue/rules.ts'

/** Searches a moment after the last key, or at once, or when there is a connection again; the address keeps the search, and a new one begins at page 1. */
export function useSearching(search: string, input: RefObject<HTMLInputElement | null>) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(search)
  useEffect(() => {
    // Back, forward or a link changed the search, not the typing here.
    if (search !== sent.current && input.current) input.current.value = search
    sent.current = search
  }, [search, input])
  useEffect(() => () => clearTimeout(timer.current), [])
  const searchNow = () => {
    clearTimeout(timer.current)
    const typed = input.current?.value.trim() ?? ''
    const form = input.current?.form
    if (!form || typed === sent.current) return
    // The page would go, and nothing come in its place.
    if (!navigator.onLine) {
      addEventListener('online', searchNow, { once: true })
      return
    }
    const query = new FormData(form)
    if (typed) query.set('search', typed)
    else query.delete('search')
    // One step back leaves a search, however many times it was refined.
    submit(query, { action: '/', replace: sent.current !== '' && typed !== '', preventScrollReset: true })
    sent.current = typed
  }
  const searchSoon = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(searchNow, SEARCH_DEBOUNCE_MS)
  }
  return { searchNow, searchSoon }
}

/** `/` brings one to the search from anywhere on the page, except from where it is a letter. */
export function useSlash(input: RefObject<HTMLInputElement | null>) {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable], dialog')
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [input])
}
