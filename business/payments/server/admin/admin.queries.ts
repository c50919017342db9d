import { type SelectQueryBuilder, sql } from 'kysely'
import { BUSINESS_ZONE, type Cents } from '#platform/contract/index.ts'
import { escapeLike, startOfDay } from '#platform/database/columns.ts'
import type { Database, Db } from '#platform/database/connect.ts'
import type { PaymentState, PurposeName } from '../../rules.ts'
import type { Payment, Refund } from '../tables.ts'

export type PaymentFilter = {
  q?: string | undefined
  state?: PaymentState | undefined
  purpose?: PurposeName | undefined
  start?: string | undefined
  end?: string | undefined
}

type Joined = { payment: Database['payments.payment']; client: Database['accounts.user'] }
export type Listed = Payment & {
  client_name: string
  client_email: string | null
  refunded_cents: Cents
  refund_status: Refund['state'] | null
  refunding_cents: Cents | null
}

const joined = (db: Db) =>
  db.selectFrom('payments.payment as payment').innerJoin('accounts.user as client', 'client.id', 'payment.client_id')

/** Matches `q` anywhere in names, emails and descriptions, and at the start of our ids and PayPal's. */
function narrow<O>(query: SelectQueryBuilder<Joined, 'payment' | 'client', O>, { q, state, purpose, start, end }: PaymentFilter) {
  const word = `%${escapeLike(q ?? '')}%`
  const start_of_id = `${escapeLike(q ?? '')}%`
  return query.where(({ eb, and, or }) =>
    and([
      ...(q
        ? [
            or([
              eb('payment.description', 'ilike', word),
              eb('client.name', 'ilike', word),
              and([eb('client.email', 'ilike', word), eb('client.deleted_at', 'is', null)]),
              eb(sql<string>`payment.id::text`, 'ilike', start_of_id),
              eb('payment.provider_order_id', 'ilike', start_of_id),
              eb('payment.provider_capture_id', 'ilike', start_of_id)
            ])
          ]
        : []),
      ...(state === undefined ? [] : [eb('payment.state', '=', state)]),
      ...(purpose === undefined ? [] : [eb('payment.purpose', '=', purpose)]),
      ...(start === undefined ? [] : [eb('payment.created_at', '>=', startOfDay(start, BUSINESS_ZONE))]),
      ...(end === undefined ? [] : [eb('payment.created_at', '<', startOfDay(end, BUSINESS_ZONE))])
    ])
  )
}

/** A deleted account's email is not shown. */
const LISTED = [
  sql<string>`client.name`.as('client_name'),
  sql<string | null>`case when client.deleted_at is null then client.email end`.as('client_email'),
  sql<Cents>`coalesce((
    select sum(refund.amount_cents) from payments.refund where refund.payment_id = payment.id and refund.state = 'completed'
  ), 0)::bigint`.as('refunded_cents'),
  sql<Refund['state'] | null>`(
    select refund.state from payments.refund where refund.payment_id = payment.id and refund.state in ('asked', 'pending') order by asked_at limit 1
  )`.as('refund_status'),
  sql<Cents | null>`(
    select refund.amount_cents from payments.refund where refund.payment_id = payment.id and refund.state in ('asked', 'pending') order by asked_at limit 1
  )`.as('refunding_cents')
] as const

/** Newest first. */
export async function findListed(
  db: Db,
  { page, page_size, ...filter }: PaymentFilter & { page: number; page_size: number }
): Promise<Listed[]> {
  return narrow(joined(db).selectAll('payment').select(LISTED), filter)
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countListed(db: Db, filter: PaymentFilter): Promise<number> {
  const { total } = await narrow(
    joined(db).select(({ fn }) => fn.countAll<number>().as('total')),
    filter
  ).executeTakeFirstOrThrow()
  return total
}

export async function findOneListed(db: Db, id: string): Promise<Listed | undefined> {
  return joined(db).selectAll('payment').select(LISTED).where('payment.id', '=', id).executeTakeFirst()
}
