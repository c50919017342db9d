import type PDFDocument from 'pdfkit'

export type ReceiptDetails = {
  brand_name: string
  support_email: string
  public_url: string
  number: string
  /** Formatted for reading. */
  paid_on: string
  payer: { name: string; email: string }
  /** What was paid for: a title line and a smaller line below it. Amounts are formatted for reading, with the currency sign. */
  items: readonly { title: string; note: string; amount: string }[]
  /** What leads from the items to the amount, such as a discount and tax. */
  sums: readonly { label: string; amount: string }[]
  amount: string
  /** A sentence about what was refunded, or null. */
  refunded: string | null
  /** PayPal's id of the payment. */
  transaction: string
}

/** US Letter, in points. */
const SIZE: [number, number] = [612, 792]
const LEFT = 56
const RIGHT = SIZE[0] - LEFT
const WIDTH = RIGHT - LEFT
/** Text that does not fit half the page is cut. */
const ONE_LINE = { width: WIDTH / 2 - 12, ellipsis: true }
const ITEM_LINE = { width: WIDTH - 120, ellipsis: true }
const RIGHT_ALIGNED = { width: WIDTH - 12, align: 'right' } as const
const INK = '#0f172a'
const QUIET = '#475569'
const LINE = '#cbd5e1'
const ACCENT = '#00b4d8'

/** Draws a receipt. It continues on further pages if it has many items. The built-in fonts cover Western letters only; others appear as '?'. */
export async function drawReceipt(details: ReceiptDetails, created: Date): Promise<PDFDocument> {
  // Loaded by the first receipt: it takes 30 MB.
  const { default: Document } = await import('pdfkit')
  const page = new Document({
    size: SIZE,
    margin: 0,
    info: { Title: `Receipt ${details.number}`, Author: details.brand_name, CreationDate: created }
  })
  drawHead(page, details)
  drawParties(page, details)
  drawItems(page, details)
  page.end()
  return page
}

const western = (text: string): string =>
  text.normalize('NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u20ac]/gu, '?')

function drawHead(page: PDFDocument, { brand_name, number }: ReceiptDetails): void {
  page.rect(0, 0, SIZE[0], 8).fillColor(ACCENT).fill()
  bold(page, 20).text(western(brand_name), LEFT, 56)
  bold(page, 20).text('Receipt', LEFT, 56, { width: WIDTH, align: 'right' })
  regular(page, 11, QUIET).text(number, LEFT, 82, { width: WIDTH, align: 'right' })
  rule(page, 116)
}

function drawParties(page: PDFDocument, { payer, paid_on, transaction }: ReceiptDetails): void {
  const right = LEFT + WIDTH / 2
  label(page, 'Paid by', LEFT, 140)
  value(page, western(payer.name), LEFT, 156)
  regular(page, 11, QUIET).text(western(payer.email), LEFT, 172, { ...ONE_LINE, height: 13 })
  label(page, 'Paid on', right, 140)
  value(page, paid_on, right, 156)
  label(page, 'PayPal transaction', right, 184)
  value(page, western(transaction), right, 200)
}

const ITEM_HEIGHT = 38
/** Where the foot begins. */
const BOTTOM = 690

function drawItems(page: PDFDocument, details: ReceiptDetails): void {
  const { items, sums, amount, refunded } = details
  let y = drawTableHead(page, 248)
  const makeRoom = (height: number) => {
    if (y + height <= BOTTOM) return
    drawFoot(page, details)
    page.addPage()
    y = drawTableHead(page, 56)
  }
  for (const item of items) {
    makeRoom(ITEM_HEIGHT)
    regular(page, 12, INK).text(western(item.title), LEFT + 12, y, { ...ITEM_LINE, height: 14 })
    regular(page, 10, QUIET).text(western(item.note), LEFT + 12, y + 17)
    regular(page, 11, INK).text(item.amount, LEFT, y, RIGHT_ALIGNED)
    y += ITEM_HEIGHT
  }
  makeRoom(sums.length * 18 + 60)
  y += 8
  rule(page, y)
  y += 16
  for (const sum of sums) {
    regular(page, 11, INK).text(western(sum.label), LEFT + 12, y, { ...ITEM_LINE, height: 14 })
    regular(page, 11, INK).text(sum.amount, LEFT, y, RIGHT_ALIGNED)
    y += 18
  }
  bold(page, 13).text('Total paid', LEFT + 12, y)
  bold(page, 13).text(amount, LEFT, y, RIGHT_ALIGNED)
  regular(page, 10, QUIET).text(['Paid through PayPal.', refunded].filter(Boolean).join(' '), LEFT + 12, y + 22)
  drawFoot(page, details)
}

/** Returns where the first item begins. */
function drawTableHead(page: PDFDocument, y: number): number {
  page.roundedRect(LEFT, y, WIDTH, 28, 6).fillColor('#f1f5f9').fill()
  label(page, 'Description', LEFT + 12, y + 9)
  regular(page, 9, QUIET).text('Amount (USD)', LEFT, y + 9, RIGHT_ALIGNED)
  return y + 44
}

function drawFoot(page: PDFDocument, { brand_name, support_email, public_url }: ReceiptDetails): void {
  rule(page, 700)
  const help = `${brand_name}, California, USA. Questions? Write to ${support_email} and include the number of this receipt.`
  regular(page, 9, QUIET).text(western(help), LEFT, 712, { width: WIDTH })
  regular(page, 9, QUIET).text(western(public_url), LEFT, 728, { width: WIDTH })
}

const bold = (page: PDFDocument, size: number) => page.font('Helvetica-Bold').fontSize(size).fillColor(INK)
const regular = (page: PDFDocument, size: number, color: string) => page.font('Helvetica').fontSize(size).fillColor(color)
const rule = (page: PDFDocument, y: number) => page.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(LINE).stroke()
const label = (page: PDFDocument, text: string, x: number, y: number) => regular(page, 9, QUIET).text(text, x, y)
const value = (page: PDFDocument, text: string, x: number, y: number) =>
  regular(page, 12, INK).text(text, x, y, { ...ONE_LINE, height: 14 })
