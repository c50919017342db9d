import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

type Device = { user_id: string; device_hash: Buffer }

/** Whether the owner of an address has signed in with this browser before. */
export async function isDeviceOf(db: Db, email: string, device_hash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('accounts.device as device')
    .innerJoin('accounts.user as user', 'user.id', 'device.user_id')
    .select('device.user_id')
    .where('user.email', '=', email)
    .where('device.device_hash', '=', device_hash)
    .executeTakeFirst()
  return found !== undefined
}

/** Returns false if the device is not known for this user. */
export async function touchDevice(db: Db, { user_id, device_hash }: Device, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accounts.device')
    .set({ last_seen_at: now })
    .where('user_id', '=', user_id)
    .where('device_hash', '=', device_hash)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns false if a parallel sign-in has already added the device. */
export async function insertDevice(db: Db, device: Device, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('accounts.device')
    .values({ ...device, first_seen_at: now, last_seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Forgets all but the `limit` browsers of a user that were used last, never this one. The caller has locked the user. */
export async function trimDevices(db: Db, { user_id, device_hash }: Device, limit: number): Promise<void> {
  const surplus = db
    .selectFrom('accounts.device')
    .select('device_hash')
    .where('user_id', '=', user_id)
    .where('device_hash', '!=', device_hash)
    .orderBy('last_seen_at', 'desc')
    .orderBy('first_seen_at', 'desc')
    .offset(limit - 1)
  await db.deleteFrom('accounts.device').where('user_id', '=', user_id).where('device_hash', 'in', surplus).execute()
}
