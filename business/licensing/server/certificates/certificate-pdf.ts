import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import symbols from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import { UNTITLED } from '#catalogue/rules.ts'
import { BUSINESS_ZONE } from '#platform/contract/index.ts'
import { LICENSE_NAMES, type LicenseLimits } from '../../rules.ts'
import { plainText } from '../metadata/metadata.ts'
import type { CertificatePayload } from './certificate-payload.ts'
import { type Style, write } from './certificate-text.ts'

/** US Letter, in points. */
const [WIDTH, HEIGHT, MARGIN] = [612, 792, 54]
const RIGHT = WIDTH - MARGIN
const INNER = WIDTH - 2 * MARGIN
const [INK, QUIET, LINE, PAPER, ACCENT] = ['#0d1b20', '#55646b', '#d5d3cd', '#f6f4ef', '#00b4d8']

const TITLE = { font: 'BricolageGrotesque-SemiBold', size: 30, color: INK } as const
const BRAND = { ...TITLE, size: 15 } as const
const ASSET = { font: 'InstrumentSans-SemiBold', size: 16, color: INK } as const
const VALUE = { font: 'InstrumentSans-SemiBold', size: 11, color: INK } as const
const TEXT = { font: 'InstrumentSans-Regular', size: 9.5, color: INK } as const
const LABEL = { font: 'InstrumentSans-Regular', size: 8.5, color: QUIET } as const

const FONTS = ['InstrumentSans-Regular', 'InstrumentSans-SemiBold', 'BricolageGrotesque-SemiBold']
const fontFile = (name: string): Buffer => readFileSync(join(process.cwd(), 'platform/server/fonts', `${name}.ttf`))

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: BUSINESS_ZONE })
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const money = (currency: string) => new Intl.NumberFormat('en-US', { style: 'currency', currency })
const number = new Intl.NumberFormat('en-US')

/** Draws the certificate on one page. It is not signed yet; `kid` names the key that will sign it. */
export async function drawCertificate(payload: CertificatePayload, kid: string, picture: Buffer | undefined): Promise<Buffer> {
  const document = new PDFDocument({
    size: [WIDTH, HEIGHT],
    margin: 0,
    lang: 'en-US',
    displayTitle: true,
    info: {
      CreationDate: new Date(payload.issued_at),
      Title: `License Certificate ${payload.number}`,
      Author: plainText(payload.brand),
      Subject: plainText(payload.asset.title)
    }
  })
  for (const name of FONTS) document.registerFont(name, fontFile(name))
  drawHead(document, payload)
  drawPicture(document, picture)
  const end = await drawDetails(document, payload)
  drawLimits(document, payload.limits, Math.max(end + 18, 418))
  await drawProof(document, payload, kid)
  document.end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(Buffer.from(chunk))
  return Buffer.concat(chunks)
}

function drawHead(document: PDFDocument, { brand, number: certificate }: CertificatePayload): void {
  document.rect(0, 0, WIDTH, 6).fillColor(ACCENT).fill()
  line(document, brand, { ...BRAND, x: MARGIN, y: 42 })
  line(document, 'License Certificate', { ...TITLE, x: MARGIN - 1, y: 82 })
  line(document, certificate, { ...VALUE, size: 13, x: MARGIN, y: 122 })
  rule(document, 154)
}

const PICTURE = { x: RIGHT - 186, y: 172, width: 186, height: 186 }
const MAT = 14

function drawPicture(document: PDFDocument, picture: Buffer | undefined): void {
  const { x, y, width, height } = PICTURE
  document.roundedRect(x, y, width, height, 8).fillColor(PAPER).fill()
  document.roundedRect(x, y, width, height, 8).lineWidth(0.75).strokeColor(LINE).stroke()
  if (!picture) line(document, 'No Preview', { ...LABEL, x, y: y + height / 2 - 6, width, align: 'center' })
  else document.image(picture, x + MAT, y + MAT, { fit: [width - 2 * MAT, height - 2 * MAT], align: 'center', valign: 'center' })
}

type Row = [label: string, value: string, style: Style, height: number]

