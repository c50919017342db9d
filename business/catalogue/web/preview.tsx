import { type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { AssetCard } from '../contract.ts'
import { fillsFrame, matFor, PREVIEW_WIDTHS, type PreviewWidth, previewSources, UNTITLED, WORDS } from '../rules.ts'
import css from './preview.module.css'

type PreviewProps = {
  asset: Pick<AssetCard, 'title' | 'category' | 'dominant_color' | 'files'>
  width: PreviewWidth
  /** The picture's place on the page, for the browser's choice among widths. */
  sizes: string
  /** The whole picture with the mat all around it, whatever its shape. */
  framed?: boolean
  /** Among the first that are seen. */
  eager?: boolean
  className?: string | undefined
}

/** An asset's picture on its mat. It cannot be dragged, nor opened by a right click. */
export function Preview({ asset, width, sizes, framed, eager, className }: PreviewProps) {
  const { source, picture, onError } = useFirstThatLoads(previewSources(asset, width))
  const fills = fillsFrame(asset)
  const prevent = (event: SyntheticEvent) => event.preventDefault()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the picture from being taken
    <div
      className={classNames(css['mat'], fills && (framed ? css['framed'] : css['fills']), className)}
      data-mat={matFor(asset.dominant_color)}
      style={fills && !framed && asset.dominant_color ? { backgroundColor: asset.dominant_color } : undefined}
      onContextMenu={prevent}
      onDragStart={prevent}
    >
      {source ? (
        <img
          key={source}
          ref={picture}
          className={css['picture']}
          src={source}
          srcSet={srcSetOf(asset, source, width)}
          sizes={sizes}
          alt={asset.title || UNTITLED}
          draggable={false}
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          decoding="async"
          onError={onError}
        />
      ) : (
        <span className={css['none']}>{WORDS.no_preview}</span>
      )}
    </div>
  )
}

/** The widths, up to the one asked for, of the file whose picture it is; nothing for one that stands alone. */
function srcSetOf({ files }: PreviewProps['asset'], source: string, most: PreviewWidth): string | undefined {
  const urls = files.find(({ preview_urls }) => preview_urls && Object.values(preview_urls).includes(source))?.preview_urls
  if (!urls || source === urls[320]) return undefined
  return PREVIEW_WIDTHS.filter((width) => width <= most)
    .map((width) => `${urls[width]} ${width}w`)
    .join(', ')
}

/** Tries one place after the other; a picture that failed before the page came alive is noticed too. */
function useFirstThatLoads(sources: readonly string[]) {
  const [failed, setFailed] = useState<readonly string[]>([])
  const picture = useRef<HTMLImageElement>(null)
  const source = sources.find((one) => !failed.includes(one))
  useEffect(() => {
    const shown = picture.current
    if (source && shown?.complete && shown.naturalWidth === 0) setFailed((before) => [...before, source])
  }, [source])
  return { source, picture, onError: () => source && setFailed((before) => [...before, source]) }
}
