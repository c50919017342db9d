import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { default as PdfDocument, PdfStructure } from 'pdfkit'
import sharp from 'sharp'

/** US Letter, in points. */
export const [WIDTH, HEIGHT, MARGIN] = [612, 792, 54]
export const RIGHT = WIDTH - MARGIN
const [INK, QUIET, LINE] = ['#0d1b20', '#55646b', '#d5d3cd']

export type Style = { font: string; size: number; color: string }
export const TITLE: Style = { font: 'BricolageGrotesque-SemiBold', size: 26, color: INK }
export const BRAND: Style = { ...TITLE, size: 15 }
export const STRONG: Style = { font: 'InstrumentSans-SemiBold', size: 10.5, color: INK }
export const TEXT: Style = { font: 'InstrumentSans-Regular', size: 9.5, color: INK }
export const LABEL: Style = { font: 'InstrumentSans-Regular', size: 8.5, color: QUIET }

const FONTS = [TITLE, STRONG, TEXT].map(({ font }) => font)

/** PDF/A embeds every font. */
export function registerFonts(document: PdfDocument): void {
  for (const name of FONTS) document.registerFont(name, readFileSync(join(process.cwd(), 'platform/server/fonts', `${name}.ttf`)))
}

/** Text in a box. `lines`: at most so many; the rest is cut. */
export type Written = { text: string; style: Style; x: number; y: number; width: number; align?: 'right'; lines?: number }

type Drawn = { png: Buffer; width: number; height: number }
/** Texts with characters that our fonts lack (CJK, Arabic, emoji), as pictures by their text and style. */
export type Pictures = ReadonlyMap<string, Drawn>

const keyOf = (text: string, { font, size }: Style): string => `${font} ${size} ${text}`

const [DPI, POINTS] = [300, 72]

/** Draws with system fonts what our fonts cannot show. Pictures are made before the page, whose drawing does not wait. */
export async function picturesOf(
  document: PdfDocument,
  texts: readonly { text: string; style: Style; width: number }[]
): Promise<Pictures> {
  const pictures = new Map<string, Drawn>()
  for (const { text, style, width } of texts)
    if (!isCovered(document, text, style)) pictures.set(keyOf(text, style), await draw(text, style, width))
  return pictures
}

function isCovered(document: PdfDocument, text: string, { font }: Style): boolean {
  document.font(font)
  return [...text].every((character) => document._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
}

async function draw(text: string, { font, size, color }: Style, width: number): Promise<Drawn> {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  const weight = font.endsWith('SemiBold') ? 'bold ' : ''
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escaped}</span>`,
      font: `sans ${weight}${size}`,
      width: Math.round((width * DPI) / POINTS),
      dpi: DPI,
      rgba: true,
      wrap: 'word-char'
    }
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return { png: data, width: (info.width * POINTS) / DPI, height: (info.height * POINTS) / DPI }
}

export type Parent = PdfStructure

/** Writes text as an element of the document's structure, which screen readers follow. Returns the height that it takes. */
export function write(document: PdfDocument, parent: Parent, tag: string, written: Written, pictures: Pictures): number {
  const { text, style, x, y, width, align, lines = 1 } = written
  const scope = tag === 'TH' ? { scope: 'Column' as const } : {}
  const picture = pictures.get(keyOf(text, style))
  if (picture) {
    const scale = Math.min(1, width / picture.width, (lines * style.size * 1.5) / picture.height)
    const size = { width: picture.width * scale, height: picture.height * scale }
    const at = align === 'right' ? x + width - size.width : x
    parent.add(
      document.struct(tag, scope, [document.struct('Figure', { alt: text }, [() => void document.image(picture.png, at, y, size)])])
    )
    return size.height
  }
  document.font(style.font).fontSize(style.size)
  const height = Math.min(document.heightOfString(text, { width }), lines * document.currentLineHeight(true))
  const options = { width, height, ellipsis: true, ...(align && { align }) }
  parent.add(
    document.struct(tag, scope, [
      () => void document.font(style.font).fontSize(style.size).fillColor(style.color).text(text, x, y, options)
    ])
  )
  return height
}

/** Draws a line that screen readers skip. */
export function rule(document: PdfDocument, y: number): void {
  document.markContent('Artifact', { type: 'Layout' })
  document.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(LINE).stroke()
  document.endMarkedContent()
}

/** Draws the bar at the top and the number of the page, which screen readers skip. */
export function frame(document: PdfDocument, accent: string, footer: string): void {
  document.markContent('Artifact', { type: 'Pagination' })
  document.rect(0, 0, WIDTH, 6).fillColor(accent).fill()
  document
    .font(LABEL.font)
    .fontSize(LABEL.size)
    .fillColor(LABEL.color)
    .text(footer, MARGIN, HEIGHT - 40, { width: RIGHT - MARGIN, height: 12, align: 'right' })
  document.endMarkedContent()
}
