import { type CSSProperties, type ReactNode, type SyntheticEvent, useEffect, useRef, useState } from 'react'
import { classNames } from '#platform/web/ui/class-names.ts'
import type { AssetCard } from '../contract.ts'
import { fillsFrame, MESSAGES, matFor, PREVIEW_WIDTHS, type PreviewWidth, previewSources, UNTITLED } from '../rules.ts'
import css from './preview.module.css'

type PreviewProps = {
  asset: Pick<AssetCard, 'title' | 'category' | 'dominant_color' | 'files'>
  width: PreviewWidth
  /** The picture's display size, from which the browser chooses a width. */
  sizes: string
  /** Shows the whole picture with the mat around it, regardless of its shape. */
  framed?: boolean
  /** Whether the picture is above the fold. */
  eager?: boolean
  className?: string | undefined
  /** Shown over the picture. */
  children?: ReactNode
}

/** An asset's picture on its mat. It cannot be dragged, and has no context menu. */
export function Preview({ asset, width, sizes, framed = false, eager = false, className, children }: PreviewProps) {
  const fills = fillsFrame(asset)
  const prevent = (event: SyntheticEvent) => event.preventDefault()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the picture from being copied
    <div
      className={classNames(css['mat'], fills && (framed ? css['framed'] : css['fills']), className)}
      data-mat={matFor(asset.dominant_color)}
      style={fills && !framed && asset.dominant_color ? { backgroundColor: asset.dominant_color } : undefined}
      onContextMenu={prevent}
      onDragStart={prevent}
    >
      <Picture asset={asset} width={width} sizes={sizes} eager={eager} />
      {children}
    </div>
  )
}

function Picture({ asset, width, sizes, eager }: Pick<PreviewProps, 'asset' | 'width' | 'sizes'> & { eager: boolean }) {
  const { source, key, image, isLoaded, onLoad, onError } = useFirstThatLoads(sourcesOf(asset, width))
  if (!source) return <span className={css['none']}>{MESSAGES.no_preview}</span>
  return (
    <picture key={key}>
      {source.avif && <source type="image/avif" srcSet={source.avif} sizes={sizes} />}
      <img
        src={source.src}
        srcSet={source.srcSet}
        ref={image}
        className={css['picture']}
        style={source.blur && !isLoaded ? ({ '--blur': `url(${source.blur})` } as CSSProperties) : undefined}
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
  )
}

type Source = { src: string; srcSet?: string | undefined; avif?: string | undefined; blur?: string | null }

/** Returns the sources of the picture: first every width for the browser to choose from, then single URLs to fall back to. */
function sourcesOf(asset: PreviewProps['asset'], maxWidth: PreviewWidth): Source[] {
  const fallbacks = previewSources(asset, maxWidth).map((src) => ({ src }))
  const file = asset.files.find(({ preview_urls }) => preview_urls)
  if (!file?.preview_urls) return fallbacks
  const { preview_urls, avif_urls, blur } = file
  return [
    { src: preview_urls[maxWidth], srcSet: srcSetOf(preview_urls, maxWidth), avif: srcSetOf(avif_urls, maxWidth), blur },
    ...fallbacks
  ]
}

/** Returns undefined if a width is missing: the browser would then choose a wrong size. */
function srcSetOf(urls: { [Width in PreviewWidth]?: string | undefined }, maxWidth: PreviewWidth): string | undefined {
  const widths = PREVIEW_WIDTHS.filter((width) => width <= maxWidth)
  return widths.every((width) => urls[width]) ? widths.map((width) => `${urls[width]} ${width}w`).join(', ') : undefined
}

/** Moves to the next source when one fails, also if it loaded or failed before hydration. */
function useFirstThatLoads(sources: readonly Source[]) {
  const [failures, setFailures] = useState(0)
  const [isLoaded, setLoaded] = useState(false)
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const current = image.current
    if (!current?.complete) return
    if (current.naturalWidth === 0) setFailures(failures + 1)
    else setLoaded(true)
  }, [failures])
  return {
    source: sources[failures],
    key: failures,
    image,
    isLoaded,
    onLoad: () => setLoaded(true),
    onError: () => setFailures(failures + 1)
  }
}
