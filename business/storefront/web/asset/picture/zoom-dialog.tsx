import { useEffect, useRef, useState } from 'react'
import type { AssetDetail } from '#catalogue/contract.ts'
import { UNTITLED } from '#catalogue/rules.ts'
import { type Mat, MatChoice } from '#catalogue/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { IconMinus, IconPlus, IconX } from '#platform/web/ui/icons.ts'
import { GridChoice, GridLines, gridOfFile } from './grid.tsx'
import { useZoom } from './use-zoom.ts'
import css from './zoom-dialog.module.css'

/** `mat` and `hasGrid` are what the dialog begins with. */
type ZoomDialogProps = { asset: AssetDetail; src: string; mat: Mat; hasGrid: boolean; onClose: () => void }

/** The preview on the whole screen: enlarged with buttons, keys, wheel, or two fingers, and moved by dragging or with the arrow keys. */
export function ZoomDialog({ asset, src, mat: firstMat, hasGrid: isFirstWithGrid, onClose }: ZoomDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [mat, setMat] = useState(firstMat)
  const [hasGrid, setGrid] = useState(isFirstWithGrid)
  const grid = gridOfFile(asset)
  const title = asset.title || UNTITLED
  const isDrawing = asset.files.some(({ format }) => format === 'svg')
  const { frame, view, picture, setPicture, zoomBy, showFitting, showActual } = useZoom(dialog, isDrawing)
  useEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} className={css['dialog']} aria-label={title} onClose={onClose}>
      <div ref={frame} className={css['frame']} data-mat={mat}>
        <img
          src={src}
          alt={title}
          draggable={false}
          className={css['picture']}
          data-pixels={!isDrawing && view !== undefined && view.scale > 1}
          style={view && { transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          onLoad={(event) => setPicture({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })}
        />
        {grid && hasGrid && view && picture && (
          <GridLines
            {...{ columns: grid.columns, rows: grid.rows, className: css['grid'] }}
            style={{
              width: picture.width * view.scale,
              height: picture.height * view.scale,
              transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px)`
            }}
          />
        )}
      </div>
      <div className={css['bar']}>
        <p className={css['title']}>
          <b>{title}</b> <span>{sizeNote(asset, isDrawing)}</span>
        </p>
        <ZoomButtons scale={view?.scale ?? 1} {...{ zoomBy, showFitting, showActual }} />
        <div className={css['choices']}>
          {grid && <GridChoice name="zoom-grid" checked={hasGrid} onChoose={setGrid} />}
          <MatChoice name="zoom-mat" mat={mat} onMat={setMat} />
        </div>
      </div>
      <Button type="button" kind="plain" square className={css['close']} aria-label="Close" onClick={() => dialog.current?.close()}>
        <IconX size={20} aria-hidden="true" />
      </Button>
    </dialog>
  )
}

type ZoomButtonsProps = { scale: number; zoomBy: (steps: number) => void; showFitting: () => void; showActual: () => void }

function ZoomButtons({ scale, zoomBy, showFitting, showActual }: ZoomButtonsProps) {
  return (
    <div className={css['buttons']}>
      <Button type="button" kind="quiet" square aria-label="Zoom out" aria-keyshortcuts="-" onClick={() => zoomBy(-1)}>
        <IconMinus size={18} aria-hidden="true" />
      </Button>
      <output className={css['percent']}>{`${Math.round(scale * 100)}%`}</output>
      <Button type="button" kind="quiet" square aria-label="Zoom in" aria-keyshortcuts="+" onClick={() => zoomBy(1)}>
        <IconPlus size={18} aria-hidden="true" />
      </Button>
      <Button type="button" kind="quiet" aria-keyshortcuts="0" onClick={showFitting}>
        Fit
      </Button>
      <Button type="button" kind="quiet" aria-keyshortcuts="1" onClick={showActual}>
        Actual pixels
      </Button>
    </div>
  )
}

/** What 100 % means: the preview is never wider than 1200 pixels. */
function sizeNote({ files }: AssetDetail, isDrawing: boolean): string {
  if (isDrawing) return 'Drawing, sharp at any size'
  const resolution = files.find(({ preview_urls }) => preview_urls)?.resolution
  return resolution ? `The file has ${resolution.replace('x', ' × ')} pixels` : ''
}
