import type { ReactNode } from 'react'
import css from './badge.module.css'
import { classNames } from './class-names.ts'
import type { Tone } from './feedback/notice.tsx'

/** Shows a status as a dot and a word, never as color alone. */
export function Badge({ tone = 'quiet', children }: { tone?: Tone | 'quiet'; children: ReactNode }) {
  return <span className={classNames(css['badge'], css[tone])}>{children}</span>
}

/** The mark in a card's corner: filled, or outlined for something that starts later. */
export function Flag({ soon, children }: { soon?: boolean; children: ReactNode }) {
  return <span className={classNames(css['flag'], soon && css['soon'])}>{children}</span>
}
