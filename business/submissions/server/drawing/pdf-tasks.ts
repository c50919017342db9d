import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { refuse } from '#platform/server/refusal.ts'
import { refusals } from '../../contract.ts'
import { boxFor, type PageContent, type PageSize } from './page-box.ts'

/** RGBA, one byte per channel. */
export type PagePixels = PageSize & { data: Uint8Array; pixels: { width: number; height: number }; content: PageContent | null }

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
  return { ...size, data: drawn.data, pixels: { width: drawn.width, height: drawn.height }, content: contentOf(found) }
}

const WORDS_MAX = 5000
const OBJECTS_MAX = 5000

/** What the first page holds as text and as pictures of its own. Drawing has closed the page, so it is opened again. */
function contentOf(document: PDFiumDocument): PageContent | null {
  try {
    const page = document.getPage(0)
    let objects = 0
    let has_pictures = false
    for (const { type } of page.objects()) {
      has_pictures ||= type === 'image'
      objects += 1
      if (has_pictures || objects >= OBJECTS_MAX) break
    }
    return { words: page.getText().replace(/\s+/g, ' ').trim().slice(0, WORDS_MAX), has_pictures }
  } catch {
    // What pdfium cannot tell of a page that it drew is not checked: findings never stand in the way of a file.
    return null
  }
}
