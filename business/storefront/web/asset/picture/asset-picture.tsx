import { type MouseEvent, Suspense, useState } from 'react'
import type { AssetDetail } from '#catalogue/contract.ts'
import { matFor, previewSources, UNTITLED } from '#catalogue/rules.ts'
import { MATS, type Mat, MatChoice, Preview } from '#catalogue/web/index.ts'
import { loadLater } from '#platform/web/loading/load-later.tsx'
import { IconZoom } from '#platform/web/ui/icons.ts'
import css from './asset-picture.module.css'
import { GridChoice, GridLines, gridOfFile } from './grid.tsx'

/** Loaded when it is opened. */
const ZoomDialog = loadLater(async () => ({ default: (await import('./zoom-dialog.tsx')).ZoomDialog }))

/**
 * For the browser to choose a preview by. A phone's is 4% less than its picture takes: on a screen with 1.75 pixels for each CSS pixel,
 * 661 pixels would bring the preview of 1200, with twice the bytes of that of 640.
 */
const SIZES = '(min-width: 960px) 780px, 88vw'

/** What is behind and over the picture. */
type Shown = { mat: Mat; hasGrid: boolean }

/** The large preview on a mat. The choice of the background and the grid are CSS only, and the way to the large picture is a link, so all work before hydration. */
export function AssetPicture({ asset }: { asset: AssetDetail }) {
  const [enlarged, setEnlarged] = useState<Shown>()
  const [large] = previewSources(asset, 1200)
  const zoom = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setEnlarged(shownIn(event.currentTarget, matFor(asset.dominant_color)))
  }
  return (
    <figure className={css['figure']}>
      {/* In other colors it is another picture. The background and the grid stay as they were chosen. */}
      <Preview key={large} asset={asset} width={1200} sizes={SIZES} framed eager className={css['picture']}>
        {large && <Grid asset={asset} />}
        {large && (
          <a href={large} className={css['zoom']} onClick={zoom} aria-label={`Enlarge ${asset.title || UNTITLED}`}>
            <IconZoom size={18} aria-hidden="true" />
          </a>
        )}
      </Preview>
      <figcaption className={css['tools']}>
        {large && <GridChoice name="grid" />}
        <MatChoice name="mat" initial={matFor(asset.dominant_color)} />
      </figcaption>
      {enlarged && large && (
        <Suspense fallback={null}>
          <ZoomDialog asset={asset} src={large} {...enlarged} onClose={() => setEnlarged(undefined)} />
        </Suspense>
      )}
    </figure>
  )
}

/** The choices beside the link, so that the large picture begins as the small one is. */
function shownIn(link: HTMLElement, usual: Mat): Shown {
  const figure = link.closest('figure')
  const chosen = figure?.querySelector<HTMLInputElement>('input[name="mat"]:checked')?.value
  return {
    mat: MATS.find((mat) => mat === chosen) ?? usual,
    hasGrid: figure?.querySelector('input[name="grid"]:checked') !== null
  }
}

/** Lines over the picture, as object-fit shows it. */
function Grid({ asset }: { asset: AssetDetail }) {
  const grid = gridOfFile(asset)
  if (!grid) return null
  return (
    <span className={css['grid']} aria-hidden="true">
      <span className={css['gridFrame']}>
        <GridLines {...grid} className={css['fitted']} />
      </span>
    </span>
  )
}
