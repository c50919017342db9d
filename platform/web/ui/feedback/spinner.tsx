import type { ReactNode } from 'react'
import css from './spinner.module.css'

/** With a label, it is announced to screen readers. Without one, it is decoration. */
export function Spinner({ label }: { label?: string }) {
  if (!label) return <span className={css['spinner']} aria-hidden="true" />
  return (
    <span role="status">
      <span className={css['spinner']} aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

/** Text for screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css['hidden']}>{children}</span>
}
