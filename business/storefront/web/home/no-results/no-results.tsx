import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { categoryLabel, MESSAGES } from '#catalogue/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/card.tsx'
import { newRequestAddress } from '#requests/rules.ts'
import { addressWith, filtersIn, NO_FILTERS, type Query } from '../../../explore.rules.ts'
import type { Viewer } from '../../../rules.ts'
import { SWATCHES } from '../filters.tsx'
import type { Others } from './find-others.ts'
import css from './no-results.module.css'

const NOTHING: Others = { near: [], related: [], colors: [], elsewhere: [] }

type NoResultsProps = { query: Query; others: Others | undefined; viewer: Viewer }

/** Offers searches and lists that find something, and an artist who draws it. */
export function NoResults({ query, others = NOTHING, viewer }: NoResultsProps) {
  const isFiltered = filtersIn(query) > 0 || query.category !== ''
  const wider = isFiltered ? addressWith(query, { ...NO_FILTERS, category: '' }) : '/'
  const searchFor = (search: string) => addressWith(query, { ...NO_FILTERS, category: '', search, sort: '' })
  const [nearest] = others.near
  return (
    <EmptyState
      drawing="search"
      title={MESSAGES.empty}
      action={<LinkButton to={wider}>{isFiltered ? 'Clear filters' : 'Show all assets'}</LinkButton>}
    >
      {nearest !== undefined && (
        <p className={css['near']}>
          Did you mean <Link to={searchFor(nearest)}>{nearest}</Link>?
        </p>
      )}
      {isFiltered ? 'No assets match all of your filters.' : 'Try fewer or different words.'}
      <Choices label={query.search ? `“${query.search}” elsewhere` : 'With fewer filters'}>
        {others.elsewhere.map(({ label, to, assets }) => (
          <Link key={to} to={to} className={css['other']} rel="nofollow">
            {label} <span className={css['number']}>{showNumber(assets)}</span>
          </Link>
        ))}
      </Choices>
      <Choices label="In other colors">
        {others.colors.map(({ color, to }) => (
          <Link key={color} to={to} className={css['other']} rel="nofollow">
            <span className={css['dot']} style={{ backgroundColor: SWATCHES[color] }} />
            {categoryLabel(color)}
          </Link>
        ))}
      </Choices>
      <Choices label="Related searches">
        {[...others.near.slice(1), ...others.related].map((search) => (
          <Link key={search} to={searchFor(search)} className={css['other']} rel="nofollow">
            {search}
          </Link>
        ))}
      </Choices>
      {query.search && (viewer === 'visitor' || viewer === 'client') && (
        <p className={css['ask']}>
          Nothing that fits? <Link to={newRequestAddress(query.search)}>Ask an artist</Link> to draw it.
        </p>
      )}
    </EmptyState>
  )
}

function Choices({ label, children }: { label: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <nav className={css['group']} aria-label={label}>
      {label}
      {children}
    </nav>
  )
}
