import { sql } from 'kysely'
import '#coupons/server/tables.ts'
import '#licensing/server/tables.ts'
import '#payments/server/tables.ts'
import type { Db } from '#platform/database/connect.ts'
import type { Capture, Documents } from '#sandbox/paypal/documents.ts'

/** Both sides of the comparison. */
export type Compared = {
  db: Db
  /** What PayPal has stored. */
  sandbox: { documents<K extends keyof Documents>(kind: K): Documents[K][] }
  /** How many receipts were sent, by license. */
  receipts(): Promise<ReadonlyMap<string, number>>
  /** How many receipts of orders were sent, by order. */
  order_receipts(): Promise<ReadonlyMap<string, number>>
}

type Books = Awaited<ReturnType<typeof readBooks>>
type Payment = Books['payments'][number]

/** Everything that we and PayPal have stored about these clients. */
async function readBooks({ db, sandbox, receipts: countReceipts, order_receipts: countOrderReceipts }: Compared, clients: string[]) {
  const payments = await db
    .selectFrom('payments.payment')
    .selectAll()
    .where('client_id', 'in', clients)
    .where('purpose', '=', 'license')
    .execute()
  const licenses = await db.selectFrom('licensing.license').selectAll().where('client_id', 'in', clients).execute()
  const booked = await db
    .selectFrom('ledger.line as line')
    .innerJoin('ledger.transaction as posting', 'posting.id', 'line.transaction_id')
    .select(['posting.kind', 'posting.reference', 'line.account', 'line.amount_cents', 'line.party_id'])
    .where('line.party_id', 'in', clients)
    .where('line.account', 'in', ['income', 'refunds'])
    .execute()
  const refunds = await db
    .selectFrom('payments.refund')
    .selectAll()
    .where('payment_id', 'in', (at) => at.selectFrom('payments.payment').select('id').where('client_id', 'in', clients))
    .execute()
  const lines = await db.selectFrom('licensing.order_line').selectAll().where('client_id', 'in', clients).execute()
  const uses = await db.selectFrom('coupons.coupon_use').selectAll().where('client_id', 'in', clients).execute()
  const receipts = await countReceipts()
  const order_receipts = await countOrderReceipts()
  const captures = sandbox.documents('capture').filter(({ refused }) => !refused)
  const paid_back = sandbox.documents('refund')
  return { payments, licenses, booked, refunds, lines, uses, receipts, order_receipts, captures, paid_back }
}

const TAKEN = new Set(['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'])

/** Describes where PayPal, the licenses and the ledger disagree about any of these clients. */
export async function disagreements(shop: Compared, clients: string[]): Promise<string[]> {
  const books = await readBooks(shop, clients)
  const byPayment = Map.groupBy(books.captures, ({ custom_id = '' }) => custom_id)
  const found = books.payments.flatMap((payment) =>
    problemsOf(payment, byPayment.get(payment.id) ?? [], books).map(
      (problem) => `client ${payment.client_id}, payment ${payment.id}: ${problem}`
    )
  )
  return [...found, ...paidTwice(books), ...unpaid(books)]
}

function problemsOf(payment: Payment, captures: Capture[], books: Books): string[] {
  const { id, state, amount_cents, provider_capture_id } = payment
  const taken = captures.filter(({ status }) => TAKEN.has(status))
  const isBack = taken[0]?.status === 'REFUNDED'
  const sold = books.booked.filter(({ kind, reference, account }) => kind === 'sale' && reference === id && account === 'income')
  const expected = taken.length === 0 ? 'failed' : isBack ? 'refunded' : 'captured'
  return [
    ...says(taken.length > 1, `PayPal captured the money ${taken.length} times`),
    ...says(state !== expected, `is ${state}, and PayPal says ${captures.map(({ status }) => status).join() || 'nothing'}`),
    ...says(taken.length > 0 && provider_capture_id !== taken[0]?.id, 'names another capture'),
    ...says(
      sold.length !== taken.length || sold.some((line) => line.amount_cents !== payment.tax_cents - amount_cents),
      `${sold.length} sales booked`
    ),
    ...licenseProblems(payment, taken, books),
    ...refundProblems(payment, taken, books),
    ...couponProblems(payment, taken, books)
  ]
}

