import { Button } from '#platform/web/ui/button.tsx'
import css from './download-form.module.css'

type Download = { license_id: string; formats?: readonly string[]; colors?: string | undefined; wide?: boolean }

/** Requests a new signed link each time, so that it works on a page that has been open for long. A plain form, because the response is a file. */
export function DownloadForm({ license_id, formats = [], colors, wide = false }: Download) {
  return (
    <form method="get" action={`/client/licenses/${license_id}/download`} className={css['download']}>
      {formats.length > 1 ? (
        <select name="file" aria-label="Format" className={css['format']}>
          {formats.map((format) => (
            <option key={format} value={format}>
              {format.toUpperCase()}
            </option>
          ))}
        </select>
      ) : (
        <input type="hidden" name="file" value="original" />
      )}
      {colors && <input type="hidden" name="colors" value={colors} />}
      <Button type="submit" kind={wide ? 'main' : 'plain'} small={!wide} wide={wide}>
        Download
      </Button>
    </form>
  )
}
