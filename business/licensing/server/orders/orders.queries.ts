import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { OrderState } from '../../orders.rules.ts'
import '../tables.ts'

/** The active licenses that a client bought of these assets. A plan's licenses do not count: the same can be bought for good. */
export async function findHeldAmong(db: Db, client_id: string, asset_ids: readonly string[]) {
  if (asset_ids.length === 0) return []
  return db
    .selectFrom('licensing.license')
    .select(['id', 'asset_id', 'license_type'])
    .where('client_id', '=', client_id)
    .where('asset_id', 'in', asset_ids)
    .where('status', '=', 'active')
    .where('subscription_id', 'is', null)
    .execute()
}

export async function insertOrder(tx: Tx, order: Insertable<Database['licensing.license_order']>): Promise<void> {
  await tx.insertInto('licensing.license_order').values(order).execute()
}

export async function insertLines(tx: Tx, lines: Insertable<Database['licensing.order_line']>[]): Promise<void> {
  await tx.insertInto('licensing.order_line').values(lines).execute()
}

/** Returns the lines of orders in their order. */
export async function findLinesOf(db: Db, order_ids: readonly string[]) {
  if (order_ids.length === 0) return []
  return db
    .selectFrom('licensing.order_line')
    .selectAll()
    .where('order_id', 'in', order_ids)
    .orderBy('order_id')
    .orderBy('position')
    .execute()
}

export async function findLinesOfPayment(db: Db, payment_id: string) {
  return db.selectFrom('licensing.order_line').selectAll().where('payment_id', '=', payment_id).orderBy('position').execute()
}
export type LineRow = Awaited<ReturnType<typeof findLinesOfPayment>>[number]

/** Returns other payments of the client with an unpaid line for the same license as a line of this payment. */
export async function findRivals(db: Db, payment_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('licensing.order_line as mine')
    .innerJoin('licensing.order_line as other', (on) =>
      on
        .onRef('other.client_id', '=', 'mine.client_id')
        .onRef('other.asset_id', '=', 'mine.asset_id')
        .onRef('other.license_type', '=', 'mine.license_type')
        .onRef('other.payment_id', '<>', 'mine.payment_id')
        .on('other.status', '=', 'created')
    )
    .select('other.payment_id')
    .distinct()
    .where('mine.payment_id', '=', payment_id)
    .execute()
  return rows.flatMap((row) => row.payment_id ?? [])
}

/** Returns the active licenses of the client for things that this payment would buy. */
export async function findHeldOfPayment(db: Db, payment_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('licensing.order_line as line')
    .innerJoin('licensing.license as license', (on) =>
      on
        .onRef('license.client_id', '=', 'line.client_id')
        .onRef('license.asset_id', '=', 'line.asset_id')
        .onRef('license.license_type', '=', 'line.license_type')
        .on('license.status', '=', 'active')
        .on('license.subscription_id', 'is', null)
    )
    .select('license.id')
    .where('line.payment_id', '=', payment_id)
    .orderBy('line.position')
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns the active licenses that a payment bought. */
export async function findBoughtBy(db: Db, payment_id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('licensing.order_line as line')
    .innerJoin('licensing.license as license', 'license.id', 'line.license_id')
    .select('license.id')
    .where('line.payment_id', '=', payment_id)
    .where('license.status', '=', 'active')
    .orderBy('line.position')
    .execute()
  return rows.map(({ id }) => id)
}

/** Inserts licenses in the order of their assets, so that concurrent inserts wait for each other in the same order. Those that the client owns are left out. */
export async function insertLicenses(tx: Tx, licenses: Insertable<Database['licensing.license']>[]) {
  const ordered = licenses.toSorted((a, b) => `${a.asset_id} ${a.license_type}`.localeCompare(`${b.asset_id} ${b.license_type}`))
  return tx
    .insertInto('licensing.license')
    .values(ordered)
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'asset_id', 'license_type'])
        .where('status', '=', 'active')
        .where('subscription_id', 'is', null)
        .doNothing()
    )
    .returning(['id', 'asset_id', 'license_type', 'client_id', 'plan_owner_id'])
    .execute()
}

