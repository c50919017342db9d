import { useEffect } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'

interface LeaveDialogProps {
  open: boolean
  /** What is about to happen: 'Leave', 'Close'. */
  verb: string
  onStay: () => void
  onGo: () => void
}

/** Asks before work is lost that nobody has downloaded. */
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
      <p>Some are not downloaded yet. They exist in this tab only and would be lost.</p>
    </Dialog>
  )
}

/** The browser's own question at closing the tab. */
export function useTabKept(unsaved: boolean): void {
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
}
