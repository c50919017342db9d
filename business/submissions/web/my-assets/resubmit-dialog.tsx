import { useSubmit } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import type { ListedOwn } from '../../contract.ts'

/** Returns a function that resubmits an asset. While its appeal is open, `ask` gets it instead. */
export function useResubmit(ask: (asset: ListedOwn) => void): (asset: ListedOwn) => void {
  const submit = useSubmit()
  return (asset) => {
    if (asset.appeal?.state === 'open') ask(asset)
    else void submit({ intent: 'resubmit', id: asset.id }, { method: 'post', preventScrollReset: true })
  }
}

/** Asks before resubmitting ends an open appeal. */
export function ResubmitDialog({ asset, onClose }: { asset: ListedOwn | undefined; onClose: () => void }) {
  const submit = useSubmit()
  const resubmit = () => {
    if (asset) void submit({ intent: 'resubmit', id: asset.id }, { method: 'post', preventScrollReset: true })
    onClose()
  }
  return (
    <Dialog
      open={asset !== undefined}
      onClose={onClose}
      title="Resubmit and withdraw your appeal?"
      footer={
        <>
          <Button type="button" onClick={onClose}>
            Keep the appeal
          </Button>
          <Button type="button" kind="main" onClick={resubmit}>
            Resubmit
          </Button>
        </>
      }
    >
      <p>“{asset?.title}” goes back to the review as it is now. Your appeal against the rejection then ends without a decision.</p>
    </Dialog>
  )
}
