import { DecoderEnded, refuse } from '#platform/server/index.ts'
import { refusals } from '../../contract.ts'
import { pdfs, pictures } from './decoders.ts'
import type { DrawingOptions, DrawnPage } from './page-box.ts'

/** Encoding the pixels of one page. */
const ENCODING_MS = 20_000

/** Draws the first page of a PDF. Refuses a PDF that is damaged, locked, or too heavy. */
export async function drawPdf(bytes: Buffer, { limit_ms }: Pick<DrawingOptions, 'limit_ms'>): Promise<DrawnPage> {
  const { data, pixels, content, ...size } = await pdfs.run('drawFirstPage', limit_ms, bytes).catch((error: unknown) => {
    // pdfium reports what it has no memory for in many ways.
    throw error instanceof DecoderEnded || !isRefusal(error) ? refuse(refusals, 'page_too_heavy') : error
  })
  return { ...size, content, picture: await pictures.run('encodePng', ENCODING_MS, Buffer.from(data), pixels) }
}

const isRefusal = (error: unknown): boolean => error instanceof Error && error.name === 'Refusal'
