import { PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import { refuse } from '#platform/server/refusal.ts'
import { refusals } from '../../contract.ts'
import { boxFor, type PageContent, type PageSize } from './page-box.ts'

/** RGBA, one byte per channel. */
export type PagePixels = PageSize & { data: Uint8Array; pixels: { width: number; height: number } } & PageReading

/** Draws the first page of a PDF on a transparent background. Runs in a decoder. */
export async function drawFirstPage(bytes: Buffer): Promise<PagePixels> {
  const library = await PDFiumLibrary.init()
  const found = await library.loadDocument(bytes).catch((error: Error) => error)
  if (found instanceof Error) throw refuse(refusals, /password|security/i.test(found.message) ? 'pdf_locked' : 'unreadable')
  if (found.getPageCount() === 0) throw refuse(refusals, 'unreadable')
  const page = found.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const size = { width: originalWidth, height: originalHeight }
  const drawn = await page.render({ ...boxFor(size), scale: 1, transparent: true, renderFormFields: false, render: 'bitmap' })
  // Drawing a page closes it, so it is opened again.
  return { ...size, data: drawn.data, pixels: { width: drawn.width, height: drawn.height }, ...readContent(found.getPage(0)) }
}

/** `failure` says why the content could not be read. */
type PageReading = { content?: PageContent; failure?: string }

/** A page that can be drawn has previews, also if its content cannot be read. */
function readContent(page: PDFiumPage): PageReading {
  try {
    return { content: contentOf(page) }
  } catch (error) {
    return { failure: String(error) }
  }
}

const WORDS_MAX = 5000
const OBJECTS_MAX = 5000

/** What a page holds as text and as pictures of its own. */
function contentOf(page: PDFiumPage): PageContent {
  let objects = 0
  let has_pictures = false
  for (const { type } of page.objects()) {
    has_pictures ||= type === 'image'
    objects += 1
    if (has_pictures || objects >= OBJECTS_MAX) break
  }
  return { words: page.getText().replace(/\s+/g, ' ').trim().slice(0, WORDS_MAX), has_pictures }
}