/** Returns the vertical position after the details, in points. */
async function drawDetails(document: PDFDocument, payload: CertificatePayload): Promise<number> {
  const { asset, licensee, project, license_type, from_plan, price_cents, currency, issued_at } = payload
  const rows: Row[] = [
    ['Asset', asset.title || UNTITLED, ASSET, 64],
    ['Artist', asset.artist, VALUE, 30],
    ['Licensee', licensee, VALUE, 30],
    ...(project ? [['Project', project, VALUE, 30] satisfies Row] : []),
    ['License', `${LICENSE_NAMES[license_type]}${from_plan ? ', with a plan' : ''}`, VALUE, 16],
    ['Date', day.format(new Date(issued_at)), VALUE, 16],
    ['Price', from_plan ? 'Included in the plan' : money(currency).format(price_cents / 100), VALUE, 16]
  ]
  let y = PICTURE.y
  for (const [label, value, style, height] of rows) {
    line(document, label, { ...LABEL, x: MARGIN, y })
    y += 12 + (await write(document, plainText(value), { ...style, x: MARGIN, y: y + 12, width: PICTURE.x - MARGIN - 24, height })) + 9
  }
  return Math.max(y, PICTURE.y + PICTURE.height)
}

const yesNo = (allowed: boolean): string => (allowed ? 'Yes' : 'No')
const upTo = (count: number): string => (count === 1 ? '1' : `Up to ${number.format(count)}`)

const LIMITS: [label: string, value: (limits: LicenseLimits) => string][] = [
  ['Licensee', ({ holder }) => holder],
  ['Employees (seats)', ({ seats }) => upTo(seats)],
  ['Stored copies', ({ file_copies }) => upTo(file_copies)],
  ['End products', ({ end_products }) => upTo(end_products)],
  ['Print run', ({ print_run }) => upTo(print_run)],
  ['Commercial use', ({ commercial_use }) => yesNo(commercial_use)],
  ['Work for clients', ({ client_work }) => yesNo(client_work)],
  ['Goods for resale', ({ goods_for_resale }) => yesNo(goods_for_resale)]
]
const ROW = 24
const GAP = 28

/** Two columns of four. */
function drawLimits(document: PDFDocument, limits: LicenseLimits, top: number): void {
  line(document, 'What this license allows', { ...VALUE, x: MARGIN, y: top })
  const width = (INNER - GAP) / 2
  for (const [place, [label, value]] of LIMITS.entries()) {
    const x = MARGIN + Math.floor(place / 4) * (width + GAP)
    const y = top + 22 + (place % 4) * ROW
    document
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.75)
      .strokeColor(LINE)
      .stroke()
    line(document, label, { ...TEXT, color: QUIET, x, y: y + 7 })
    line(document, value(limits), { ...TEXT, x: x + 120, y: y + 7, width: width - 120, align: 'right' })
  }
}

const QR = { size: 104, y: HEIGHT - MARGIN - 114 }

async function drawProof(document: PDFDocument, payload: CertificatePayload, kid: string): Promise<void> {
  rule(document, QR.y - 20)
  drawQr(document, payload.verify_url, MARGIN, QR.y)
  const at = { x: MARGIN + QR.size + 24, width: INNER - QR.size - 24 }
  const sentences: [text: string, style: Style, height: number][] = [
    ['Check this certificate', VALUE, 16],
    [payload.verify_url, TEXT, 26],
    [`License Terms of ${date.format(new Date(payload.terms.version))}: ${payload.terms.url}`, TEXT, 26],
    [
      `${payload.from_plan ? 'This license is active as long as the plan is. Finished work may stay in use afterwards. ' : ''}The content of this page is signed (Ed25519) in the attached file certificate.jws, with the key ${kid}. The signature also covers every byte of this document. The keys are at ${payload.issuer}/.well-known/jwks.json.`,
      { ...LABEL, color: QUIET },
      60
    ]
  ]
  let y = QR.y
  for (const [text, style, height] of sentences) y += (await write(document, plainText(text), { ...style, ...at, y, height })) + 5
}

/** Draws the QR code as vectors, so that it is sharp in print. */
function drawQr(document: PDFDocument, text: string, x: number, y: number): void {
  const [symbol] = symbols.raw('qrcode', text, 'eclevel=M')
  if (!symbol || !('pixs' in symbol)) throw new Error('The QR code could not be created.')
  const module = QR.size / symbol.pixx
  for (const [place, dark] of symbol.pixs.entries())
    if (dark) document.rect(x + (place % symbol.pixx) * module, y + Math.floor(place / symbol.pixx) * module, module, module)
  document.fillColor(INK).fill()
}

function rule(document: PDFDocument, y: number): void {
  document.moveTo(MARGIN, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(LINE).stroke()
}

type Line = Style & { x: number; y: number; width?: number; align?: 'right' | 'center' }

/** Writes our own text, which our fonts cover. */
function line(document: PDFDocument, text: string, { font, size, color, x, y, ...options }: Line): void {
  document
    .font(font)
    .fontSize(size)
    .fillColor(color)
    .text(text, x, y, { ...options, lineBreak: options.width !== undefined })
}
