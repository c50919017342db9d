import { type FormEvent, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { ApplicationForm } from './application-form.tsx'
import { Applied } from './applied.tsx'

/** Opens the form in a dialog. Without JavaScript it leads to the page with the form. */
export function ApplyButton() {
  const [shown, setShown] = useState<'nothing' | 'form' | 'done'>('nothing')
  const [busy, setBusy] = useState(false)
  /** The values typed before the dialog was closed, so that closing it by accident loses nothing. */
  const kept = useRef<Readonly<Record<string, string>>>({})
  const open = (event: FormEvent) => {
    event.preventDefault()
    setShown('form')
  }
  const close = () => setShown('nothing')
  const done = () => {
    kept.current = {}
    setShown('done')
  }
  return (
    <>
      <form method="get" action="/careers" onSubmit={open}>
        <Button type="submit" kind="main" name="apply" value="1" aria-haspopup="dialog">
          Apply Now
        </Button>
      </form>
      <Dialog open={shown !== 'nothing'} onClose={close} busy={busy} shape="wide" title="Apply as a self-employed creative">
        {shown === 'done' ? (
          <Stack gap={4}>
            <Applied />
            <div>
              <Button type="button" kind="main" onClick={close}>
                Done
              </Button>
            </div>
          </Stack>
        ) : (
          <ApplicationForm kept={kept} onDone={done} onBusy={setBusy} />
        )}
      </Dialog>
    </>
  )
}
