import { useEffect } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'

interface LeaveDialogProps {
  open: boolean
  /** The pending action, for example 'Leave' or 'Close'. */
  verb: string
  onStay: () => void
  onGo: () => void
}

/** Asks before files that were not downloaded are lost. */
export function LeaveDialog({ open, verb, onStay, onGo }: LeaveDialogProps) {
  const footer = (
    <>
      <Button type="button" onClick={onStay}>
        Stay
      </Button>
      <Button type="button" kind="danger" onClick={onGo}>
        {verb} and discard
      </Button>
    </>
  )
  return (
    <Dialog open={open} onClose={onStay} title="Discard the compressed files?" footer={footer}>
      <p>Some files have not been downloaded. They exist only in this tab and will be lost.</p>
    </Dialog>
  )
}

/** Makes the browser ask before the tab is closed. */
export function useUnloadWarning(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
}
