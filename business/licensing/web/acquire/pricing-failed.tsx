import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import css from './acquire-dialog.module.css'

export function PricingFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={css['failed']}>
      <Notice tone="bad">Failed to load.</Notice>
      <Button type="button" small onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
