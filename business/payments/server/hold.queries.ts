import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

/** Whether money of a client is on its way: a claimed or pending payment, or a refund that is not completed. */
export async function hasOpenMoney(db: Db, client_id: string): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`
    select exists (
      select from payments.payment where client_id = ${client_id} and state in ('created', 'approved') and (claimed_at is not null or pending)
    ) or exists (
      select from payments.refund join payments.payment on payment.id = refund.payment_id
      where payment.client_id = ${client_id} and refund.state in ('asked', 'pending')
    ) as open`.execute(db)
  return rows[0]?.open ?? false
}
