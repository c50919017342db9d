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
  const { place, key, picture, onError } = useFirstThatLoads(placesOf(asset, width))
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
      {place ? (
        <img
          {...place}
          key={key}
          ref={picture}
          className={css['picture']}
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

type Place = { src: string; srcSet?: string }

/** Where the picture may be: first whatever width suits the screen, then one place after the other. */
function placesOf(asset: PreviewProps['asset'], most: PreviewWidth): Place[] {
  const sources = previewSources(asset, most)
  const urls = asset.files.find(({ preview_urls }) => preview_urls)?.preview_urls
  const alone = sources.map((src) => ({ src }))
  if (!urls) return alone
  const srcSet = PREVIEW_WIDTHS.filter((width) => width <= most).map((width) => `${urls[width]} ${width}w`)
  return [{ src: urls[most], srcSet: srcSet.join(', ') }, ...alone]
}

/** Goes on to the next place when one fails, also when it failed before the page came alive. */
function useFirstThatLoads(places: readonly Place[]) {
  const [failures, setFailures] = useState(0)
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const shown = picture.current
    if (shown?.complete && shown.naturalWidth === 0) setFailures(failures + 1)
  }, [failures])
  return { place: places[failures], key: failures, picture, onError: () => setFailures(failures + 1) }
}
