import { showBytes } from '#platform/web/show.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Progress } from '#platform/web/ui/form/file-drop.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import css from './conversation.module.css'
import type { Upload } from './use-uploads.ts'

type ComposerFilesProps = {
  uploads: readonly Upload[]
  note: string | undefined
  onRetry: (upload: Upload) => void
  onRemove: (upload: Upload) => void
}

/** The files to send with the message. They can be removed until it is sent. */
export function ComposerFiles({ uploads, note, onRetry, onRemove }: ComposerFilesProps) {
  return (
    <>
      {note && <p role="alert">{note}</p>}
      {uploads.length > 0 && (
        <ul className={css['uploads']} aria-label="Files to send">
          {uploads.map((upload) => (
            <li key={upload.key} className={css['upload']}>
              {upload.preview && <img src={upload.preview} alt="" />}
              <UploadState upload={upload} />
              {upload.error && upload.mayRetry && (
                <Button type="button" small onClick={() => onRetry(upload)}>
                  Try again
                </Button>
              )}
              <Button type="button" small kind="quiet" square aria-label={`Remove ${upload.file.name}`} onClick={() => onRemove(upload)}>
                <IconX size={16} aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function UploadState({ upload: { file, done, attachment, error } }: { upload: Upload }) {
  if (!attachment && !error) return <Progress label={file.name} done={done < 1 ? done : undefined} />
  return (
    <span className={css['uploadName']}>
      {file.name} <span className={css['quiet']}>{showBytes(file.size)}</span>
      {error && (
        <span className={css['bad']} role="alert">
          {error}
        </span>
      )}
    </span>
  )
}
