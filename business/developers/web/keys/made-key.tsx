import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import css from './keys.module.css'

/** Shows a new key, this once. */
export function MadeKey({ name, secret }: { name: string; secret: string }) {
  const shown = useRef<HTMLDivElement>(null)
  const [canCopy, setCanCopy] = useState(false)
  useEffect(() => setCanCopy(true), [])
  useEffect(() => shown.current?.focus(), [])
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast('Key copied.'),
      () => toast('The key could not be copied. Please select it.', 'bad')
    )
  return (
    <div ref={shown} tabIndex={-1} className={css['made']}>
      <Notice tone="good" title={`The key “${name}” is made.`}>
        Copy it now and keep it like a password. We store only its hash and cannot show it again.
      </Notice>
      <div className={css['copy']}>
        <TextField
          label="Your API key"
          readOnly
          value={secret}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        {canCopy && (
          <Button type="button" onClick={() => void copy()}>
            Copy
          </Button>
        )}
      </div>
    </div>
  )
}
