import { type CSSProperties, type SyntheticEvent, useEffect, useRef, useState } from 'react'
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
  const { place, key, picture, isLoaded, onLoad, onError } = useFirstThatLoads(placesOf(asset, width))
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
        <picture key={key}>
          {place.avif && <source type="image/avif" srcSet={place.avif} sizes={sizes} />}
          <img
            src={place.src}
            srcSet={place.srcSet}
            ref={picture}
            className={css['picture']}
            style={place.blur && !isLoaded ? ({ '--blur': `url(${place.blur})` } as CSSProperties) : undefined}
            sizes={sizes}
            alt={asset.title || UNTITLED}
            draggable={false}
            loading={eager ? 'eager' : 'lazy'}
            fetchPriority={eager ? 'high' : 'auto'}
            decoding="async"
            onLoad={onLoad}
            onError={onError}
          />
        </picture>
      ) : (
        <span className={css['none']}>{WORDS.no_preview}</span>
      )}
    </div>
  )
}

type Place = { src: string; srcSet?: string; avif?: string | undefined; blur?: string | null }

/** Where the picture may be: first whatever width suits the screen, then one place after the other. */
function placesOf(asset: PreviewProps['asset'], most: PreviewWidth): Place[] {
  const alone = previewSources(asset, most).map((src) => ({ src }))
  const file = asset.files.find(({ preview_urls }) => preview_urls)
  if (!file?.preview_urls) return alone
  const { preview_urls, avif_urls, blur } = file
  return [{ src: preview_urls[most], srcSet: widthsOf(preview_urls, most)!, avif: widthsOf(avif_urls, most), blur }, ...alone]
}

/** Nothing where a width is missing: the browser would then take another size for it. */
function widthsOf(urls: { [Width in PreviewWidth]?: string | undefined }, most: PreviewWidth): string | undefined {
  const widths = PREVIEW_WIDTHS.filter((width) => width <= most)
  return widths.every((width) => urls[width]) ? widths.map((width) => `${urls[width]} ${width}w`).join(', ') : undefined
}

/** Goes on to the next place when one fails, also when it loaded or failed before the page came alive. */
function useFirstThatLoads(places: readonly Place[]) {
  const [failures, setFailures] = useState(0)
  const [isLoaded, setLoaded] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const shown = picture.current
    if (!shown?.complete) return
    if (shown.naturalWidth === 0) setFailures(failures + 1)
    else setLoaded(true)
  }, [failures])
  return {
    place: places[failures],
    key: failures,
    picture,
    isLoaded,
    onLoad: () => setLoaded(true),
    onError: () => setFailures(failures + 1)
  }
}
