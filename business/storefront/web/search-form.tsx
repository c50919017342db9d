import { type FormEvent, type RefObject, useEffect, useRef } from 'react'
import { Form, useSubmit } from 'react-router'
import { SEARCH_DEBOUNCE_MS, SEARCH_MOST } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { VisuallyHidden } from '#platform/web/ui/spinner.tsx'
import css from './search-form.module.css'

/** Searches while one types, a moment after the last key; the address keeps the search, and a new one begins at page 1. */
export function SearchForm({ search, category }: { search: string; category: string }) {
  const { input, onInput, onSubmit } = useSearching(search)
  useSlash(input)
  return (
    <Form action="/" role="search" className={css['form']} onSubmit={onSubmit} onInput={onInput}>
      <label className={css['frame']}>
        <VisuallyHidden>Search assets</VisuallyHidden>
        <IconSearch size={22} aria-hidden="true" />
        <input
          ref={input}
          className={css['input']}
          type="search"
          name="search"
          defaultValue={search}
          maxLength={SEARCH_MOST}
          placeholder="Search icons, vectors, backgrounds…"
          autoComplete="off"
          enterKeyHint="search"
        />
        <span className={css['key']} aria-hidden="true">
          /
        </span>
      </label>
      {category && <input type="hidden" name="category" value={category} />}
      <noscript>
        <Button kind="main">Search</Button>
      </noscript>
    </Form>
  )
}

function useSearching(search: string) {
  const submit = useSubmit()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(search)
  useEffect(() => {
    // Back, forward or a link changed the search, not the typing here.
    if (search !== sent.current && input.current) input.current.value = search
    sent.current = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  const send = (form: HTMLFormElement) => {
    clearTimeout(timer.current)
    const typed = input.current?.value.trim() ?? ''
    if (typed === sent.current) return
    const query = new FormData(form)
    if (typed) query.set('search', typed)
    else query.delete('search')
    // One step back leaves a search, however many times it was refined.
    submit(query, { action: '/', replace: sent.current !== '' && typed !== '', preventScrollReset: true })
    sent.current = typed
  }
  return {
    input,
    onInput: ({ currentTarget }: FormEvent<HTMLFormElement>) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(send, SEARCH_DEBOUNCE_MS, currentTarget)
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      send(event.currentTarget)
    }
  }
}

/** `/` brings one to the search from anywhere on the page, except from where it is a letter. */
function useSlash(input: RefObject<HTMLInputElement | null>) {
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
