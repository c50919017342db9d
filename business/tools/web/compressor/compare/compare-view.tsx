import { type CSSProperties, useEffect, useRef } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { outputName, sizeChange } from '../../../compress.rules.ts'
import { useObjectUrl } from '../../use-object-url.ts'
import type { MadeFile, Picture } from '../compress-list.ts'
import { showKb } from '../output-table.tsx'
import css from './compare-view.module.css'
import { useCompare } from './use-compare.ts'
import { transformOf, ZOOM_MAX } from './zoom-view.ts'

/** Shows the original to the left of the divider and the compressed file to the right. A pointer or the keyboard moves the divider. */
export function CompareView({ picture, file }: { picture: Picture; file: MadeFile }) {
  const { part, setPart, view, stage, onKeyDown, ...zooming } = useCompare()
  const before = useObjectUrl(picture.file)
  const after = useObjectUrl(file.blob)
  const name = outputName(picture.base, file)
  const { width, height } = file
  const figure = useRef<HTMLElement>(null)
  // On a phone, the view opens far below its button.
  useEffect(() => figure.current?.scrollIntoView({ block: 'nearest' }), [])
  const style = { '--part': `${part}%`, '--width': `${width}px`, '--view': transformOf(view) } as CSSProperties
  return (
    <figure ref={figure} className={css['compare']} style={style} onKeyDown={onKeyDown}>
      <ZoomBar zoom={view.zoom} {...zooming} />
      <div className={css['stage']} style={{ aspectRatio: `${width} / ${height}` }} data-zoomed={view.zoom > 1} {...stage}>
        <div className={css['after']}>{after && <img src={after} alt={`${name}, compressed`} draggable={false} />}</div>
        <div className={css['before']}>{before && <img src={before} alt={`${picture.file.name}, the original`} draggable={false} />}</div>
        <span className={css['line']} aria-hidden="true" />
        <input
          type="range"
          min={0}
          max={100}
          value={part}
          aria-label="Share of the original shown"
          aria-valuetext={`${part}% original, ${100 - part}% compressed`}
          onChange={({ currentTarget }) => setPart(Number(currentTarget.value))}
        />
      </div>
      <figcaption className={css['caption']}>
        <span>
          <b>Original</b> {showKb(picture.file.size)} KB
        </span>
        <span>
          <b>{name}</b> {showKb(file.blob.size)} KB, {sizeChange(picture.file.size, file.blob.size)}
        </span>
      </figcaption>
    </figure>
  )
}

interface ZoomBarProps {
  zoom: number
  zoomIn: () => void
  zoomOut: () => void
  showWhole: () => void
}

function ZoomBar({ zoom, zoomIn, zoomOut, showWhole }: ZoomBarProps) {
  return (
    <div className={css['zoom']}>
      <p className={css['hint']}>
        Drag the divider to compare.{' '}
        {zoom > 1 ? 'Drag the picture, click, or press Shift and an arrow key to move it.' : 'Press + to zoom in.'}
      </p>
      <fieldset className={css['buttons']}>
        <legend className={css['legend']}>Zoom</legend>
        <Button type="button" small square aria-label="Zoom out" disabled={zoom <= 1} onClick={zoomOut}>
          −
        </Button>
        <output aria-live="polite">{Math.round(zoom * 100)}%</output>
        <Button type="button" small square aria-label="Zoom in" disabled={zoom >= ZOOM_MAX} onClick={zoomIn}>
          +
        </Button>
        <Button type="button" kind="quiet" small disabled={zoom <= 1} onClick={showWhole}>
          Fit
        </Button>
      </fieldset>
    </div>
  )
}
