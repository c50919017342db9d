import { useState } from 'react'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { Stack } from '#platform/web/ui/page.tsx'
import { Compressor, INTRO } from './compressor.tsx'
import { LeaveDialog } from './leave-dialog.tsx'

/** The compressor in a dialog. Closing it asks first if files would be lost. */
export default function CompressDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [unsaved, setUnsaved] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => {
    setAsking(false)
    setUnsaved(false)
    onClose()
  }
  return (
    <>
      <Dialog open={open} onClose={() => (unsaved ? setAsking(true) : close())} title="Compress Image" shape="wide">
        <Stack gap={6}>
          <p>{INTRO}</p>
          <Compressor onUnsaved={setUnsaved} />
        </Stack>
      </Dialog>
      <LeaveDialog open={open && asking} verb="Close" onStay={() => setAsking(false)} onGo={close} />
    </>
  )
}
