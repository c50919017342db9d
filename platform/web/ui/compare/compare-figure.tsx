import type { CSSProperties, ReactNode, Ref } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import css from './compare-figure.module.css'
import { useCompare } from './use-compare.ts'
import { transformOf, ZOOM_MAX } from './zoom-view.ts'

interface Side {
  /** Nothing is shown without it. */
  src: string | undefined
  alt: string
}

interface CompareFigureProps {
  /** To the left of the divider. */
  before: Side
  /** To the right. */
  after: Side
  /** In pixels: the proportions of the stage, and its largest width. */
  width: number
  height: number
  /** The name of the slider for the keyboard and screen readers. */
  label: string
  /** What the slider says when `part` percent of the left side are shown. */
  textOf: (part: number) => string
  /** The left and the right text below the pictures. */
  captions: readonly [before: ReactNode, after: ReactNode]
  className?: string | undefined
  ref?: Ref<HTMLElement>
}

/** Shows one picture to the left of a divider and another to the right. A pointer or the keyboard moves the divider; both zoom together. */
export function CompareFigure({ before, after, width, height, label, textOf, captions, className, ref }: CompareFigureProps) {
  const { part, setPart, view, stage, onKeyDown, ...zooming } = useCompare()
  const style = { '--part': `${part}%`, '--width': `${width}px`, '--view': transformOf(view) } as CSSProperties
  return (
    <figure ref={ref} className={classNames(css['compare'], className)} style={style} onKeyDown={onKeyDown}>
      <ZoomBar zoom={view.zoom} {...zooming} />
      <div className={css['stage']} style={{ aspectRatio: `${width} / ${height}` }} data-zoomed={view.zoom > 1} {...stage}>
        <div className={css['after']}>{after.src && <img {...after} alt={after.alt} draggable={false} />}</div>
        <div className={css['before']}>{before.src && <img {...before} alt={before.alt} draggable={false} />}</div>
        <span className={css['line']} aria-hidden="true" />
        <input
          type="range"
          min={0}
          max={100}
          value={part}
          aria-label={label}
          aria-valuetext={textOf(part)}
          onChange={({ currentTarget }) => setPart(Number(currentTarget.value))}
        />
      </div>
      <figcaption className={css['caption']}>
        <span>{captions[0]}</span>
        <span>{captions[1]}</span>
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
