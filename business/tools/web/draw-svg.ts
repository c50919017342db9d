import { heightAt, type PictureSize } from '../compress.rules.ts'
import { svgSize } from './svg-size.ts'

export interface Drawing {
  size: PictureSize
  /** Drawn anew for each width, so that it is sharp at all of them. */
  draw(width: number): Promise<ImageBitmap>
}

/** Reads a drawing as a picture: the browser runs no script of it and fetches nothing for it. Workers can't draw SVG. */
export async function drawingOf(file: Blob): Promise<Drawing> {
  const root = new DOMParser().parseFromString(await file.text(), 'image/svg+xml').documentElement
  if (root.localName !== 'svg') throw new Error('This SVG is not well-formed.')
  const [width, height, viewBox] = ['width', 'height', 'viewBox'].map((name) => root.getAttribute(name))
  const size = svgSize({ width: width ?? null, height: height ?? null, viewBox: viewBox ?? null })
  if (!viewBox) root.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
  return { size, draw: (wanted) => drawAt(root, { width: wanted, height: heightAt(wanted, size) }) }
}

async function drawAt(root: Element, { width, height }: PictureSize): Promise<ImageBitmap> {
  root.setAttribute('width', `${width}`)
  root.setAttribute('height', `${height}`)
  const picture = new Image(width, height)
  // A blob's address would lock the canvas where the drawing holds foreign content.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`
  await picture.decode()
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, width, height)
  return canvas.transferToImageBitmap()
}
