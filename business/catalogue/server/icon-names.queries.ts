import type { Db } from '#platform/database/connect.ts'
import './tables.ts'

/** Stores the permanent names of icons, as the part `icons` gave them. A name that an asset has stays. */
export async function setIconNames(db: Db, names: readonly { asset_id: string; iconify_name: string }[]): Promise<void> {
  if (names.length === 0) return
  await db
    .insertInto('catalogue.icon_name')
    .values([...names])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
