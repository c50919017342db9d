/** The little of pdfkit that is used here; it brings no types. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  type Options = { size: [width: number, height: number]; margin: number; info: { CreationDate: Date } }
  export default class PDFDocument extends Readable {
    constructor(options: Options)
    image(picture: Buffer, x: number, y: number, size: { width: number; height: number }): this
    end(): void
  }
}
