import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { Form } from 'react-router'
import { SEARCH_MOST } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconSearch, IconX } from '#platform/web/ui/icons.ts'
import { VisuallyHidden } from '#platform/web/ui/spinner.tsx'
import type { Query } from './explore-query.ts'
import { keepRecent } from './recent-searches.ts'
import css from './search-form.module.css'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { useSearching, useSlash } from './use-searching.ts'
import { useSuggestions } from './use-suggestions.ts'

/** A combobox: it searches while one types and suggests what may be meant. The list's filters stay as they are. */
export function SearchForm({ query }: { query: Query }) {
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const suggestions = useSuggestions()
  const { searchNow, searchSoon } = useSearching(query.search, input)
  useSlash(input)
  const { isOpen, chosen, items } = suggestions

  const finish = () => {
    suggestions.close()
    searchNow()
    keepRecent(input.current?.value ?? '')
  }
  const choose = (text: string) => {
    if (input.current) input.current.value = text
    finish()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    choose(items[chosen]?.text ?? input.current?.value ?? '')
  }
  const type = (typed: string) => {
    searchSoon()
    void suggestions.suggestFor(typed)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape' && isOpen) suggestions.close()
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (isOpen) suggestions.move(event.key === 'ArrowDown' ? 1 : -1)
      else void suggestions.suggestFor(event.currentTarget.value)
    } else return
    event.preventDefault()
  }
  const clear = () => {
    choose('')
    input.current?.focus()
  }
  return (
    <Form action="/" role="search" className={css['form']} onSubmit={submit}>
      <div className={css['frame']}>
        <label className={css['label']}>
          <VisuallyHidden>Search assets</VisuallyHidden>
          <IconSearch size={22} aria-hidden="true" />
          <input
            ref={input}
            className={css['input']}
            type="text"
            inputMode="search"
            name="search"
            defaultValue={query.search}
            maxLength={SEARCH_MOST}
            placeholder="Search icons, vectors, backgrounds…"
            autoComplete="off"
            enterKeyHint="search"
            role="combobox"
            aria-autocomplete="list"
            aria-controls={list}
            aria-expanded={isOpen}
            aria-activedescendant={isOpen && chosen >= 0 ? optionId(list, chosen) : undefined}
            onInput={(event) => type(event.currentTarget.value)}
            onKeyDown={press}
            onClick={(event) => void suggestions.suggestFor(event.currentTarget.value)}
            onBlur={(event) => {
              suggestions.close()
              keepRecent(event.currentTarget.value)
            }}
          />
        </label>
        <button type="button" className={css['clear']} aria-label="Clear the search" onClick={clear}>
          <IconX size={20} aria-hidden="true" />
        </button>
        <span className={css['key']} aria-hidden="true">
          /
        </span>
        <SuggestionList id={list} suggestions={suggestions} onChoose={choose} />
      </div>
      <KeptFilters query={query} />
      <noscript>
        <Button kind="main">Search</Button>
      </noscript>
    </Form>
  )
}

/** What a new search does not change. */
function KeptFilters({ query: { search: _, page: __, ...kept } }: { query: Query }) {
  return Object.entries(kept).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)
}
