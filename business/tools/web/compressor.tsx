import { useEffect, useRef, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { FileDrop, Progress } from '#platform/web/ui/file-drop.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { COMPRESS_TEXTS } from '../compress.rules.ts'
import { doneOf, isBusy, isUnsaved, type Picture } from './compress-list.ts'
import css from './compressor.module.css'
import { LeaveDialog, useTabKept } from './leave-dialog.tsx'
import { PictureCard } from './picture-card.tsx'
import { QualityField, showPercent } from './quality-field.tsx'
import { saveZip } from './save-zip.ts'
import { useCompressor, type Compressor as Work } from './use-compressor.ts'

export const INTRO = 'PNG and WebP at 1200, 800 and 400 px wide. Your browser does the work: nothing leaves it.'

const ACCEPT = '.png,.jpg,.jpeg,.webp,.gif,.svg,image/png,image/jpeg,image/webp,image/gif,image/svg+xml'
/** With more, their files fold away. */
const OPEN_MOST = 3

/** The whole tool, on its page and in its dialog. */
export function Compressor({ onUnsaved }: { onUnsaved: (unsaved: boolean) => void }) {
  const work = useCompressor()
  const root = useRef<HTMLDivElement>(null)
  const { pictures, refused, quality } = work
  const unsaved = isUnsaved(pictures)
  useTabKept(unsaved)
  useEffect(() => onUnsaved(unsaved), [unsaved, onUnsaved])
  // A button that goes away with what it ended gives the focus back here.
  const andStay = (act: () => void) => () => {
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
          label="Pictures"
          name="pictures"
          accept={ACCEPT}
          hint="PNG, JPEG, WEBP, GIF or SVG."
          onFiles={(files) => void work.choose(files)}
          {...(refused.names.length > 0 && { error: refusal(refused) })}
        />
        <QualityField quality={quality} onQuality={work.setQuality} />
      </div>
      {pictures.length > 0 && <Bar work={work} andStay={andStay} />}
      {pictures.map((picture) => (
        <PictureCard
          key={picture.id}
          picture={picture}
          few={pictures.length <= OPEN_MOST}
          onAgain={() => work.again([picture])}
          onRemove={andStay(() => work.remove([picture.id]))}
          onSaved={() => work.saved([picture.id])}
        />
      ))}
    </div>
  )
}

/** Beside others that were taken, the wrong ones are named. */
function refusal({ names, all }: Work['refused']): string {
  return all === 1 ? COMPRESS_TEXTS.wrong_file : `${COMPRESS_TEXTS.wrong_file} Not taken: ${names.join(', ')}`
}

type BarProps = { work: Work; andStay: (act: () => void) => () => void }

function Bar({ work, andStay }: BarProps) {
  const { pictures, quality } = work
  const [asking, setAsking] = useState(false)
  const busy = pictures.some(isBusy)
  const others = pictures.filter((picture) => picture.state === 'done' && picture.quality !== quality)
  const clear = andStay(() => {
    setAsking(false)
    work.remove(pictures.map(({ id }) => id))
  })
  return (
    <div className={css['bar']}>
      {busy ? <Progress label={workingOn(pictures)} done={doneOf(pictures)} /> : <p role="status">{summary(pictures)}</p>}
      <div className={css['acts']}>
        {others.length > 0 && !busy && (
          <Button type="button" onClick={andStay(() => work.again(others))}>
            Compress again at {showPercent(quality)}
          </Button>
        )}
        {busy && (
          <Button type="button" onClick={andStay(work.cancel)}>
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
    } catch {
      setState('failed')
    }
  }
  if (ready.length === 0) return null
  return (
    <>
      {state === 'failed' && <Notice tone="bad">The ZIP could not be made. Download the files one by one.</Notice>}
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
  return failed === 0 ? ready : `${ready} ${failed === 1 ? '1 picture' : `${failed} pictures`} failed.`
}
