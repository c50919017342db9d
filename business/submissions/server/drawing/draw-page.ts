import type { FileFormat } from '#catalogue/rules.ts'
import { drawEps } from './draw-eps.ts'
import { drawPdf } from './draw-pdf.ts'
import { findGhostscript } from './ghostscript.ts'
import type { DrawingOptions, DrawnPage } from './page-box.ts'

/** Formats that are drawn as a PNG first; previews are made from that PNG. */
const PAGES: readonly FileFormat[] = ['pdf', 'eps']

export const isPage = (format: FileFormat): boolean => PAGES.includes(format)

/** Page formats that this machine can draw. */
export const drawablePages = async ({ ghostscript }: Pick<DrawingOptions, 'ghostscript'>): Promise<FileFormat[]> =>
  ghostscript && (await findGhostscript()) ? ['pdf', 'eps'] : ['pdf']

/** Draws the first page of a PDF or EPS. Returns undefined if this machine cannot draw it; refuses files that are unreadable or too heavy. */
export const drawPage = (bytes: Buffer, format: FileFormat, options: DrawingOptions): Promise<DrawnPage | undefined> =>
  format === 'pdf' ? drawPdf(bytes, options) : drawEps(bytes, options)
