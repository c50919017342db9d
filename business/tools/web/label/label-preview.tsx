import { useState } from 'react'
import { saveFile } from '#platform/web/save-file.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import { IconDownload, IconMail, IconPrinter } from '#platform/web/ui/icons.ts'
import { useObjectUrl } from '../use-object-url.ts'
import css from './label.module.css'
import { PrintSheet } from './label-print.tsx'
import { ShareDialog } from './label-share.tsx'
import type { MadeLabel } from './make-label.ts'

interface LabelPreviewProps {
  made: MadeLabel | undefined
  onClose: () => void
  /** Called when the label was downloaded, printed, or shared. */
  onSaved: () => void
}

/** The finished label with its actions. */
export function LabelPreview({ made, onClose, onSaved }: LabelPreviewProps) {
  const [sharing, setSharing] = useState(false)
  const [prints, setPrints] = useState(0)
  const url = useObjectUrl(made?.png)
  const close = () => {
    setSharing(false)
    setPrints(0)
    onClose()
  }
  const save = (name: string, bytes: Blob) => {
    saveFile(name, bytes)
    onSaved()
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
          onSaved()
        }}
      >
        <IconPrinter size={17} aria-hidden="true" />
        Print
      </Button>
      <Button type="button" onClick={() => save(`${made.name}.svg`, made.svg())}>
        Download SVG
      </Button>
      <Button type="button" onClick={() => void made.pdf().then((pdf) => save(`${made.name}.pdf`, pdf))}>
        Download PDF
      </Button>
      <Button type="button" kind="main" onClick={() => save(`${made.name}.png`, made.png)}>
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
            <img className={css['picture']} src={url} alt={`Label with the code ${made.value}`} width={made.width} height={made.height} />
          )}
        </div>
      </Dialog>
      {made && <ShareDialog open={sharing} made={made} onClose={() => setSharing(false)} onSent={onSaved} />}
      {made && url && prints > 0 && <PrintSheet key={prints} url={url} inches={made.width / made.dpi} />}
    </>
  )
}
