import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { INTRO, LabelMaker } from './label-maker.tsx'

/** The label maker in a dialog. Closing it resets the form and asks first if something would be lost. */
export default function LabelDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [unsaved, setUnsaved] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    setUnsaved(false)
    onClose()
  }
  const stay = () => setAsking(false)
  const choices = (
    <>
      <Button type="button" onClick={stay}>
        Stay
      </Button>
      <Button type="button" kind="danger" onClick={close}>
        Close and discard
      </Button>
    </>
  )
  return (
    <>
      <Dialog open={open} onClose={() => (unsaved ? setAsking(true) : close())} title="Create QR / Label" shape="wide">
        <p>{INTRO}</p>
        <LabelMaker onUnsaved={setUnsaved} />
      </Dialog>
      <Dialog open={open && asking} onClose={stay} title="Discard this label?" footer={choices}>
        <p>You have not downloaded, printed, or shared this label. It will be lost.</p>
      </Dialog>
    </>
  )
}
