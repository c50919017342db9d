import PdfDocument from 'pdfkit'
import { BUSINESS_ZONE } from '#platform/contract/index.ts'
import { countryName } from '../../places.rules.ts'
import { type DocumentLine, KIND_NAMES, type Party } from '../../rules.ts'
import { percentOf, TAX_NOTES, taxCategoryOf } from '../../tax.rules.ts'
import type { IssuedDocument } from '../tables.ts'
import { invoiceXml } from './invoice-xml.ts'
import { ATTACHED_NAME, FACTUR_X_METADATA } from './pdf-metadata.ts'
import {
  BRAND,
  frame,
  HEIGHT,
  LABEL,
  MARGIN,
  type Parent,
  type Pictures,
  picturesOf,
  RIGHT,
  registerFonts,
  rule,
  STRONG,
  type Style,
  TEXT,
  TITLE,
  WIDTH,
  type Written,
  write
} from './tagged-page.ts'

const ACCENT = '#00b4d8'
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const show = (cents: number): string => dollars.format(cents / 100)

/** Draws a document as PDF/A-3 with its structure and the XML inside (Factur-X). The same document gives the same text at any time. */
export async function invoicePdf(document: IssuedDocument, credits: IssuedDocument | undefined): Promise<Buffer> {
  const title = `${KIND_NAMES[document.kind]} ${document.number}`
  const pdf = new PdfDocument({
    ...{ size: [WIDTH, HEIGHT], margin: 0, lang: 'en-US', displayTitle: true, pdfVersion: '1.7', subset: 'PDF/A-3b', tagged: true },
    info: { CreationDate: document.issued_at, ModDate: document.issued_at, Title: title }
  })
  registerFonts(pdf)
  const pictures = await picturesOf(pdf, typedTexts(document))
  drawPages(pdf, { document, credits, title, pictures })
  pdf.file(Buffer.from(invoiceXml(document, credits)), {
    name: ATTACHED_NAME,
    type: 'text/xml',
    description: 'The invoice as data (EN 16931)',
    relationship: 'Alternative',
    creationDate: document.issued_at,
    modifiedDate: document.issued_at
  })
  pdf.appendXML(FACTUR_X_METADATA)
  pdf.end()
  const chunks: Buffer[] = []
  for await (const chunk of pdf) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

const COLUMN = { title: 270, number: 78 }
const PARTY_WIDTH = (RIGHT - MARGIN) / 2 - 12

/** What people typed, in the styles in which it is written. */
const typedTexts = ({ seller, buyer, lines, description }: IssuedDocument) => [
  { text: seller.name, style: BRAND, width: PARTY_WIDTH },
  ...[seller, buyer].flatMap((party) => [
    { text: party.name, style: STRONG, width: PARTY_WIDTH },
    ...addressOf(party).map((text) => ({ text, style: TEXT, width: PARTY_WIDTH }))
  ]),
  ...lines.map(({ title }) => ({ text: title, style: TEXT, width: COLUMN.title })),
  { text: description, style: TEXT, width: RIGHT - MARGIN }
]

const addressOf = ({ contact, address_line1, address_line2, city, postal_code, state, country, email, tax_number }: Party): string[] =>
  [
    contact,
    address_line1,
    address_line2,
    [[city, state].filter(Boolean).join(', '), postal_code].filter(Boolean).join(' '),
    countryName(country),
    email,
    tax_number && `Tax number ${tax_number}`
  ].filter((line): line is string => Boolean(line))

type Drawn = { document: IssuedDocument; credits: IssuedDocument | undefined; title: string; pictures: Pictures }

function drawPages(pdf: PdfDocument, drawn: Drawn): void {
  const { document, pictures } = drawn
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  let page = 1
  const startPage = () => frame(pdf, ACCENT, `${drawn.title}, page ${page}`)
  startPage()
  let y = drawParties(pdf, root, drawn, drawHead(pdf, root, drawn))
  const table = pdf.struct('Table')
  root.add(table)
  y = drawRow(pdf, table, headOf(document), { y, tag: 'TH', pictures })
  for (const line of document.lines) {
    if (y > HEIGHT - 90) {
      pdf.addPage()
      page += 1
      startPage()
      y = drawRow(pdf, table, headOf(document), { y: 42, tag: 'TH', pictures })
    }
    y = drawRow(pdf, table, cellsOf(document, line), { y, tag: 'TD', pictures })
  }
  table.end()
  if (y > HEIGHT - 220) {
    pdf.addPage()
    page += 1
    startPage()
    y = 42
  }
  drawTotals(pdf, root, drawn, y)
  root.end()
}

function drawHead(pdf: PdfDocument, root: Parent, { document, credits, title, pictures }: Drawn): number {
  const { seller, issued_at, paid_at, description } = document
  write(pdf, root, 'P', { text: seller.name, style: BRAND, x: MARGIN, y: 42, width: PARTY_WIDTH }, pictures)
  write(pdf, root, 'H1', { text: title, style: TITLE, x: MARGIN - 1, y: 74, width: RIGHT - MARGIN }, pictures)
  const dates = [
    `Issued on ${day.format(issued_at)}`,
    `${document.refund_id ? 'Refunded' : 'Paid'} on ${day.format(paid_at)}`,
    ...(credits ? [`Credits invoice ${credits.number} of ${day.format(credits.issued_at)}`] : [])
  ]
  write(pdf, root, 'P', { text: dates.join(' · '), style: TEXT, x: MARGIN, y: 112, width: RIGHT - MARGIN, lines: 2 }, pictures)
  write(pdf, root, 'P', { text: description, style: TEXT, x: MARGIN, y: 128, width: RIGHT - MARGIN }, pictures)
  rule(pdf, 152)
  return 166
}

/** Returns the vertical position after the longer of the two parties, in points. */
function drawParties(pdf: PdfDocument, root: Parent, { document: { seller, buyer }, pictures }: Drawn, top: number): number {
  const ends = (
    [
      ['Seller', seller],
      ['Buyer', buyer]
    ] as const
  ).map(([label, party], place) => {
    const at = { x: MARGIN + place * (PARTY_WIDTH + 24), width: PARTY_WIDTH }
    let y = top + write(pdf, root, 'H2', { ...at, text: label, style: LABEL, y: top }, pictures) + 3
    y += write(pdf, root, 'P', { ...at, text: party.name, style: STRONG, y, lines: 2 }, pictures) + 2
    for (const text of addressOf(party)) y += write(pdf, root, 'P', { ...at, text, style: TEXT, y, lines: 2 }, pictures) + 1
    return y
  })
  return Math.max(...ends) + 20
}

type Cell = { text: string; style: Style; width: number; align?: 'right' }
const number = (text: string, style: Style): Cell => ({ text, style, width: COLUMN.number, align: 'right' })

const headOf = (document: IssuedDocument): Cell[] => [
  { text: 'Description', style: LABEL, width: COLUMN.title },
  number('Price', LABEL),
  ...(document.discount_cents > 0 ? [number('Discount', LABEL)] : []),
  number('Net amount', LABEL)
]

const cellsOf = (document: IssuedDocument, { title, price_cents, discount_cents }: DocumentLine): Cell[] => [
  { text: title, style: TEXT, width: COLUMN.title },
  number(show(price_cents), TEXT),
  ...(document.discount_cents > 0 ? [number(discount_cents === 0 ? '–' : show(-discount_cents), TEXT)] : []),
  number(show(price_cents - discount_cents), TEXT)
]

type Place = { y: number; tag: 'TH' | 'TD'; pictures: Pictures }

/** Returns where the next row begins. */
function drawRow(pdf: PdfDocument, table: Parent, cells: readonly Cell[], { y, tag, pictures }: Place): number {
  rule(pdf, y)
  const row = pdf.struct('TR')
  table.add(row)
  let used = 0
  const [first, ...others] = cells
  const left = RIGHT - others.length * (COLUMN.number + 8)
  const placed: Written[] = [
    ...(first ? [{ ...first, x: MARGIN, y: y + 7, lines: 3 }] : []),
    ...others.map((cell, place) => ({ ...cell, x: left + 8 + place * (COLUMN.number + 8), y: y + 7 }))
  ]
  for (const cell of placed) used = Math.max(used, write(pdf, row, tag, cell, pictures))
  row.end()
  return y + used + 14
}

function drawTotals(pdf: PdfDocument, root: Parent, { document, pictures }: Drawn, top: number): void {
  const { subtotal_cents, discount_cents, tax_cents, total_cents, tax_per_million, buyer, seller, kind } = document
  rule(pdf, top)
  const taxName = tax_per_million > 0 ? `Tax (${percentOf(tax_per_million)}%)` : 'Tax'
  const rows: [label: string, cents: number, style: Style][] = [
    ['Subtotal', subtotal_cents, TEXT],
    ...(discount_cents > 0 ? ([['Discount', -discount_cents, TEXT]] as [string, number, Style][]) : []),
    [taxName, tax_cents, TEXT],
    [kind === 'invoice' ? 'Total in US dollars' : 'Total credited in US dollars', total_cents, STRONG]
  ]
  let y = top + 10
  for (const [label, cents, style] of rows) {
    write(pdf, root, 'P', { text: label, style, x: RIGHT - 260, y, width: 170 }, pictures)
    y += write(pdf, root, 'P', { text: show(cents), style, x: RIGHT - 86, y, width: 86, align: 'right' }, pictures) + 5
  }
  const notes = [
    TAX_NOTES[taxCategoryOf(tax_per_million, buyer, seller)],
    kind === 'invoice' ? 'Paid through PayPal. Nothing is due.' : null
  ]
  for (const note of notes)
    if (note) y += write(pdf, root, 'P', { text: note, style: TEXT, x: MARGIN, y: y + 8, width: RIGHT - MARGIN }, pictures) + 4
}
