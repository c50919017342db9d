import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { IconAlert, IconCheck, IconInfo } from '../icons.ts'
import css from './notice.module.css'

const ICONS = { info: IconInfo, good: IconCheck, warn: IconAlert, bad: IconAlert }
export type Tone = keyof typeof ICONS

/** A message in the page. Screen readers announce `bad` immediately. */
export function Notice({ tone = 'info', title, children }: { tone?: Tone; title?: ReactNode; children?: ReactNode }) {
  const Icon = ICONS[tone]
  return (
    <div className={classNames(css['notice'], css[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={18} aria-hidden="true" />
      <div className={css['body']}>
        {title && <div className={css['title']}>{title}</div>}
        {children && <div>{children}</div>}
      </div>
    </div>
  )
}
