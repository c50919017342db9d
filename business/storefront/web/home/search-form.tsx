import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { Form } from 'react-router'
import { SEARCH_MAX } from '#catalogue/rules.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import { IconSearch, IconX } from '#platform/web/ui/icons.ts'
import type { Query } from '../../explore.rules.ts'
import { PictureButton } from './picture-search/picture-button.tsx'
import type { PictureOpener } from './picture-search/use-home-picture-search.tsx'
import { addRecentSearch } from './recent-searches.ts'
import css from './search-form.module.css'
import { optionId, SuggestionList } from './suggestion-list.tsx'
import { useSearch, useSearchShortcut } from './use-search.ts'
import { type Suggestion, type Suggestions, useSuggestions } from './use-suggestions.ts'

/** A combobox that searches while typing and shows suggestions. The filters of the list stay unchanged. */
export function SearchForm({ query, picture }: { query: Query; picture: PictureOpener }) {
  const input = useRef<HTMLInputElement>(null)
  const list = useId()
  const suggestions = useSuggestions()
  const { searchNow, searchSoon, searchIn } = useSearch(query.search, input)
  useSearchShortcut(input)
  const { isOpen, chosen, items } = suggestions

  const finish = () => {
    suggestions.close()
    searchNow()
    addRecentSearch(input.current?.value ?? '')
  }
  const search = (text: string) => {
    if (input.current) input.current.value = text
    finish()
  }
  const choose = ({ text, category }: Suggestion) => {
    if (category === undefined) return search(text)
    suggestions.close()
    searchIn(text, category)
    addRecentSearch(text)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const suggestion = items[chosen]
    if (suggestion) choose(suggestion)
    else search(input.current?.value ?? '')
  }
  const type = (text: string) => {
    searchSoon()
    void suggestions.suggestFor(text)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (handleKey(event.key, event.currentTarget.value, suggestions)) event.preventDefault()
  }
  const clear = () => {
    search('')
    input.current?.focus()
  }
  return (
    <Form action="/" role="search" className={css['form']} onSubmit={submit}>
      <div className={css['frame']} onPaste={picture.onPaste}>
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
            maxLength={SEARCH_MAX}
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
              addRecentSearch(event.currentTarget.value)
            }}
          />
        </label>
        <button type="button" className={css['clear']} aria-label="Clear search" onClick={clear}>
          <IconX size={20} aria-hidden="true" />
        </button>
        <PictureButton opener={picture} />
        <span className={css['key']} aria-hidden="true">
          /
        </span>
        <SuggestionList id={list} suggestions={suggestions} onChoose={choose} />
      </div>
      <FilterInputs query={query} />
      <noscript>
        <Button kind="main">Search</Button>
      </noscript>
    </Form>
  )
}

const ARROW_STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

/** Escape closes the suggestions; arrows open them or move the selection. Returns whether the key was handled. */
function handleKey(key: string, text: string, suggestions: Suggestions): boolean {
  if (key === 'Escape' && suggestions.isOpen) {
    suggestions.close()
    return true
  }
  const step = ARROW_STEPS[key]
  if (!step) return false
  if (suggestions.isOpen) suggestions.move(step)
  else void suggestions.suggestFor(text)
  return true
}

/** The filters that a new search keeps. */
function FilterInputs({ query: { search: _, page: __, ...filters } }: { query: Query }) {
  return Object.entries(filters).map(([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />)
}
