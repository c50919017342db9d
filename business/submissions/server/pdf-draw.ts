import { PDFiumLibrary } from '@hyzyla/pdfium'
import { boxFor, OUTCOMES, type PageDrawn } from './page-box.ts'

/**
 * Run by draw-pdf.ts: takes a PDF on its input and answers its first page on its output, as a line of JSON and then the pixels (red, green, blue and opacity, a byte each).
 * The ground stays clear. It may read its own code and nothing else.
 */
const chunks: Buffer[] = []
for await (const chunk of process.stdin) chunks.push(chunk as Buffer)

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
