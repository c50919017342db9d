import type { ReactNode } from 'react'
import { copyText } from '#platform/web/copy-text.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { usageLine } from '../rules.ts'
import css from './usage-line.module.css'

/** What a page's author writes to show the icon, with a button to copy it. `children` says what else it needs. */
export function UsageLine({ name, children }: { name: string; children?: ReactNode }) {
  const line = usageLine(name)
  return (
    <div className={css['usage']}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <pre className={css['line']} tabIndex={0}>
        <code>{line}</code>
      </pre>
      <Button type="button" small aria-label={`Copy the line for ${name}`} onClick={() => void copyText(line, 'Line copied.')}>
        Copy
      </Button>
      {children && <p className={css['note']}>{children}</p>}
    </div>
  )
}
