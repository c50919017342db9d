import { LinkButton } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import css from '#platform/web/ui/receipt.module.css'
import { wantedFirst } from '../../rules.ts'
import { useRememberedColors } from '../acquire/remembered-colors.ts'
import { availableFile, downloadAddress, substituteNote } from '../licenses/chosen-download.ts'
import { DownloadForm } from '../licenses/download-form.tsx'
import { useDownloadOnce } from '../licenses/use-download-once.ts'

export type Licensed = { license_id: string; asset_id: string | null; chosen: string | null; formats: string[]; best: string | null }

/** Paid just now or before: the download, which starts by itself after the payment. */
export function Paid({ license_id, asset_id, chosen, formats, best, starts }: Licensed & { starts: boolean }) {
  const colors = useRememberedColors(asset_id)
  const isReady = starts && colors !== undefined
  const isStarting = useDownloadOnce(isReady ? downloadAddress(license_id, formats, chosen, colors) : undefined, 'paid')
  return (
    <>
      <Notice tone="good" title="Thank you. The license is yours.">
        {isStarting && 'Your download starts now. '}We are emailing you a receipt with your license number.
      </Notice>
      <Substitute chosen={chosen} formats={formats} best={best} />
      {colors && <p className={css['note']}>You get it in the colors that you chose.</p>}
      <DownloadForm license_id={license_id} formats={wantedFirst(formats, chosen)} colors={colors} wide />
      <LinkButton to={`/client/licenses/${license_id}/download${colors ? `?${new URLSearchParams({ colors })}` : ''}`} wide>
        Formats and sizes
      </LinkButton>
      <LinkButton to="/client/licenses" wide>
        My Licenses
      </LinkButton>
    </>
  )
}

/** Says if another format is delivered than the chosen one. */
export function Substitute({ chosen, formats, best }: Pick<Licensed, 'chosen' | 'formats' | 'best'>) {
  const file = availableFile(formats, chosen)
  const note = substituteNote(chosen, file === 'original' ? best : file)
  return note && <Notice tone="warn">{note}</Notice>
}
