import type { Subscription as Remote, Sale } from '#sandbox/paypal/documents.ts'
import { monthsAfter, planOf } from '#subscriptions/rules.ts'
import '#payments/server/tables.ts'
import '#subscriptions/server/tables.ts'
import type { Compared } from './held-to.ts'

type Shop = Pick<Compared, 'db' | 'sandbox'> & { now(): Date }

type Books = Awaited<ReturnType<typeof readBooks>>
type Ours = Books['subscriptions'][number]

async function readBooks({ db, sandbox }: Shop, clients: string[]) {
  const subscriptions = await db.selectFrom('subscriptions.subscription').selectAll().where('owner_id', 'in', clients).execute()
  const payments = await db
    .selectFrom('payments.payment')
    .selectAll()
    .where('client_id', 'in', clients)
    .where('purpose', '=', 'subscription')
    .execute()
  const periods = await db
    .selectFrom('subscriptions.period')
    .selectAll()
    .where('subscription_id', 'in', (at) => at.selectFrom('subscriptions.subscription').select('id').where('owner_id', 'in', clients))
    .execute()
  const booked = await db
    .selectFrom('ledger.line as line')
    .innerJoin('ledger.transaction as posting', 'posting.id', 'line.transaction_id')
    .select(['posting.kind', 'posting.reference', 'line.amount_cents'])
    .where('line.party_id', 'in', clients)
    .where('line.account', '=', 'income')
    .execute()
  return { subscriptions, payments, periods, booked, sales: sandbox.documents('sale'), remotes: sandbox.documents('subscription') }
}

const isTaken = ({ status = 'COMPLETED' }: Sale) => status !== 'DECLINED'
const cents = ({ value }: { value: string }) => Math.round(Number(value) * 100)
/** Without tax. */
const netOf = ({ amount, tax }: Sale) => cents(amount) - (tax ? cents(tax) : 0)

/** Describes where PayPal, the plans and the ledger disagree about any of these clients. */
export async function planDisagreements(shop: Shop, clients: string[]): Promise<string[]> {
  const books = await readBooks(shop, clients)
  const ids = new Set(books.subscriptions.map(({ id }) => id))
  const sales = books.sales.filter(({ custom_id = '' }) => ids.has(custom_id))
  const known = new Set(sales.filter(isTaken).map(({ id }) => id))
  return [
    ...sales.filter(isTaken).flatMap((sale) => problemsOfSale(sale, books)),
    ...books.payments
      .filter(({ provider_capture_id }) => !known.has(provider_capture_id!))
      .map(({ id, client_id }) => `client ${client_id}: payment ${id} that PayPal never charged`),
    ...books.subscriptions.flatMap((one) =>
      problemsOfPlan(shop, one, books).map((problem) => `client ${one.owner_id}, plan ${one.id}: ${problem}`)
    )
  ]
}

function problemsOfSale(of: Sale, { payments, periods, booked, subscriptions }: Books): string[] {
  const { id, custom_id, amount, status, time } = of
  const paid = payments.filter(({ provider_capture_id }) => provider_capture_id === id)
  const opened = periods.filter(({ provider_transaction_id }) => provider_transaction_id === id)
  const income = booked.filter(({ kind, reference }) => kind === 'sale' && reference === paid[0]?.id)
  const plan = subscriptions.find((one) => one.id === custom_id)
  const sale = `client ${plan?.owner_id}, plan ${custom_id} (${plan?.state}, ${plan?.end_reason}), sale ${id} of ${time} (${status ?? 'COMPLETED'})`
  const isRight =
    paid.length === 1 &&
    paid[0]!.state === (status === 'REFUNDED' ? 'refunded' : 'captured') &&
    paid[0]!.subscription_id === custom_id &&
    paid[0]!.amount_cents === cents(amount) &&
    paid[0]!.amount_cents - paid[0]!.tax_cents === netOf(of)
  return [
    ...(isRight ? [] : [`${sale}: ${paid.length} payments, ${paid[0]?.state}`]),
    ...(opened.length === 1 ? [] : [`${sale}: ${opened.length} periods`]),
    ...(paid[0]?.state === 'captured' && opened[0]?.opened === false ? [`${sale}: it opened no period and is not refunded`] : []),
    ...(income.length === 1 && income[0]!.amount_cents === -netOf(of) ? [] : [`${sale}: ${income.length} bookings`])
  ]
}

