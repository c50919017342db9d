import type { ReactNode } from 'react'
import { IconDown } from '#platform/web/ui/icons.ts'
import css from './section.module.css'

type SectionProps = {
  /** Of the heading, for links to it. */
  id: string
  title: string
  intro: ReactNode
  children: ReactNode
}

/** A part of the page for developers. */
export function Section({ id, title, intro, children }: SectionProps) {
  return (
    <section aria-labelledby={id} className={css['section']}>
      <h2 id={id}>{title}</h2>
      <p className={css['text']}>{intro}</p>
      {children}
    </section>
  )
}

/** Foldings below each other. */
export const Folds = ({ children }: { children: ReactNode }) => <div className={css['folds']}>{children}</div>

/** Unfolds what is for some readers only, such as those of one language. */
export function Fold({ title, note, open, children }: { title: string; note?: string; open?: boolean; children: ReactNode }) {
  return (
    <details className={css['fold']} open={open}>
      <summary>
        <span className={css['title']}>{title}</span>
        <IconDown size={18} aria-hidden="true" />
      </summary>
      <div className={css['inside']}>
        {note && <p className={css['text']}>{note}</p>}
        {children}
      </div>
    </details>
  )
}
