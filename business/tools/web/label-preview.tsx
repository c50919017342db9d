import { useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { IconDownload, IconMail, IconPrinter } from '#platform/web/ui/icons.ts'
import css from './label.module.css'
import { PrintSheet } from './label-print.tsx'
import { ShareDialog } from './label-share.tsx'
import type { MadeLabel } from './make-label.ts'
import { saveFile } from './save-file.ts'
import { useObjectUrl } from './use-object-url.ts'

interface LabelPreviewProps {
  made: MadeLabel | undefined
  onClose: () => void
  /** Downloaded, printed or sent: nothing is lost any more. */
  onTaken: () => void
}

/** The finished label, and what to do with it. */
export function LabelPreview({ made, onClose, onTaken }: LabelPreviewProps) {
  const [sharing, setSharing] = useState(false)
  const [prints, setPrints] = useState(0)
  const url = useObjectUrl(made?.png)
  const close = () => {
    setSharing(false)
    setPrints(0)
    onClose()
  }
  const save = (ending: string, bytes: Blob) => {
    saveFile(`${made!.name}.${ending}`, bytes)
    onTaken()
  }
  const footer = made && (
    <>
      <Button type="button" kind="quiet" onClick={() => setSharing(true)}>
        <IconMail size={17} aria-hidden="true" />
        Share via email
      </Button>
      <Button
        type="button"
        kind="quiet"
        onClick={() => {
          setPrints(prints + 1)
          onTaken()
        }}
      >
        <IconPrinter size={17} aria-hidden="true" />
        Print
      </Button>
      <Button type="button" onClick={() => save('svg', made.svg())}>
        Download SVG
      </Button>
      <Button type="button" onClick={async () => save('pdf', await made.pdf())}>
        Download PDF
      </Button>
      <Button type="button" kind="main" onClick={() => save('png', made.png)}>
        <IconDownload size={17} aria-hidden="true" />
        Download PNG
      </Button>
    </>
  )
  return (
    <>
      <Dialog open={made !== undefined} onClose={close} title="Label preview" shape="wide" footer={footer}>
        <div className={css['stage']}>
          {made && url && (
            <img className={css['picture']} src={url} alt={`Label that holds ${made.value}`} width={made.width} height={made.height} />
          )}
        </div>
      </Dialog>
      {made && <ShareDialog open={sharing} made={made} onClose={() => setSharing(false)} onSent={onTaken} />}
      {made && url && prints > 0 && <PrintSheet key={prints} url={url} width={made.width} />}
    </>
  )
}
