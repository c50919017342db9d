import type { FileFormat } from '#catalogue/rules.ts'
import { drawEps, findGhostscript } from './draw-eps.ts'
import { drawPdf } from './draw-pdf.ts'
import type { PageSize } from './page-box.ts'

/** A PNG of at most the widest preview's frame, on clear ground. */
export type DrawnPage = PageSize & { picture: Buffer }

/** Formats that a picture is drawn of first, and previews from that. */
const PAGES: readonly FileFormat[] = ['pdf', 'eps']

export const isPage = (format: FileFormat): boolean => PAGES.includes(format)

/** Those of them that this machine can draw. */
export const drawablePages = async (): Promise<FileFormat[]> => ((await findGhostscript()) ? ['pdf', 'eps'] : ['pdf'])

/** The first page of a PDF or EPS; nothing where no picture of it can be made on this machine. Refuses what cannot be read or takes too much. */
export const drawPage = (bytes: Buffer, format: FileFormat, temp_dir: string): Promise<DrawnPage | undefined> =>
  format === 'pdf' ? drawPdf(bytes) : drawEps(bytes, temp_dir)
