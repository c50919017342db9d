import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { FileDrop, Progress } from '#platform/web/ui/form/file-drop.tsx'
import { COMPRESS_TEXTS } from '../../compress.rules.ts'
import { doneOf, isBusy, isUnsaved, type Picture } from './compress-list.ts'
import css from './compressor.module.css'
import { LeaveDialog, useUnloadWarning } from './leave-dialog.tsx'
import { PictureCard } from './picture-card.tsx'
import { QualityField, showPercent } from './quality-field.tsx'
import { saveZip } from './save-zip.ts'
import { useCompressor, type Compressor as Work } from './use-compressor.ts'
import { useDropAnywhere } from './use-drop-anywhere.ts'

export const INTRO = 'Creates PNG and WebP versions at 1200, 800, and 400 px wide. Your images never leave your browser.'

const ACCEPT = '.png,.jpg,.jpeg,.webp,.gif,.svg,image/png,image/jpeg,image/webp,image/gif,image/svg+xml'
/** With more images, the files are collapsed. */
const OPEN_MAX = 3

/** The compressor, shown on its page and in its dialog. */
export function Compressor({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const work = useCompressor()
  const root = useRef<HTMLDivElement>(null)
  const { pictures, refused, quality } = work
  const unsaved = isUnsaved(pictures)
  const dragging = useDropAnywhere(root, (files) => void work.choose(files))
  useUnloadWarning(unsaved)
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])
  // Takes the focus from a button that its own action removes.
  const andKeepFocus = (act: () => void) => () => {
    act()
    root.current?.focus()
  }
  return (
    <div ref={root} tabIndex={-1} className={css['tool']}>
      <noscript>
        <Notice tone="warn">The compressor works in your browser and needs JavaScript.</Notice>
      </noscript>
      <div className={css['top']}>
        <FileDrop
          label="Images"
          name="pictures"
          accept={ACCEPT}
          hint="PNG, JPEG, WEBP, GIF, or SVG. You can drop them anywhere on this page."
          onFiles={(files) => void work.choose(files)}
          {...(refused.names.length > 0 && { error: refusal(refused) })}
        />
        <QualityField quality={quality} onQuality={work.setQuality} />
      </div>
      {pictures.length > 0 && <Bar work={work} andKeepFocus={andKeepFocus} />}
      <div className={css['pictures']}>
        {pictures.map((picture) => (
          <PictureCard
            key={picture.id}
            picture={picture}
            few={pictures.length <= OPEN_MAX}
            onAgain={() => work.again([picture])}
            onRemove={andKeepFocus(() => work.remove([picture.id]))}
            onSaved={() => work.saved([picture.id])}
          />
        ))}
      </div>
      {dragging && (
        <div className={css['dropping']} aria-hidden="true">
          <p>Drop the images anywhere to compress them</p>
        </div>
      )}
    </div>
  )
}

/** Names the refused files if others were accepted. */
function refusal({ names, all }: Work['refused']): string {
  return all === 1 ? COMPRESS_TEXTS.wrong_file : `${COMPRESS_TEXTS.wrong_file} Not accepted: ${names.join(', ')}`
}

type BarProps = { work: Work; andKeepFocus: (act: () => void) => () => void }

function Bar({ work, andKeepFocus }: BarProps) {
  const { pictures, quality } = work
  const [asking, setAsking] = useState(false)
  const busy = pictures.some(isBusy)
  const others = pictures.filter((picture) => picture.state === 'done' && picture.quality !== quality)
  const clear = andKeepFocus(() => {
    setAsking(false)
    work.remove(pictures.map(({ id }) => id))
  })
  return (
    <div className={css['bar']}>
      {busy ? <Progress label={workingOn(pictures)} done={doneOf(pictures)} /> : <p role="status">{summary(pictures)}</p>}
      <div className={css['acts']}>
        {others.length > 0 && !busy && (
          <Button type="button" onClick={andKeepFocus(() => work.again(others))}>
            Compress again at {showPercent(quality)}
          </Button>
        )}
        {busy && (
          <Button type="button" onClick={andKeepFocus(work.cancel)}>
            Cancel
          </Button>
        )}
        {!busy && <ZipButton work={work} />}
        <Button type="button" kind="quiet" onClick={isUnsaved(pictures) ? () => setAsking(true) : clear}>
          Clear list
        </Button>
      </div>
      <LeaveDialog open={asking} verb="Clear" onStay={() => setAsking(false)} onGo={clear} />
    </div>
  )
}

function ZipButton({ work: { pictures, saved } }: { work: Work }) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const ready = pictures.filter(({ made }) => made.length > 0)
  const save = async () => {
    setState('busy')
    try {
      await saveZip(ready)
      saved(ready.map(({ id }) => id))
      setState('idle')
    } catch (error) {
      console.error(error)
      setState('failed')
    }
  }
  if (ready.length === 0) return null
  return (
    <>
      {state === 'failed' && <Notice tone="bad">The ZIP file could not be created. Please download the files one by one.</Notice>}
      <Button type="button" kind="main" busy={state === 'busy'} onClick={() => void save()}>
        Download all as ZIP
      </Button>
    </>
  )
}

function workingOn(pictures: readonly Picture[]): string {
  const [first, ...others] = pictures.filter(isBusy)
  return others.length > 0 ? `Compressing ${first?.file.name} and ${others.length} more` : `Compressing ${first?.file.name}`
}

function summary(pictures: readonly Picture[]): string {
  const files = pictures.reduce((sum, { made }) => sum + made.length, 0)
  const failed = pictures.filter(({ state }) => state === 'failed').length
  const ready = files === 1 ? '1 file is ready.' : `${files} files are ready.`
  return failed === 0 ? ready : `${ready} ${failed === 1 ? '1 image' : `${failed} images`} failed.`
}