/** Takes back licenses that were inserted in this transaction, so that nobody has seen them. */
export async function deleteLicenses(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('licensing.license').where('id', 'in', ids).execute()
}

/** Stores which license each line granted. */
export async function updateGranted(tx: Tx, granted: readonly { line_id: string; license_id: string }[]): Promise<void> {
  await sql`update licensing.order_line set status = 'captured', license_id = granted.license_id
    from unnest(${granted.map(({ line_id }) => line_id)}::uuid[], ${granted.map(({ license_id }) => license_id)}::uuid[])
      as granted (line_id, license_id)
    where order_line.id = granted.line_id`.execute(tx)
}

export async function updateNotGranted(tx: Tx, line_ids: readonly string[]): Promise<void> {
  await tx.updateTable('licensing.order_line').set({ status: 'created', license_id: null }).where('id', 'in', line_ids).execute()
}

/** Marks all lines of a payment as refunded, or some of them. Returns the licenses that they had granted. */
export async function updateLinesRefunded(tx: Tx, payment_id: string, line_ids?: readonly string[]): Promise<string[]> {
  const rows = await tx
    .updateTable('licensing.order_line')
    .set({ status: 'refunded' })
    .where('payment_id', '=', payment_id)
    .where('status', '<>', 'refunded')
    .$if(line_ids !== undefined, (query) => query.where('id', 'in', line_ids!))
    .returning('license_id')
    .execute()
  return rows.flatMap(({ license_id }) => license_id ?? [])
}

type Filter = { client_id: string; status?: OrderState | undefined; without?: OrderState | undefined }

/** The state of the payment, in an order's words. What cost nothing counts as paid. */
const STATE = sql<OrderState>`case
  when payment.state is null then 'captured'
  when payment.state in ('created', 'approved') then 'created'
  else payment.state end`

const listed = (db: Db, { client_id, status, without }: Filter) =>
  db
    .selectFrom('licensing.license_order as placed')
    .leftJoin('payments.payment as payment', 'payment.id', 'placed.payment_id')
    .where('placed.client_id', '=', client_id)
    .$if(status !== undefined, (query) => query.where(STATE, '=', status!))
    .$if(without !== undefined, (query) => query.where(STATE, '<>', without!))

const shown = (db: Db, filter: Filter) =>
  listed(db, filter)
    .selectAll('placed')
    .select([
      STATE.as('status'),
      'payment.provider_order_id',
      'payment.approve_url',
      'payment.captured_at',
      'payment.pending',
      'payment.failure'
    ])

/** Newest first. */
export async function findOrders(db: Db, { page, page_size, ...filter }: Filter & { page: number; page_size: number }) {
  return shown(db, filter)
    .orderBy('placed.created_at', 'desc')
    .orderBy('placed.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
}
export type OrderRow = Awaited<ReturnType<typeof findOrders>>[number]

export async function countOrders(db: Db, filter: Filter): Promise<number> {
  const { total } = await listed(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function findOrder(db: Db, { id, client_id }: { id: string; client_id: string }) {
  return shown(db, { client_id }).where('placed.id', '=', id).executeTakeFirst()
}

/** For the receipt: an order of anyone. */
export async function findOrderById(db: Db, id: string) {
  return db.selectFrom('licensing.license_order').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findLicenseOfPayment(db: Db, payment_id: string) {
  return db.selectFrom('licensing.license').select(['id', 'asset_title']).where('payment_id', '=', payment_id).executeTakeFirst()
}

/** Returns those of these assets that have a file to deliver. */
export async function findAssetsWithFiles(db: Db, asset_ids: readonly string[]): Promise<Set<string>> {
  if (asset_ids.length === 0) return new Set()
  const rows = await db
    .selectFrom('catalogue.asset_file')
    .select('asset_id')
    .distinct()
    .where('asset_id', 'in', asset_ids)
    .where('status', '=', 'ready')
    .where('is_published', '=', true)
    .execute()
  return new Set(rows.map(({ asset_id }) => asset_id))
}
