import { useId } from 'react'
import { placeWords } from '#catalogue/findings.rules.ts'
import type { Pin } from '../../rejection.contract.ts'
import { pinText } from '../../rules.ts'
import type { PreviewUrls } from '../my-assets/use-sources.ts'
import css from './pins.module.css'

export type PinnedFile = { id: string; filename: string; preview_urls: PreviewUrls | null }

type PinsProps = { pins: readonly Pin[]; files: readonly PinnedFile[]; sizes: string; heading?: 'h2' | 'h3' }

/** The pins of a rejection: numbers on the pictures, and the same numbers with what is wrong there as a list. */
export function Pins({ pins, files, sizes, heading: Heading = 'h3' }: PinsProps) {
  const title = useId()
  if (pins.length === 0) return null
  const shown = files.filter(({ id, preview_urls }) => preview_urls && pins.some(({ file_id }) => file_id === id))
  const nameOf = (file_id: string) => files.find(({ id }) => id === file_id)?.filename
  return (
    <section className={css['pins']} aria-labelledby={title}>
      <Heading id={title} className={css['title']}>
        {pins.length === 1 ? 'A place to change' : `${pins.length} places to change`}
      </Heading>
      {shown.map((file) => (
        <PinnedPicture key={file.id} file={file} pins={pins} sizes={sizes} />
      ))}
      <ol className={css['list']}>
        {pins.map((pin, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pins do not change, and their number is their name.
          <li key={at} className={css['item']}>
            {pinText(pin)}
            <span className={css['quiet']}>
              {' '}
              ({[placeWords(pin), shown.length === 1 ? '' : nameOf(pin.file_id)].filter(Boolean).join(', ')})
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function PinnedPicture({ file: { id, filename, preview_urls }, pins, sizes }: { file: PinnedFile; pins: readonly Pin[]; sizes: string }) {
  if (!preview_urls) return null
  const srcSet = `${preview_urls[320]} 320w, ${preview_urls[640]} 640w, ${preview_urls[1200]} 1200w`
  return (
    <div className={css['frame']}>
      <div className={css['picture']}>
        <img src={preview_urls[640]} srcSet={srcSet} sizes={sizes} alt={filename} loading="lazy" decoding="async" />
        {pins.map(
          ({ file_id, x, y }, at) =>
            file_id === id && (
              // biome-ignore lint/suspicious/noArrayIndexKey: pins do not change, and their number is their name.
              <span key={at} className={css['pin']} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} aria-hidden="true">
                {at + 1}
              </span>
            )
        )}
      </div>
    </div>
  )
}
