import type PDFDocument from 'pdfkit'
import sharp from 'sharp'

export type Style = { font: string; size: number; color: string }
type Box = Style & { x: number; y: number; width: number; height: number }

/** Dots per inch of text that is drawn as a picture. A point is 1/72 inch. */
const DPI = 300
const POINTS = 72

/** Writes what fits into a box and returns its height. Characters that our fonts lack (CJK, Arabic, emoji) are drawn with system fonts, as a picture. */
export async function write(document: PDFDocument, text: string, box: Box): Promise<number> {
  const { font, size, color, x, y, width, height } = box
  document.font(font).fontSize(size).fillColor(color)
  const isCovered = [...text].every((character) => document._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
  if (!isCovered) return writeAsPicture(document, text, box)
  const options = { width, height, ellipsis: true, lineGap: 1 }
  document.text(text, x, y, options)
  return Math.min(height, document.heightOfString(text, { width, lineGap: 1 }))
}

async function writeAsPicture(document: PDFDocument, text: string, { font, size, color, x, y, width, height }: Box): Promise<number> {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  const weight = font.endsWith('SemiBold') ? 'bold ' : ''
  const markup = `<span foreground="${color}">${escaped}</span>`
  const inDots = (points: number) => Math.round((points * DPI) / POINTS)
  const drawn = await sharp({
    text: { text: markup, font: `sans ${weight}${size}`, width: inDots(width), dpi: DPI, rgba: true, wrap: 'word-char' }
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  const visible = Math.min(drawn.info.height, inDots(height))
  const fitting =
    visible < drawn.info.height
      ? await sharp(drawn.data).extract({ left: 0, top: 0, width: drawn.info.width, height: visible }).png().toBuffer()
      : drawn.data
  const tall = (visible * POINTS) / DPI
  document.image(fitting, x, y + 1, { width: (drawn.info.width * POINTS) / DPI, height: tall })
  return tall + 2
}
