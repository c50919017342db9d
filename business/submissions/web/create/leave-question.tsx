import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'

/** Asks before unsaved files are lost: with a dialog for links within the app, and by the browser's own question when the tab closes. */
export function LeaveQuestion({ unsaved }: { unsaved: boolean }) {
  const leaving = useBlocker(unsaved)
  useEffect(() => {
    if (!unsaved) return
    const ask = (event: Event) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [unsaved])
  const footer = (
    <>
      <Button type="button" onClick={() => leaving.reset?.()}>
        Stay
      </Button>
      <Button type="button" kind="danger" onClick={() => leaving.proceed?.()}>
        Leave
      </Button>
    </>
  )
  return (
    <Dialog
      open={leaving.state === 'blocked'}
      onClose={() => leaving.reset?.()}
      title="Leave before everything is uploaded?"
      footer={footer}
    >
      <p>
        Some files are not uploaded yet. Their titles, tags, and categories are saved in this tab, but you will have to choose the files
        again. Uploaded files stay in My Assets.
      </p>
    </Dialog>
  )
}
