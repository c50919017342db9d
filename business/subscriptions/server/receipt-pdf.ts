import PDFDocument from 'pdfkit'

/** The little of pdfkit that is used here; it brings no types. */
type Page = NodeJS.ReadableStream & {
  font(name: string): Page
  fontSize(size: number): Page
  fillColor(color: string): Page
  text(
    words: string,
    x: number,
    y: number,
    options?: { width?: number; align?: 'left' | 'right'; height?: number; ellipsis?: boolean }
  ): Page
  rect(x: number, y: number, width: number, height: number): Page
  roundedRect(x: number, y: number, width: number, height: number, radius: number): Page
  fill(color: string): Page
  moveTo(x: number, y: number): Page
  lineTo(x: number, y: number): Page
  lineWidth(width: number): Page
  strokeColor(color: string): Page
  stroke(): Page
  end(): void
}

export type ReceiptFacts = {
  brand_name: string
  support_email: string
  public_url: string
  number: string
  /** As they are to be read. */
  paid_on: string
  payer: { name: string; email: string }
  plan_name: string
  period: string
  amount: string
  refunded_on: string | null
  /** PayPal's own number of the payment. */
  transaction: string
}

/** US Letter, in points. */
const SIZE: [number, number] = [612, 792]
const LEFT = 56
const RIGHT = SIZE[0] - LEFT
const WIDTH = RIGHT - LEFT
/** What is too long for half the page is cut. */
const ONE_LINE = { width: WIDTH / 2 - 12, ellipsis: true }
const INK = '#0f172a'
const QUIET = '#475569'
const LINE = '#cbd5e1'
const ACCENT = '#00b4d8'

/** One page; the built-in fonts know Western letters only, so others are shown as '?'. */
export function drawReceipt(facts: ReceiptFacts, created: Date): NodeJS.ReadableStream {
  const page = new PDFDocument({
    size: SIZE,
    margin: 0,
    info: { Title: `Receipt ${facts.number}`, Author: facts.brand_name, CreationDate: created }
  } as never) as unknown as Page
  drawHead(page, facts)
  drawParties(page, facts)
  drawLines(page, facts)
  drawFoot(page, facts)
  page.end()
  return page
}

const western = (words: string): string =>
  words.normalize('NFC').replace(/[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u20ac]/gu, '?')

function drawHead(page: Page, { brand_name, number }: ReceiptFacts): void {
  page.rect(0, 0, SIZE[0], 8).fill(ACCENT)
  page.font('Helvetica-Bold').fontSize(20).fillColor(INK).text(western(brand_name), LEFT, 56)
  page.font('Helvetica-Bold').fontSize(20).fillColor(INK).text('Receipt', LEFT, 56, { width: WIDTH, align: 'right' })
  page.font('Helvetica').fontSize(11).fillColor(QUIET).text(number, LEFT, 82, { width: WIDTH, align: 'right' })
  rule(page, 116)
}

function drawParties(page: Page, { payer, paid_on, transaction }: ReceiptFacts): void {
  label(page, 'Paid by', LEFT, 140)
  value(page, western(payer.name), LEFT, 156)
  page
    .font('Helvetica')
    .fontSize(11)
    .fillColor(QUIET)
    .text(western(payer.email), LEFT, 172, { ...ONE_LINE, height: 13 })
  const right = LEFT + WIDTH / 2
  label(page, 'Paid on', right, 140)
  value(page, paid_on, right, 156)
  label(page, 'PayPal transaction', right, 184)
  value(page, western(transaction), right, 200)
}

function drawLines(page: Page, { plan_name, period, amount, refunded_on }: ReceiptFacts): void {
  page.roundedRect(LEFT, 248, WIDTH, 28, 6).fill('#f1f5f9')
  label(page, 'Description', LEFT + 12, 257)
  page
    .font('Helvetica')
    .fontSize(9)
    .fillColor(QUIET)
    .text('Amount (USD)', LEFT, 257, { width: WIDTH - 12, align: 'right' })
  value(page, western(`${plan_name} plan, one month`), LEFT + 12, 292)
  page
    .font('Helvetica')
    .fontSize(10)
    .fillColor(QUIET)
    .text(period, LEFT + 12, 309)
  page
    .font('Helvetica')
    .fontSize(11)
    .fillColor(INK)
    .text(amount, LEFT, 292, { width: WIDTH - 12, align: 'right' })
  rule(page, 338)
  page
    .font('Helvetica-Bold')
    .fontSize(13)
    .fillColor(INK)
    .text('Total paid', LEFT + 12, 354)
  page
    .font('Helvetica-Bold')
    .fontSize(13)
    .fillColor(INK)
    .text(amount, LEFT, 354, { width: WIDTH - 12, align: 'right' })
  const paid = refunded_on ? `Paid through PayPal. Refunded on ${refunded_on}.` : 'Paid through PayPal.'
  page
    .font('Helvetica')
    .fontSize(10)
    .fillColor(QUIET)
    .text(paid, LEFT + 12, 376)
}

function drawFoot(page: Page, { brand_name, support_email, public_url }: ReceiptFacts): void {
  rule(page, 700)
  const words = `${brand_name}, California, USA. Questions? Write to ${support_email} and name the number of this receipt.`
  page.font('Helvetica').fontSize(9).fillColor(QUIET).text(western(words), LEFT, 712, { width: WIDTH })
  page.font('Helvetica').fontSize(9).fillColor(QUIET).text(western(public_url), LEFT, 728, { width: WIDTH })
}

const rule = (page: Page, y: number) => page.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).strokeColor(LINE).stroke()
const label = (page: Page, words: string, x: number, y: number) => page.font('Helvetica').fontSize(9).fillColor(QUIET).text(words, x, y)
const value = (page: Page, words: string, x: number, y: number) =>
  page
    .font('Helvetica')
    .fontSize(12)
    .fillColor(INK)
    .text(words, x, y, { ...ONE_LINE, height: 14 })
