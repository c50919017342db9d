/** The part of pdfkit's API that is used here. pdfkit has no types of its own. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream'

  type Info = { CreationDate?: Date; ModDate?: Date; Title?: string; Author?: string; Subject?: string }
  type Options = {
    size: [width: number, height: number]
    margin: number
    info: Info
    lang?: string
    displayTitle?: boolean
    pdfVersion?: '1.7'
    subset?: 'PDF/A-3b'
    tagged?: boolean
  }
  type Attached = {
    name: string
    type: string
    description: string
    relationship: 'Alternative'
    creationDate: Date
    modifiedDate: Date
  }
  /** An element of the structure that screen readers follow. Functions draw its content. */
  export interface PdfStructure {
    add(child: PdfStructure | (() => void)): this
    end(): void
  }
  type TextOptions = {
    width?: number
    height?: number
    ellipsis?: boolean
    align?: 'left' | 'center' | 'right'
    lineGap?: number
    characterSpacing?: number
    link?: string
    lineBreak?: boolean
  }
  export default class PDFDocument extends Readable {
    constructor(options: Options)
    image(
      picture: Buffer,
      x: number,
      y: number,
      size: { width?: number; height?: number; fit?: [number, number]; align?: 'center'; valign?: 'center' }
    ): this
    save(): this
    restore(): this
    scale(factor: number): this
    translate(x: number, y: number): this
    transform(a: number, b: number, c: number, d: number, e: number, f: number): this
    /** Draws SVG path data. */
    path(data: string): this
    rect(x: number, y: number, width: number, height: number): this
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this
    moveTo(x: number, y: number): this
    lineTo(x: number, y: number): this
    fillColor(color: string, opacity?: number): this
    fill(how?: 'non-zero' | 'even-odd' | number[]): this
    addPage(options?: Partial<Options>): this
    readonly page: { dictionary: { data: Record<string, unknown> } }
    strokeColor(color: string, opacity?: number): this
    stroke(): this
    lineWidth(width: number): this
    lineCap(kind: string): this
    lineJoin(kind: string): this
    miterLimit(limit: number): this
    registerFont(name: string, font: Buffer): this
    font(name: string): this
    fontSize(points: number): this
    text(text: string, x: number, y: number, options?: TextOptions): this
    heightOfString(text: string, options?: TextOptions): number
    widthOfString(text: string, options?: TextOptions): number
    /** The current font. pdfkit has no public API that tells which characters a font contains. */
    readonly _font: { font: { hasGlyphForCodePoint(code: number): boolean } }
    currentLineHeight(includeGap: boolean): number
    /** Embeds a file. */
    file(content: Buffer, attached: Attached): void
    /** Adds to the XMP metadata. */
    appendXML(xml: string): void
    struct(type: string, children?: (PdfStructure | (() => void))[]): PdfStructure
    struct(type: string, options: { alt?: string; scope?: 'Column' }, children: (PdfStructure | (() => void))[]): PdfStructure
    addStructure(element: PdfStructure): this
    /** Content outside the structure. */
    markContent(tag: 'Artifact', options: { type: 'Layout' | 'Pagination' }): this
    endMarkedContent(): this
    end(): void
  }
}