function problemsOfPlan({ now }: Shop, ours: Ours, books: Books): string[] {
  const { remotes, sales, subscriptions } = books
  const remote = remotes.find(({ id }) => id === ours.provider_subscription_id)
  const paid = sales.filter((sale) => sale.custom_id === ours.id && isTaken(sale))
  const isOpen = ours.state === 'active' || ours.state === 'grace'
  const others = subscriptions.filter(({ owner_id, state }) => owner_id === ours.owner_id && (state === 'active' || state === 'grace'))
  const says = (isWrong: boolean, words: string) => (isWrong ? [words] : [])
  return [
    ...says(others.length > 1, `${others.length} plans are open at the same time`),
    ...says(isOpen && paid.length === 0, 'open without a payment'),
    ...says(isOpen && isCreditRefunded(ours, books), 'open with credit for a payment that was refunded'),
    ...says(!isOpen && ours.end_reason === 'replaced' && !isReplaced(ours, subscriptions), 'replaced by no plan that was paid'),
    ...says(isOpen && ours.access_ends_at !== null && ours.access_ends_at <= now(), 'open after its access ended'),
    ...says(ours.cancel_due || (isOpen && ours.renewal_due), 'an update to PayPal is still pending'),
    ...says(isOpen && ours.renewal_paused_at !== null && remote?.status === 'ACTIVE', 'its renewal is canceled, but PayPal keeps charging'),
    ...says(!isOpen && remote?.status === 'ACTIVE', `${ours.state} (${ours.end_reason}), but PayPal keeps charging`),
    ...says(!remote && paid.length > 0, 'paid, but unknown to the product'),
    ...(remote && !isCreditRefunded(ours, books) ? ofPaidPeriods(ours, remote, paid, isOpen, now()) : [])
  ]
}

/** A plan gives its place to another only when that one was paid. A free plan gives it to any. */
const isReplaced = ({ id, plan_type }: Ours, all: Ours[]): boolean =>
  plan_type === 'free' || all.some(({ replaces_id, started_at }) => replaces_id === id && started_at !== null)

const lastOf = (plan_id: string, { periods }: Books) =>
  periods
    .filter(({ subscription_id, opened }) => subscription_id === plan_id && opened)
    .toSorted((one, other) => Number(one.starts_at) - Number(other.starts_at))
    .at(-1)

/** Whether the credit in a plan's current period comes from a payment that was refunded, of any plan before it. */
function isCreditRefunded({ id, replaces_id }: Ours, books: Books): boolean {
  const replaced = books.subscriptions.find((one) => one.id === replaces_id)
  if (!replaced || !lastOf(id, books)?.credit_cents) return false
  return lastOf(replaced.id, books)?.refunded_at != null || isCreditRefunded(replaced, books)
}

/** Even with the credit of a monthly plan or half off, a year costs more than a month of any plan. */
const monthsOf = (sale: Sale): number => (netOf(sale) > planOf('team_monthly').price_cents ? 12 : 1)

/**
 * Checks that access matches the paid periods. If PayPal no longer charges, a period that was paid after the previous one had ended may
 * be counted from its payment, because the days without access were not paid for.
 */
function ofPaidPeriods(ours: Ours, remote: Remote, paid: Sale[], isOpen: boolean, now: Date): string[] {
  if (paid.length === 0 || paid.some(({ status }) => status === 'REFUNDED')) return []
  const paidUntil = paid.reduce((end, sale) => monthsAfter(end, monthsOf(sale)), new Date(remote.start_time))
  const ordered = paid.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time))
  const atMost = ordered.reduce(
    (end, sale) => monthsAfter(new Date(Math.max(Date.parse(sale.time), end.getTime())), monthsOf(sale)),
    new Date(remote.start_time)
  )
  const maxAllowed = remote.status === 'ACTIVE' ? paidUntil : atMost
  const isRight = ours.period_ends_at !== null && ours.period_ends_at >= paidUntil && ours.period_ends_at <= maxAllowed
  const isSecond = ['second', 'replaced', 'lapsed'].includes(ours.end_reason ?? '')
  const known = `paid until ${paidUntil.toISOString()} by ${paid.map(({ time }) => time).join()}, ${remote.status} at PayPal`
  const says = (isWrong: boolean, words: string) => (isWrong ? [words] : [])
  return [
    ...says(isOpen && !isRight, `its period ends ${ours.period_ends_at?.toISOString()}, ${known}`),
    ...says(!isOpen && !isSecond && paidUntil > now, `${ours.state} (${ours.end_reason}), although ${known}`)
  ]
}
