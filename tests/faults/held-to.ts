import { sumByAccount } from '#ledger/server/service.ts'
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
}

type Books = Awaited<ReturnType<typeof readBooks>>
type Payment = Books['payments'][number]

/** Everything that we and PayPal have stored about these clients. */
async function readBooks({ db, sandbox, receipts: countReceipts }: Compared, clients: string[]) {
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
  const receipts = await countReceipts()
  const captures = sandbox.documents('capture').filter(({ refused }) => !refused)
  return { payments, licenses, booked, refunds, receipts, captures }
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
  return [...found, ...paidTwice(books, byPayment), ...unpaid(books)]
}

function problemsOf(payment: Payment, captures: Capture[], { licenses, booked, refunds, receipts }: Books): string[] {
  const { id, state, amount_cents, provider_capture_id } = payment
  const taken = captures.filter(({ status }) => TAKEN.has(status))
  const isBack = taken[0]?.status === 'REFUNDED'
  const given = licenses.filter(({ payment_id }) => payment_id === id)
  const sold = booked.filter(({ kind, reference, account }) => kind === 'sale' && reference === id && account === 'income')
  const back = refunds.filter(({ payment_id, state }) => payment_id === id && state === 'completed')
  const backBooked = booked.filter(({ kind, reference }) => kind === 'refund' && back.some((one) => one.provider_refund_id === reference))
  const expected = taken.length === 0 ? 'failed' : isBack ? 'refunded' : 'captured'
  const says = (isWrong: boolean, words: string) => (isWrong ? [words] : [])
  return [
    ...says(taken.length > 1, `PayPal captured the money ${taken.length} times`),
    ...says(state !== expected, `is ${state}, and PayPal says ${captures.map(({ status }) => status).join() || 'nothing'}`),
    ...says(taken.length > 0 && provider_capture_id !== taken[0]?.id, 'names another capture'),
    ...says(given.length !== taken.length, `${given.length} licenses for ${taken.length} payments`),
    ...says(
      given.some(({ status }) => status !== (isBack ? 'revoked' : 'active')),
      `a license is ${given[0]?.status}`
    ),
    ...says(
      given.some((license) => receipts.get(license.id) !== 1),
      'not exactly one receipt'
    ),
    ...says(sold.length !== taken.length || sold.some((line) => line.amount_cents !== -amount_cents), `${sold.length} sales booked`),
    ...says(back.length !== (isBack ? 1 : 0), `${back.length} refunds`),
    ...says(
      backBooked.length !== back.length || backBooked.some((line) => line.amount_cents !== amount_cents),
      `${backBooked.length} refunds booked`
    ),
    ...says(
      refunds.some(({ payment_id, state }) => payment_id === id && (state === 'asked' || state === 'pending')),
      'a refund is unfinished'
    )
  ]
}

/** Licenses that one client paid for twice without a refund. */
function paidTwice({ payments }: Books, byPayment: Map<string, Capture[]>): string[] {
  const paid = payments.filter(({ id }) => byPayment.get(id)?.some(({ status }) => status === 'COMPLETED'))
  const byThing = Map.groupBy(
    paid,
    ({ client_id, asset_id, license_type }) => `client ${client_id}, ${license_type} license of ${asset_id}`
  )
  return [...byThing].filter(([, list]) => list.length > 1).map(([thing, list]) => `${thing}: paid ${list.length} times`)
}

function unpaid({ licenses, payments }: Books): string[] {
  const known = new Set(payments.map(({ id }) => id))
  return licenses
    .filter(({ payment_id }) => !payment_id || !known.has(payment_id))
    .map(({ client_id, id }) => `client ${client_id}: license ${id} without a payment`)
}

/** Compares the whole ledger with everything that PayPal took and refunded. */
export async function ledgerAgainstPayPal({ db, sandbox }: Pick<Compared, 'db' | 'sandbox'>): Promise<{ ledger: object; paypal: object }> {
  // Schedules span years.
  const sums = await sumByAccount(db, { start: '2000-01-01', end: '2100-01-01' })
  const cents = ({ value }: { value: string }) => Math.round(Number(value) * 100)
  const total = (amounts: { amount: { value: string } }[]) => amounts.reduce((sum, { amount }) => sum + cents(amount), 0)
  const taken = [
    ...sandbox.documents('capture').filter(({ status }) => TAKEN.has(status)),
    ...sandbox.documents('sale').filter(({ status = 'COMPLETED' }) => TAKEN.has(status))
  ]
  return {
    ledger: { sum: Object.values(sums).reduce((sum, one) => sum + one, 0), income: -sums.income, refunds: sums.refunds },
    paypal: { sum: 0, income: total(taken), refunds: total(sandbox.documents('refund')) }
  }
}