const says = (isWrong: boolean, words: string) => (isWrong ? [words] : [])

/** Whether the product itself requested the whole refund, because the payment bought nothing. */
const boughtNothing = ({ id }: Payment, { refunds }: Books): boolean =>
  refunds.some(({ payment_id, asked_by, reason }) => payment_id === id && asked_by === null && reason !== null)

/** Each line that was paid has its license, and a line that was refunded has lost it. All lines or none. */
function licenseProblems(payment: Payment, taken: Capture[], books: Books): string[] {
  const { id, order_id } = payment
  const given = books.licenses.filter(({ payment_id }) => payment_id === id)
  const lines = books.lines.filter(({ payment_id }) => payment_id === id)
  const wanted = taken.length > 0 && !boughtNothing(payment, books) ? lines.length : 0
  const isBack = taken[0]?.status === 'REFUNDED'
  const ended = new Set(lines.filter(({ status }) => status === 'refunded').map(({ license_id }) => license_id))
  const receipts = given.length === 1 ? books.receipts.get(given[0]!.id) : books.order_receipts.get(order_id ?? '')
  return [
    ...says(lines.length === 0, 'no lines'),
    ...says(lines.reduce((sum, line) => sum + line.total_cents, 0) !== payment.amount_cents, 'its lines do not add up'),
    ...says(given.length !== wanted, `${given.length} licenses for ${wanted} paid lines`),
    ...says(
      given.some((license) => license.status !== (isBack || ended.has(license.id) ? 'revoked' : 'active')),
      `a license is ${given[0]?.status}`
    ),
    ...says(isBack && lines.some(({ status }) => status !== 'refunded'), 'a line is not refunded'),
    ...says(given.length > 0 && receipts !== 1, `${receipts ?? 0} receipts`)
  ]
}

/** Each refund at PayPal is booked once, with its amount. */
function refundProblems({ id, amount_cents }: Payment, taken: Capture[], { refunds, booked, lines, paid_back }: Books): string[] {
  const own = refunds.filter(({ payment_id }) => payment_id === id)
  const back = own.filter(({ state }) => state === 'completed')
  const atPayPal = paid_back.filter(({ capture_id }) => taken.some((capture) => capture.id === capture_id))
  const sum = (amounts: readonly number[]) => amounts.reduce((total, one) => total + one, 0)
  const entries = booked.filter(({ kind, reference }) => kind === 'refund' && back.some((one) => one.provider_refund_id === reference))
  const ofLines = back.flatMap(({ line_ids }) => line_ids ?? [])
  const isBack = taken[0]?.status === 'REFUNDED'
  const ended = lines.filter(({ payment_id, status }) => payment_id === id && status === 'refunded').length
  return [
    ...says(back.length !== atPayPal.length, `${back.length} refunds, and ${atPayPal.length} at PayPal`),
    ...says(sum(back.map((one) => one.amount_cents ?? 0)) !== sum(atPayPal.map(centsOf)), 'refunds of another amount'),
    ...says(isBack && sum(back.map((one) => one.amount_cents ?? 0)) !== amount_cents, 'not all of it is booked as refunded'),
    ...says(entries.length !== back.length, `${entries.length} of ${back.length} refunds booked`),
    ...says(new Set(ofLines).size !== ofLines.length, 'a line was refunded twice'),
    ...says(!isBack && ended !== ofLines.length, `${ended} lines ended, and ${ofLines.length} refunded`),
    ...says(
      own.some(({ state }) => state === 'asked' || state === 'pending'),
      'a refund is unfinished'
    )
  ]
}

/** A coupon's use is used if its payment bought something, and returned if not. */
function couponProblems(payment: Payment, taken: Capture[], books: Books): string[] {
  const { order_id, discount_cents } = payment
  const use = books.uses.find(({ purchase_id }) => purchase_id === order_id)
  const expected = taken.length > 0 && !boughtNothing(payment, books) ? 'used' : 'returned'
  return [
    ...says((use !== undefined) !== discount_cents > 0, 'a discount without a coupon, or a coupon without a discount'),
    ...says(use !== undefined && use.discount_cents !== discount_cents, 'another discount than the coupon gave'),
    ...says(use !== undefined && use.state !== expected, `its coupon is ${use?.state}, not ${expected}`)
  ]
}

