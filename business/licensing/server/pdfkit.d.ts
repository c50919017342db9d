/** The little of pdfkit that is used here; it brings no types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  type Options = { size: [width: number, height: number]; margin: number; info: { CreationDate: Date } }
  export default class PDFDocument extends Readable {
    constructor(options: Options)
    image(picture: Buffer, x: number, y: number, size: { width: number; height: number }): this
    save(): this
    restore(): this
    scale(factor: number): this
    translate(x: number, y: number): this
    transform(a: number, b: number, c: number, d: number, e: number, f: number): this
    /** Takes path data of SVG. */
    path(data: string): this
    fillColor(color: string, opacity: number): this
    fill(rule: 'non-zero' | 'even-odd'): this
    strokeColor(color: string, opacity: number): this
    stroke(): this
    lineWidth(width: number): this
    lineCap(kind: string): this
    lineJoin(kind: string): this
    miterLimit(limit: number): this
    end(): void
  }
}
