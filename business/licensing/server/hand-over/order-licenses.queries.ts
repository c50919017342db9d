import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

export async function ownsOrder(db: Db, { id, client_id }: { id: string; client_id: string }): Promise<boolean> {
  const row = await db
    .selectFrom('licensing.license_order')
    .select('id')
    .where('id', '=', id)
    .where('client_id', '=', client_id)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the active licenses that an order granted, in the order of its lines. */
export async function findActiveOfOrder(db: Db, order_id: string) {
  return db
    .selectFrom('licensing.license as license')
    .innerJoin('licensing.order_line as line', 'line.license_id', 'license.id')
    .selectAll('license')
    .where('line.order_id', '=', order_id)
    .where('license.status', '=', 'active')
    .orderBy('line.position')
    .execute()
}
