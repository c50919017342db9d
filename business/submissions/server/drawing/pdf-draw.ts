import { PDFiumLibrary } from '@hyzyla/pdfium'
import { boxFor, OUTCOMES, type PageDrawn } from './page-box.ts'

/**
 * Run by draw-pdf.ts: reads a PDF from stdin and writes its first page to stdout, as a line of JSON (PageDrawn) followed by the pixels
 * in RGBA, one byte per channel. The background is transparent. The process may only read its own code.
 */
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk))

process.exitCode = await draw(Buffer.concat(chunks))

async function draw(bytes: Buffer): Promise<number> {
  const library = await PDFiumLibrary.init()
  const found = await library.loadDocument(bytes).catch((error: Error) => error)
  if (found instanceof Error) return /password|security/i.test(found.message) ? OUTCOMES.locked : OUTCOMES.damaged
  if (found.getPageCount() === 0) return OUTCOMES.damaged
  const page = found.getPage(0)
  const { originalWidth, originalHeight } = page.getOriginalSize()
  const size = { width: originalWidth, height: originalHeight }
  const drawn = await page.render({ ...boxFor(size), scale: 1, transparent: true, renderFormFields: false, render: 'bitmap' })
  const head: PageDrawn = { ...size, pixels: { width: drawn.width, height: drawn.height } }
  process.stdout.write(`${JSON.stringify(head)}\n`)
  process.stdout.write(drawn.data)
  return OUTCOMES.drawn
}
