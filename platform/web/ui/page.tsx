import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import css from './page.module.css'

interface PageProps {
  title: ReactNode
  /** One sentence below the title. */
  intro?: ReactNode
  /** The main actions, top right. */
  actions?: ReactNode
  /** `form` for one narrow form, `text` for reading, `desk` for tables and grids. */
  width?: 'form' | 'text' | 'desk'
  children?: ReactNode
}

/** The <main> of a page, with its only <h1>. */
export function Page({ title, intro, actions, width = 'desk', children }: PageProps) {
  return (
    <main className={classNames(css['page'], css[width])}>
      <div className={css['head']}>
        <div className={css['titles']}>
          <h1>{title}</h1>
          {intro && <p className={css['intro']}>{intro}</p>}
        </div>
        {actions && <div className={css['actions']}>{actions}</div>}
      </div>
      {children}
    </main>
  )
}

/** Stacks its children with equal gaps. With `row`, they are next to each other and wrap. */
export function Stack({ gap = 4, row, children }: { gap?: 1 | 2 | 3 | 4 | 6 | 8 | 12; row?: boolean; children: ReactNode }) {
  return (
    <div className={row ? css['row'] : css['stack']} style={{ gap: `var(--space-${gap})` }}>
      {children}
    </div>
  )
}
