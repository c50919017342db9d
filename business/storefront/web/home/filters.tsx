import { type ReactNode, useId } from 'react'
import { Link } from 'react-router'
import { ORIGIN_LABELS, ORIGIN_MEANINGS, ORIGINS } from '#catalogue/origin.rules.ts'
import { COLORS, type Color, categoryLabel, FILE_FORMATS, type Sort } from '#catalogue/rules.ts'
import { showNumber } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconCheck, IconFilter, IconX } from '#platform/web/ui/icons.ts'
import { addressWith, filtersIn, NO_FILTERS, type Query, sortsFor } from '../../explore.rules.ts'
import css from './filters.module.css'

/** How each color family is shown. */
export const SWATCHES: Record<Color, string> = {
  red: '#d93a32',
  orange: '#f0882a',
  yellow: '#f2c62e',
  green: '#3f9e4d',
  teal: '#1fa6a0',
  blue: '#2f6fd6',
  purple: '#7d4bc4',
  pink: '#e568a7',
  brown: '#7f5233',
  black: '#15191b',
  gray: '#8c9497',
  white: '#ffffff'
}

const SORT_LABELS: Record<Sort, string> = { best: 'Best match', newest: 'Newest', oldest: 'Oldest', title: 'Title A–Z' }

type FiltersProps = { query: Query; total: number }

/** Two rows on wide screens, a sheet on narrow ones. Choices are links and the sheet is a native popover, so both work before hydration. */
export function Filters({ query, total }: FiltersProps) {
  const id = useId()
  const chosen = filtersIn(query)
  return (
    <div className={css['filters']}>
      <button type="button" className={css['opener']} popoverTarget={id}>
        <IconFilter size={18} aria-hidden="true" />
        Filters
        {chosen > 0 && <span className={css['number']}>{chosen}</span>}
      </button>
      <section id={id} popover="auto" className={css['panel']} aria-label="Filters">
        <header className={css['head']}>
          <h2>Filters</h2>
          <button type="button" className={css['close']} popoverTarget={id} popoverTargetAction="hide" aria-label="Close filters">
            <IconX size={20} aria-hidden="true" />
          </button>
        </header>
        <Group label="Color" className={css['swatches']}>
          {COLORS.map((color) => (
            <Swatch key={color} query={query} color={color} />
          ))}
        </Group>
        <Group label="Format" className={css['choices']}>
          {FILE_FORMATS.map((format) => (
            <Choice
              key={format}
              query={query}
              isChosen={query.format === format}
              changes={{ format: query.format === format ? '' : format }}
            >
              {format.toUpperCase()}
            </Choice>
          ))}
        </Group>
        <Group label="Price" className={css['choices']}>
          <Choice query={query} isChosen={query.free !== ''} changes={{ free: query.free ? '' : 'free-now' }}>
            Free now
          </Choice>
        </Group>
        <Origins query={query} />
        <Group label="Sort by" className={css['sorts']}>
          {sortsFor(query.search).map((sort, place) => (
            <Choice key={sort} query={query} isChosen={query.sort === sort || (query.sort === '' && place === 0)} changes={{ sort }}>
              {SORT_LABELS[sort]}
            </Choice>
          ))}
        </Group>
        <div className={css['foot']}>
          <Button type="button" kind="main" wide popoverTarget={id} popoverTargetAction="hide">
            Show {showNumber(total)} {total === 1 ? 'asset' : 'assets'}
          </Button>
        </div>
      </section>
    </div>
  )
}

const Origins = ({ query }: { query: Query }) => (
  <Group label="Origin" className={css['choices']}>
    {ORIGINS.map((origin) => (
      <Choice
        key={origin}
        query={query}
        isChosen={query.origin === origin}
        changes={{ origin: query.origin === origin ? '' : origin }}
        title={ORIGIN_MEANINGS[origin]}
      >
        {ORIGIN_LABELS[origin]}
      </Choice>
    ))}
  </Group>
)

/** The active filters, each with a link that removes it. */
export function ChosenFilters({ query }: { query: Query }) {
  if (filtersIn(query) === 0) return null
  return (
    <ul className={css['chosen']} aria-label="Chosen filters">
      {query.color && <Chosen query={query} changes={{ color: '' }} name={categoryLabel(query.color)} color={query.color} />}
      {query.format && <Chosen query={query} changes={{ format: '' }} name={query.format.toUpperCase()} />}
      {query.origin && <Chosen query={query} changes={{ origin: '' }} name={ORIGIN_LABELS[query.origin]} />}
      {query.free && <Chosen query={query} changes={{ free: '' }} name="Free now" />}
      <li>
        <Link to={addressWith(query, NO_FILTERS)} className={css['clear']} rel="nofollow" preventScrollReset>
          Clear filters
        </Link>
      </li>
    </ul>
  )
}

function Chosen({ query, changes, name, color }: { query: Query; changes: Partial<Query>; name: string; color?: Color }) {
  return (
    <li>
      <Link to={addressWith(query, changes)} className={css['chip']} aria-label={`Remove ${name}`} rel="nofollow" preventScrollReset>
        {color && <span className={css['dot']} style={{ backgroundColor: SWATCHES[color] }} />}
        {name}
        <IconX size={14} aria-hidden="true" />
      </Link>
    </li>
  )
}

function Group({ label, className, children }: { label: string; className: string | undefined; children: ReactNode }) {
  return (
    <fieldset className={css['group']}>
      <legend className={css['label']}>{label}</legend>
      <div className={className}>{children}</div>
    </fieldset>
  )
}

function Swatch({ query, color }: { query: Query; color: Color }) {
  const isChosen = query.color === color
  const name = categoryLabel(color)
  return (
    <Link
      to={addressWith(query, { color: isChosen ? '' : color })}
      className={css['swatch']}
      data-color={color}
      title={name}
      aria-current={isChosen ? 'true' : undefined}
      rel="nofollow"
      preventScrollReset
    >
      <span className={css['disc']} style={{ backgroundColor: SWATCHES[color] }}>
        {isChosen && <IconCheck size={16} stroke={2.5} aria-hidden="true" />}
      </span>
      <span className={css['name']}>{name}</span>
    </Link>
  )
}

type ChoiceProps = { query: Query; changes: Partial<Query>; isChosen: boolean; title?: string; children: ReactNode }

function Choice({ query, changes, isChosen, title, children }: ChoiceProps) {
  return (
    <Link
      to={addressWith(query, changes)}
      className={css['choice']}
      title={title}
      aria-current={isChosen ? 'true' : undefined}
      rel="nofollow"
      preventScrollReset
    >
      {children}
    </Link>
  )
}