/** Coupons that were used more often than they may be, by all or by one person. */
export async function couponsUsedTooOften({ db }: Pick<Compared, 'db'>): Promise<string[]> {
  const coupons = await db.selectFrom('coupons.coupon').selectAll().execute()
  const uses = await db.selectFrom('coupons.coupon_use').selectAll().where('state', '<>', 'returned').execute()
  return coupons.flatMap(({ id, code, max_uses, max_uses_per_person }) => {
    const own = uses.filter(({ coupon_id }) => coupon_id === id)
    const most = Math.max(0, ...[...Map.groupBy(own, ({ client_id }) => client_id).values()].map((list) => list.length))
    return [
      ...says(own.length > (max_uses ?? Infinity), `${code} was used ${own.length} times`),
      ...says(most > (max_uses_per_person ?? Infinity), `${code} was used ${most} times by one person`)
    ]
  })
}

const centsOf = ({ amount }: { amount: { value: string } }): number => Math.round(Number(amount.value) * 100)

/** Licenses that one client paid for twice without a refund. */
function paidTwice({ lines }: Books): string[] {
  const paid = lines.filter(({ status }) => status === 'captured')
  const byThing = Map.groupBy(
    paid,
    ({ client_id, asset_id, license_type }) => `client ${client_id}, ${license_type} license of ${asset_id}`
  )
  return [...byThing].filter(([, list]) => list.length > 1).map(([thing, list]) => `${thing}: paid ${list.length} times`)
}

/** An order that cost nothing, because of its coupon, has no payment. */
function unpaid({ licenses, payments, lines }: Books): string[] {
  const known = new Set(payments.map(({ id }) => id))
  const given = new Set(lines.filter(({ payment_id, total_cents }) => !payment_id && total_cents === 0).map(({ license_id }) => license_id))
  return licenses
    .filter(({ id, payment_id }) => (payment_id ? !known.has(payment_id) : !given.has(id)))
    .map(({ client_id, id }) => `client ${client_id}: license ${id} without a payment`)
}

type Moved = { kind: string; account: string; cents: number }

/** Compares the whole ledger with everything that PayPal took and refunded, and with the tax that PayPal was asked to take. */
export async function ledgerAgainstPayPal({ db, sandbox }: Pick<Compared, 'db' | 'sandbox'>): Promise<{ ledger: object; paypal: object }> {
  const { rows } = await sql<Moved>`
    select kind, account, sum(amount_cents)::float8 as cents
      from ledger.line join ledger.transaction posting on posting.id = transaction_id group by kind, account`.execute(db)
  const booked = (kind: string, ...accounts: string[]) =>
    rows.reduce((sum, row) => sum + (row.kind === kind && accounts.includes(row.account) ? row.cents : 0), 0)
  const total = (amounts: { amount: { value: string } }[]) => amounts.reduce((sum, one) => sum + centsOf(one), 0)
  const captures = sandbox.documents('capture').filter(({ status }) => TAKEN.has(status))
  const sales = sandbox.documents('sale').filter(({ status = 'COMPLETED' }) => TAKEN.has(status))
  const orders = new Map(sandbox.documents('order').map(({ id, purchase_units: [unit] }) => [id, unit?.amount.breakdown?.['tax_total']]))
  const taxes = [...captures.map(({ order_id = '' }) => orders.get(order_id)), ...sales.map(({ tax }) => tax)]
  return {
    ledger: {
      sum: rows.reduce((sum, { cents }) => sum + cents, 0),
      taken: -booked('sale', 'income', 'tax_owed'),
      tax: -booked('sale', 'tax_owed'),
      refunds: booked('refund', 'refunds', 'tax_owed')
    },
    paypal: {
      sum: 0,
      taken: total([...captures, ...sales]),
      tax: total(taxes.flatMap((amount) => (amount ? { amount } : []))),
      refunds: total(sandbox.documents('refund'))
    }
  }
}
