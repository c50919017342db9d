import { heightAt, type PictureSize } from '../../compress.rules.ts'
import { svgSize } from './svg-size.ts'

export interface Drawing {
  size: PictureSize
  /** Renders the SVG at the given width, so that every width is sharp. */
  draw(width: number): Promise<ImageBitmap>
}

/** Reads an SVG as an image, so that the browser runs no scripts and loads no resources. Workers cannot render SVG. */
export async function drawingOf(file: Blob): Promise<Drawing> {
  const root = new DOMParser().parseFromString(await file.text(), 'image/svg+xml').documentElement
  if (root.localName !== 'svg') throw new Error('This SVG is not well-formed.')
  const [width, height, viewBox] = ['width', 'height', 'viewBox'].map((name) => root.getAttribute(name))
  const size = svgSize({ width: width ?? null, height: height ?? null, viewBox: viewBox ?? null })
  if (!viewBox) root.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`)
  return { size, draw: (width) => drawAt(root, { width, height: heightAt(width, size) }) }
}

async function drawAt(root: Element, { width, height }: PictureSize): Promise<ImageBitmap> {
  root.setAttribute('width', `${width}`)
  root.setAttribute('height', `${height}`)
  const picture = new Image(width, height)
  // With a blob URL, foreign content in the SVG would taint the canvas.
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`
  await picture.decode()
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.drawImage(picture, 0, 0, width, height)
  return canvas.transferToImageBitmap()
}
