import { categoryLabel } from '#catalogue/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { VisuallyHidden } from '#platform/web/ui/feedback/spinner.tsx'
import { IconHistory, IconSearch } from '#platform/web/ui/icons.ts'
import { Thumbnail } from './rows/thumbnail.tsx'
import css from './search-form.module.css'
import type { Suggestion, Suggestions } from './use-suggestions.ts'

type SuggestionListProps = { id: string; suggestions: Suggestions; onChoose: (suggestion: Suggestion) => void }

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
            key={`${item.text} ${item.category}`}
            id={optionId(id, place)}
            role="option"
            tabIndex={-1}
            className={css['option']}
            aria-selected={place === chosen}
            onClick={() => onChoose(item)}
          >
            <Mark item={item} />
            {item.text}
            {item.category && <InCategory category={item.category} assets={item.assets ?? 0} />}
          </div>
        ))}
      </div>
    </div>
  )
}

function Mark({ item: { kind, thumbnail } }: { item: Suggestion }) {
  if (thumbnail) return <Thumbnail shown={thumbnail} isDecorative className={css['thumbnail']} />
  const Icon = kind === 'recent' ? IconHistory : IconSearch
  return (
    <span className={css['mark']}>
      <Icon size={16} aria-hidden="true" />
    </span>
  )
}

function InCategory({ category, assets }: { category: string; assets: number }) {
  return (
    <>
      <span className={css['category']}> in {categoryLabel(category)}</span>
      <span className={css['assets']}>
        {showNumber(assets)}
        <VisuallyHidden> {assets === 1 ? 'asset' : 'assets'}</VisuallyHidden>
      </span>
    </>
  )
}
