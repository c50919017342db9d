import { sql } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { Db } from '#platform/database/connect.ts'
import type { PurposeName } from '../../rules.ts'
import '../tables.ts'

type Mine = { client_id?: string | undefined; purpose?: PurposeName | undefined }

/** Payments that were charged, including refunded ones. An unfinished or failed payment is not a purchase. */
const charged = (db: Db, { client_id, purpose }: Mine) =>
  db
    .selectFrom('payments.payment as payment')
    .where((at) => (client_id === undefined ? at.lit(true) : at('payment.client_id', '=', client_id)))
    .where('payment.state', 'in', ['captured', 'refunded'])
    .where((at) => (purpose === undefined ? at.lit(true) : at('payment.purpose', '=', purpose)))

const REFUNDED_CENTS = sql<Cents>`coalesce((
  select sum(refund.amount_cents) from payments.refund where refund.payment_id = payment.id and refund.state = 'completed'
), 0)::bigint`.as('refunded_cents')

/** Newest first. */
export async function findCharged(db: Db, { page, page_size, ...mine }: Mine & { page: number; page_size: number }) {
  return charged(db, mine)
    .selectAll('payment')
    .select(REFUNDED_CENTS)
    .orderBy('payment.created_at', 'desc')
    .orderBy('payment.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}

export async function countCharged(db: Db, mine: Mine): Promise<number> {
  const { total } = await charged(db, mine)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function findOneCharged(db: Db, { id, client_id }: { id: string; client_id?: string }) {
  return charged(db, { client_id }).selectAll('payment').select(REFUNDED_CENTS).where('payment.id', '=', id).executeTakeFirst()
}
