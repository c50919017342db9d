import type { ReactNode } from 'react'
import css from './spinner.module.css'

/** With a label it announces itself; without, it decorates something that does. */
export function Spinner({ label }: { label?: string }) {
  if (!label) return <span className={css['spinner']} aria-hidden="true" />
  return (
    <span role="status">
      <span className={css['spinner']} aria-hidden="true" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </span>
  )
}

/** For those who listen instead of looking. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={css['hidden']}>{children}</span>
}
