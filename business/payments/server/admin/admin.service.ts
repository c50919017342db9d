import { findUsers } from '#accounts/server/index.ts'
import { ACCOUNT_NAMES, ACCOUNTS, type Account } from '#ledger/rules.ts'
import { type Booked, entriesOf } from '#ledger/server/index.ts'
import { type Answer, type Cents, inDollars, type Received, toCents } from '#platform/contract/index.ts'
import { type Ctx, refuse } from '#platform/server/index.ts'
import { type ListedPayment, type listAllPayments, type PaymentDetail, refusals } from '../../admin.contract.ts'
import { findDisputesOf } from '../disputes/disputes.queries.ts'
import { findLines } from '../ports.ts'
import { requirePayment } from '../queries.ts'
import { findRefundsOf } from '../refunds/refund.queries.ts'
import type { Refund } from '../tables.ts'
import * as queries from './admin.queries.ts'

export async function list({ db }: Ctx, { query }: Received<typeof listAllPayments>): Promise<Answer<typeof listAllPayments>> {
  const { page, page_size, ...filter } = query
  const [rows, total] = [await queries.findListed(db, query), await queries.countListed(db, filter)]
  return { items: rows.map(present), total, page, page_size }
}

export async function readListed({ db }: Ctx, id: string): Promise<ListedPayment> {
  const row = await queries.findOneListed(db, id)
  if (!row) throw refuse(refusals, 'payment_not_found')
  return present(row)
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null

const present = ({ state, amount_cents, created_at, captured_at, refunded_at, ...row }: queries.Listed): ListedPayment => ({
  ...row,
  refunded: inDollars(row.refunded_cents),
  left_cents: state === 'captured' ? toCents(amount_cents - row.refunded_cents) : toCents(0),
  status: state,
  amount: inDollars(amount_cents),
  amount_cents,
  created_at: created_at.toISOString(),
  captured_at: iso(captured_at),
  refunded_at: iso(refunded_at)
})

/** Returns a payment with its refunds, disputes and ledger entries. */
export async function readDetail(ctx: Ctx, id: string): Promise<PaymentDetail> {
  const payment = await readListed(ctx, id)
  const refunds = await findRefundsOf(ctx.db, id)
  const disputes = await findDisputesOf(ctx.db, id)
  const admins = await findUsers(
    ctx.db,
    refunds.flatMap(({ asked_by }) => asked_by ?? [])
  )
  const entries = await entriesOf(ctx.db, [
    { kind: 'sale', reference: id },
    ...refunds.flatMap(({ provider_refund_id }) => (provider_refund_id ? [{ kind: 'refund', reference: provider_refund_id }] : []))
  ])
  return {
    ...payment,
    lines: await findLines(ctx, await requirePayment(ctx.db, id)),
    refunds: refunds.map((refund) => presentRefund(refund, refund.asked_by ? admins.get(refund.asked_by)?.name : undefined)),
    disputes: disputes.map(({ noticed_at, ...dispute }) => ({ ...dispute, noticed_at: noticed_at.toISOString() })),
    entries: entries.map(presentEntry),
    sums: sumsOf(entries)
  }
}

const presentRefund = ({ state, asked_at, completed_at, ...refund }: Refund, asked_by: string | undefined) => ({
  ...refund,
  status: state,
  asked_by: asked_by ?? null,
  asked_at: asked_at.toISOString(),
  completed_at: iso(completed_at)
})

const presentLine = ({ account, amount_cents }: { account: Account; amount_cents: Cents }) => ({
  account,
  account_name: ACCOUNT_NAMES[account],
  amount_cents
})

const presentEntry = ({ occurred_at, position, hash, lines, ...entry }: Booked) => ({
  ...entry,
  occurred_at: occurred_at.toISOString(),
  seal: position === null || hash === null ? null : { position, hash: hash.toString('hex') },
  lines: lines.map(presentLine)
})

function sumsOf(entries: readonly Booked[]): PaymentDetail['sums'] {
  const lines = entries.flatMap((entry) => entry.lines)
  const sumOf = (account: Account) =>
    lines.filter((line) => line.account === account).reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  const touched = ACCOUNTS.filter((account) => lines.some((line) => line.account === account))
  return touched.map((account) => presentLine({ account, amount_cents: toCents(sumOf(account)) }))
}
