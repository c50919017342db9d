import type { Insertable } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import './tables.ts'

type Month = { subscription_id: string; month_started_at: Date }

export async function isCounted(tx: Tx, { subscription_id, month_started_at, asset_id }: Month & { asset_id: string }): Promise<boolean> {
  const row = await tx
    .selectFrom('subscriptions.download')
    .select('asset_id')
    .where('subscription_id', '=', subscription_id)
    .where('month_started_at', '=', month_started_at)
    .where('asset_id', '=', asset_id)
    .executeTakeFirst()
  return row !== undefined
}

export async function countDownloads(db: Db, { subscription_id, month_started_at }: Month): Promise<number> {
  const { count } = await db
    .selectFrom('subscriptions.download')
    .select((at) => at.fn.countAll<number>().as('count'))
    .where('subscription_id', '=', subscription_id)
    .where('month_started_at', '=', month_started_at)
    .executeTakeFirstOrThrow()
  return count
}

export async function insertDownload(tx: Tx, download: Insertable<Database['subscriptions.download']>): Promise<void> {
  await tx.insertInto('subscriptions.download').values(download).execute()
}
