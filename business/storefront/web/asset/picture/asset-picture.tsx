import { type CSSProperties, lazy, type MouseEvent, Suspense, useState } from 'react'
import type { AssetDetail } from '#catalogue/contract.ts'
import { matFor, previewSources, UNTITLED } from '#catalogue/rules.ts'
import { MATS, type Mat, MatChoice, Preview } from '#catalogue/web/index.ts'
import { IconGrid, IconZoom } from '#platform/web/ui/icons.ts'
import css from './asset-picture.module.css'
import { gridOf } from './grid-of.ts'

/** Loaded when it is opened. */
const ZoomDialog = lazy(async () => ({ default: (await import('./zoom-dialog.tsx')).ZoomDialog }))

/** The large preview on a mat. The choice of the background and the grid are CSS only, and the way to the large picture is a link, so all work before hydration. */
export function AssetPicture({ asset }: { asset: AssetDetail }) {
  const [mat, setMat] = useState<Mat>()
  const [large] = previewSources(asset, 1200)
  const zoom = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    setMat(chosenMat(event.currentTarget) ?? matFor(asset.dominant_color))
  }
  return (
    <figure className={css['figure']}>
      <Preview asset={asset} width={1200} sizes="(min-width: 960px) 780px, 100vw" framed eager className={css['picture']}>
        {large && <Grid asset={asset} />}
        {large && (
          <a href={large} className={css['zoom']} onClick={zoom} aria-label={`Enlarge ${asset.title || UNTITLED}`}>
            <IconZoom size={18} aria-hidden="true" />
          </a>
        )}
      </Preview>
      <figcaption className={css['tools']}>
        {large && (
          <label className={css['gridChoice']} title="Grid">
            <input type="checkbox" name="grid" aria-label="Grid" />
            <IconGrid size={18} aria-hidden="true" />
          </label>
        )}
        <MatChoice name="mat" initial={matFor(asset.dominant_color)} />
      </figcaption>
      {mat && large && (
        <Suspense fallback={null}>
          <ZoomDialog asset={asset} src={large} mat={mat} onClose={() => setMat(undefined)} />
        </Suspense>
      )}
    </figure>
  )
}

const chosenMat = (link: HTMLElement): Mat | undefined => {
  const chosen = link.closest('figure')?.querySelector<HTMLInputElement>('input[name="mat"]:checked')?.value
  return MATS.find((mat) => mat === chosen)
}

/** Lines over the picture, at its units if it is a small drawing. */
function Grid({ asset: { files } }: { asset: AssetDetail }) {
  const file = files.find(({ preview_urls }) => preview_urls)
  const [width = 0, height = 0] = (file?.resolution ?? '').split('x').map(Number)
  if (!width || !height) return null
  const { columns, rows } = gridOf({ width, height })
  const shape = { '--ratio': width / height, '--columns': columns, '--rows': rows } as CSSProperties
  return (
    <span className={css['grid']} aria-hidden="true">
      <span className={css['gridFrame']}>
        <span className={css['lines']} style={shape} />
      </span>
    </span>
  )
}
