import type { ReactNode } from 'react'
import css from './badge.module.css'
import { classNames } from './class-names.ts'
import type { Tone } from './notice.tsx'

/** A status: a dot and a word, never colour alone. */
export function Badge({ tone = 'quiet', children }: { tone?: Tone | 'quiet'; children: ReactNode }) {
  return <span className={classNames(css['badge'], css[tone])}>{children}</span>
}

/** The mark at a card's corner: ink on accent, or outlined while it is yet to come. */
export function Flag({ soon, children }: { soon?: boolean; children: ReactNode }) {
  return <span className={classNames(css['flag'], soon && css['soon'])}>{children}</span>
}
