import { type ReactNode, useEffect, useRef } from 'react'
import { copyText } from '#platform/web/copy-text.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import css from './shown-once.module.css'

type ShownOnceProps = { title: string; label: string; secret: string; children: ReactNode }

/** A new secret, the only time that it is shown. It takes the focus, so that nobody misses it. `children` say how to keep it. */
export function ShownOnce({ title, label, secret, children }: ShownOnceProps) {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => shown.current?.focus(), [])
  return (
    <div ref={shown} tabIndex={-1} className={css['shown']}>
      <Notice tone="good" title={title}>
        {children}
      </Notice>
      <div className={css['secret']}>
        <TextField
          label={label}
          readOnly
          value={secret}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button type="button" onClick={() => void copyText(secret, 'Copied.')}>
          Copy
        </Button>
      </div>
    </div>
  )
}
