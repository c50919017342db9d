import { useSyncExternalStore } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { toast } from '#platform/web/ui/feedback/toaster.tsx'
import { TextField } from '#platform/web/ui/form/text-field.tsx'
import css from './webhooks.module.css'

const never = () => () => {}

/** The only time that a secret is shown. */
export function SecretOnce({ title, secret, children }: { title: string; secret: string; children?: string }) {
  const canCopy = useSyncExternalStore(
    never,
    () => true,
    () => false
  )
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => toast('Secret copied.'),
      () => toast('The secret could not be copied. Please select it.', 'bad')
    )
  return (
    <Notice tone="good" title={title}>
      <p>Keep this secret where your receiver can read it. We cannot show it again. {children}</p>
      <div className={css['secret']}>
        <TextField label="Secret" readOnly value={secret} onFocus={(event) => event.currentTarget.select()} />
        {canCopy && (
          <Button type="button" onClick={copy}>
            Copy
          </Button>
        )}
      </div>
    </Notice>
  )
}
