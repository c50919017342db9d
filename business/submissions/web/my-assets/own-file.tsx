import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Progress } from '#platform/web/ui/form/file-drop.tsx'
import type { OwnedFile } from '../../contract.ts'
import css from './own-file.module.css'
import { Picture } from './picture.tsx'
import { RetryFile } from './retry-file.tsx'

const TONES = { processing: 'warn', ready: 'good', failed: 'bad' } as const
const STATES = { processing: 'Processing', ready: 'Ready', failed: 'Failed' } as const

/** An uploaded file with its preview, details, and progress. */
export function OwnFile({ file, onRemove }: { file: OwnedFile; onRemove?: (() => void) | undefined }) {
  const details = [file.format.toUpperCase(), file.resolution, `${file.size_in_kb} KB`].filter(Boolean).join(' · ')
  return (
    <li className={css['file']}>
      <Picture urls={file.preview_urls} alt={file.filename} sizes="160px" />
      <div className={css['details']}>
        <div className={css['name']}>{file.filename}</div>
        <div className={css['quiet']}>{details}</div>
        <Badge tone={TONES[file.status]}>{STATES[file.status]}</Badge>
        {file.status === 'processing' && <Progress label="Making previews" done={file.progress / 100} />}
        {file.failure && <div className={css['failure']}>{file.failure}</div>}
        {file.status === 'ready' && !file.preview_urls && <div className={css['quiet']}>This EPS cannot be previewed here.</div>}
        {file.status === 'failed' && <RetryFile id={file.id} filename={file.filename} />}
        {onRemove && (
          <Button type="button" kind="quiet" small aria-label={`Remove ${file.filename}`} onClick={onRemove}>
            Remove
          </Button>
        )}
      </div>
    </li>
  )
}
