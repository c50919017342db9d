import { type MouseEvent, useState } from 'react'
import { LinkButton } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/feedback/dialog.tsx'
import css from './download-buttons.module.css'
import { type Downloadable, DownloadChoice } from './download-choice.tsx'
import { DownloadForm } from './download-form.tsx'

type ButtonsProps = { license: Downloadable & { asset_title: string } }

/** Downloads the original with one click, and opens a dialog for everything else. Without JavaScript the dialog's link leads to a page with the same form. */
export function DownloadButtons({ license }: ButtonsProps) {
  const [open, setOpen] = useState(false)
  const choose = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setOpen(true)
  }
  const title = license.asset_title || 'your asset'
  return (
    <div className={css['buttons']}>
      <LinkButton to={`/client/licenses/${license.id}/download`} small onClick={choose} aria-label={`Formats and sizes of ${title}`}>
        Formats and sizes
      </LinkButton>
      <DownloadForm license_id={license.id} />
      <Dialog open={open} title={`Download ${title}`} onClose={() => setOpen(false)}>
        <DownloadChoice license={license} />
      </Dialog>
    </div>
  )
}
