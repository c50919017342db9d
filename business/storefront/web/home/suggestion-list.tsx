import { IconHistory, IconSearch } from '#platform/web/ui/icons.ts'
import css from './search-form.module.css'
import type { Suggestion, Suggestions } from './use-suggestions.ts'

type SuggestionListProps = { id: string; suggestions: Suggestions; onChoose: (text: string) => void }

export const optionId = (list: string, place: number): string => `${list}-${place}`

/** Shown below the search field, which keeps the focus. */
export function SuggestionList({ id, suggestions: { items, isOpen, chosen, forget }, onChoose }: SuggestionListProps) {
  const isRecent = items[0]?.kind === 'recent'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a click must not move the focus out of the field
    <div className={css['suggestions']} hidden={!isOpen} onMouseDown={(event) => event.preventDefault()}>
      {isRecent && (
        <div className={css['recent']}>
          Recent searches
          <button type="button" className={css['forget']} onClick={forget}>
            Clear
          </button>
        </div>
      )}
      <div id={id} className={css['list']} role="listbox" aria-label={isRecent ? 'Recent searches' : 'Suggestions'}>
        {items.map((item, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the search field handles the keys
          <div
            key={item.text}
            id={optionId(id, place)}
            role="option"
            tabIndex={-1}
            className={css['option']}
            aria-selected={place === chosen}
            onClick={() => onChoose(item.text)}
          >
            <Mark kind={item.kind} />
            {item.text}
          </div>
        ))}
      </div>
    </div>
  )
}

function Mark({ kind }: Pick<Suggestion, 'kind'>) {
  const Icon = kind === 'recent' ? IconHistory : IconSearch
  return <Icon size={16} aria-hidden="true" />
}
