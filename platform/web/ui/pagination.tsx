import type { ReactNode } from 'react'
import { LinkButton } from './button.tsx'
import { IconNext, IconPrev } from './icons.ts'
import css from './pagination.module.css'

interface PaginationProps {
  page: number
  pages: number
  /** Returns the address of a page, including the search and filters. */
  to: (page: number) => string
  /** Names the list, when a page has two. */
  label?: string
  /** Shown after 'Page X / Y'. */
  note?: ReactNode
}

/** Prev and Next are links, so that a page can be shared, opened in a new tab, and read without JavaScript. */
export function Pagination({ page, pages, to, note, label = 'Pages' }: PaginationProps) {
  const last = Math.max(pages, 1)
  return (
    <nav className={css['pages']} aria-label={label}>
      <Step label="Prev" rel="prev" to={page > 1 ? to(Math.min(page, last + 1) - 1) : undefined} />
      {/* After a search or a filter, a screen reader says how much is left. */}
      <span className={css['where']} role="status">
        Page {page} / {last}
        {note}
      </span>
      <Step label="Next" rel="next" to={page < last ? to(page + 1) : undefined} />
    </nav>
  )
}

function Step({ label, rel, to }: { label: string; rel: 'prev' | 'next'; to: string | undefined }) {
  const text = (
    <>
      {rel === 'prev' && <IconPrev size={16} aria-hidden="true" />}
      {label}
      {rel === 'next' && <IconNext size={16} aria-hidden="true" />}
    </>
  )
  if (to === undefined) return <span className={css['off']}>{text}</span>
  return (
    <LinkButton to={to} rel={rel}>
      {text}
    </LinkButton>
  )
}
