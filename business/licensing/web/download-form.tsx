import { Button } from '#platform/web/ui/button.tsx'
import css from './receipt.module.css'

type Download = { license_id: string; formats?: readonly string[]; wide?: boolean; label?: string }

/** Each press asks for a new signed link, so that a page that stood open for long still works. A plain form: the answer is a file. */
export function DownloadForm({ license_id, formats = [], wide = false, label = 'Download' }: Download) {
  return (
    <form method="get" action={`/client/licenses/${license_id}/file`} className={css['download']}>
      {formats.length > 1 && (
        <select name="format" aria-label="Format" className={css['format']}>
          {formats.map((format) => (
            <option key={format} value={format}>
              {format.toUpperCase()}
            </option>
          ))}
        </select>
      )}
      <Button type="submit" kind={wide ? 'main' : 'plain'} small={!wide} wide={wide}>
        {label}
      </Button>
    </form>
  )
}
