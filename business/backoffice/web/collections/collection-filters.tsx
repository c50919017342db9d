import type { EditedCollection } from '#catalogue/featured.contract.ts'
import { addressWith, choiceIn, searchIn } from '#platform/web/list-address.ts'
import { showNumber } from '#platform/web/show.ts'
import { FilterForm } from '#platform/web/ui/form/filter-form.tsx'
import { LinkTabs } from '#platform/web/ui/tabs.tsx'
import css from '../list-bar.module.css'

const STATES = ['published', 'hidden'] as const
const NAMES = { published: 'Published', hidden: 'Not published' } as const
type State = (typeof STATES)[number]
export type CollectionFilter = { q: string; state?: State | undefined }

export const filterIn = (params: URLSearchParams): CollectionFilter => ({ q: searchIn(params), state: choiceIn(params, 'state', STATES) })

const isIn = ({ is_published }: EditedCollection, state: State | undefined) => !state || is_published === (state === 'published')

/** Returns those that the filter finds. There are few, so the page has them all. */
export function found(collections: readonly EditedCollection[], { q, state }: CollectionFilter): EditedCollection[] {
  const typed = q.trim().toLowerCase()
  return collections.filter((one) => isIn(one, state) && `${one.title} ${one.summary}`.toLowerCase().includes(typed))
}

type CollectionFiltersProps = { filter: CollectionFilter; collections: readonly EditedCollection[] }

export function CollectionFilters({ filter, collections }: CollectionFiltersProps) {
  const tabs = [undefined, ...STATES].map((state) => {
    const count = showNumber(found(collections, { ...filter, state }).length)
    return {
      to: addressWith('/admin/collections', { ...filter, state }),
      label: `${state ? NAMES[state] : 'All'} (${count})`,
      current: filter.state === state
    }
  })
  return (
    <div className={css['bar']}>
      <LinkTabs label="State" tabs={tabs} />
      <FilterForm className={css['search']} value={filter.q} placeholder="Title or summary" kept={{ state: filter.state }} />
    </div>
  )
}
