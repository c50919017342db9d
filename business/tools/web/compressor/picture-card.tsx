import { type ReactNode, useId, useState } from 'react'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { classNames } from '#platform/web/ui/class-names.ts'
import { Notice, type Tone } from '#platform/web/ui/feedback/notice.tsx'
import { IconX } from '#platform/web/ui/icons.ts'
import { COMPRESS_TARGETS, COMPRESS_TEXTS, sizeChange } from '../../compress.rules.ts'
import { useObjectUrl } from '../use-object-url.ts'
import { CompareView } from './compare/compare-view.tsx'
import { isBusy, type MadeFile, type Picture, progressOf } from './compress-list.ts'
import css from './compressor.module.css'
import { OutputTable, showKb } from './output-table.tsx'
import { showPercent } from './quality-field.tsx'

interface PictureCardProps {
  picture: Picture
  /** With few images, the files are expanded. */
  few: boolean
  onAgain: () => void
  onRemove: () => void
  onSaved: () => void
}

/** One image and the files created from it. */
export function PictureCard({ picture, few, onAgain, onRemove, onSaved }: PictureCardProps) {
  const { file, state, error, made } = picture
  const [chosenOpen, setOpen] = useState<boolean>()
  const [compared, setCompared] = useState<MadeFile>()
  const body = useId()
  const open = chosenOpen ?? few
  // A file re-created at another quality is a new object.
  const shown = made.find(({ width, type }) => width === compared?.width && type === compared.type)
  return (
    <Card flush aria-label={file.name} className={classNames(css['picture'], open && css['open'])}>
      <Head picture={picture} onRemove={onRemove}>
        {made.length > 0 && !few && (
          <Button kind="quiet" small aria-expanded={open} aria-controls={body} onClick={() => setOpen(!open)}>
            {open ? 'Hide files' : `Show ${made.length === 1 ? '1 file' : `${made.length} files`}`}
          </Button>
        )}
      </Head>
      {isBusy(picture) && <progress className={css['progress']} aria-label={`Progress of ${file.name}`} value={progressOf(picture)} />}
      {state === 'failed' && (
        <div className={css['trouble']}>
          <Notice tone="bad">{error}</Notice>
          {error === COMPRESS_TEXTS.failed && <Button onClick={onAgain}>Try again</Button>}
        </div>
      )}
      {state === 'stopped' && (
        <div className={css['trouble']}>
          <Notice>
            Canceled. {made.length} of {COMPRESS_TARGETS.length} files were created.
          </Notice>
          <Button onClick={onAgain}>Create the rest</Button>
        </div>
      )}
      <div id={body} hidden={!open}>
        {made.length > 0 && <OutputTable picture={picture} compared={shown} onCompare={setCompared} onSaved={onSaved} />}
        {shown && <CompareView key={`${shown.width}-${shown.type}`} picture={picture} file={shown} />}
      </div>
    </Card>
  )
}

const STATES: Record<Picture['state'], { tone: Tone | 'quiet'; label: string }> = {
  waiting: { tone: 'quiet', label: 'Waiting' },
  working: { tone: 'info', label: 'Working' },
  done: { tone: 'good', label: 'Done' },
  stopped: { tone: 'quiet', label: 'Canceled' },
  failed: { tone: 'bad', label: 'Failed' }
}

function Head({ picture, onRemove, children }: { picture: Picture; onRemove: () => void; children: ReactNode }) {
  const { file, head, size, state, made, quality } = picture
  const small = useObjectUrl(made.find(({ width, type }) => width === 400 && type === 'webp')?.blob)
  const pixels = size ?? head.size
  const { tone, label } = STATES[state]
  const details = [
    head.format.toUpperCase(),
    pixels && `${Math.round(pixels.width)} × ${Math.round(pixels.height)}`,
    `${showKb(file.size)} KB`,
    `WebP at ${showPercent(quality)}`
  ]
  return (
    <div className={css['head']}>
      <div className={css['thumb']}>{small && <img src={small} alt="" />}</div>
      <div className={css['names']}>
        <h2>{file.name}</h2>
        <p className={css['details']}>{details.filter(Boolean).join(' · ')}</p>
        {state === 'done' && <p className={css['saving']}>{savingOf(picture)}</p>}
        {head.animated && <p className={css['details']}>Animated: only the first frame is compressed.</p>}
      </div>
      <div className={css['headActs']}>
        <Badge tone={tone}>{label}</Badge>
        {children}
      </div>
      <Button kind="quiet" square aria-label={`Remove ${file.name}`} onClick={onRemove}>
        <IconX size={18} aria-hidden="true" />
      </Button>
    </div>
  )
}

/** Compares the largest WebP with the original: the file that most people take. */
function savingOf({ file, made }: Picture): string | undefined {
  const webp = made.find(({ type }) => type === 'webp')
  return webp && `${webp.width} px WebP: ${showKb(webp.blob.size)} KB, ${sizeChange(file.size, webp.blob.size)}`
}
