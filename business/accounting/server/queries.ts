import { sql } from 'kysely'
import { BUSINESS_ZONE, type Period } from '#platform/contract/index.ts'
import { startOfDay } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'

export type Paging = { page: number; page_size: number }
type Account = 'income' | 'refunds' | 'wages_expense'

export const within = (column: string, { start, end }: Period) =>
  sql<boolean>`${sql.ref(column)} >= ${startOfDay(start, BUSINESS_ZONE)} and ${sql.ref(column)} < ${startOfDay(end, BUSINESS_ZONE)}`

export async function countLines(db: Db, accounts: Account[], period: Period): Promise<number> {
  const { total } = await db
    .selectFrom('ledger.line')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('account', 'in', accounts)
    .where(within('occurred_at', period))
    .executeTakeFirstOrThrow()
  return total
}

/** The payment for a sale, or the payment a refund belongs to. */
const paymentId = sql<string | null>`case transaction.kind
  when 'sale' then transaction.reference
  when 'refund' then (select payment_id::text from payments.refund where provider_refund_id = transaction.reference limit 1)
end`

/** Returns ledger lines, newest first, with the current names of people and assets. */
export async function findLines(db: Db, accounts: Account[], period: Period, { page, page_size }: Paging) {
  return db
    .selectFrom('ledger.line as line')
    .innerJoin('ledger.transaction as transaction', 'transaction.id', 'line.transaction_id')
    .leftJoin('accounts.user as party', 'party.id', 'line.party_id')
    .leftJoin('catalogue.asset as asset', 'asset.id', 'line.asset_id')
    .select(['line.transaction_id', 'line.position', 'line.occurred_at', 'line.amount_cents', 'line.party_id', 'line.asset_id'])
    .select(['transaction.description', 'party.name as party_name', 'asset.title as asset_title', paymentId.as('payment_id')])
    .where('line.account', 'in', accounts)
    .where(within('line.occurred_at', period))
    .orderBy('line.occurred_at', 'desc')
    .orderBy('line.transaction_id', 'desc')
    .orderBy('line.position')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

/** Income less refunds, and refunds, by day in California. Days without either are left out. */
export async function incomeByDay(db: Db, period: Period): Promise<{ day: string; income_cents: number; refunds_cents: number }[]> {
  const amount = (accounts: Account[]) =>
    sql<number>`coalesce(sum(amount_cents) filter (where account in (${sql.join(accounts)})), 0)::bigint`
  return db
    .selectFrom('ledger.line')
    .select([
      dayOf('occurred_at').as('day'),
      sql<number>`-(${amount(['income', 'refunds'])})`.as('income_cents'),
      amount(['refunds']).as('refunds_cents')
    ])
    .where('account', 'in', ['income', 'refunds'])
    .where(within('occurred_at', period))
    .groupBy('day')
    .execute()
}

const dayOf = (column: string) => sql<string>`to_char(${sql.ref(column)} at time zone ${sql.lit(BUSINESS_ZONE)}, 'YYYY-MM-DD')`
