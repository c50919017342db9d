import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

type Asked = { user_id: string | null; email: string; asked_at: Date }

/** Returns undefined while a copy for the address is being made. One that was asked for before `retry_before` is asked for anew. */
export async function insertExport(tx: Tx, asked: Asked, retry_before: Date): Promise<{ id: string } | undefined> {
  return tx
    .insertInto('privacy.export')
    .values(asked)
    .onConflict((conflict) =>
      conflict
        .column('email')
        .where('made_at', 'is', null)
        .doUpdateSet({ asked_at: asked.asked_at, user_id: asked.user_id })
        .where('privacy.export.asked_at', '<', retry_before)
    )
    .returning('id')
    .executeTakeFirst()
}

export async function findExport(db: Db, id: string) {
  return db.selectFrom('privacy.export').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function lockExport(tx: Tx, id: string) {
  return tx.selectFrom('privacy.export').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

type Made = { bytes: number; made_at: Date; expires_at: Date }

export async function updateMade(tx: Tx, id: string, made: Made): Promise<void> {
  await tx.updateTable('privacy.export').set(made).where('id', '=', id).execute()
}

/** Deletes the copies of a person, and returns their ids. */
export async function deleteExportsOf(tx: Tx, { id, email }: { id: string; email: string }): Promise<string[]> {
  return idsOf(
    await tx
      .deleteFrom('privacy.export')
      .where((row) => row.or([row('email', '=', email), row('user_id', '=', id)]))
      .returning('id')
      .execute()
  )
}

/** Deletes the copies that an account asked for, and returns their ids. */
export async function deleteExportsOfAccount(tx: Tx, id: string): Promise<string[]> {
  return idsOf(await tx.deleteFrom('privacy.export').where('user_id', '=', id).returning('id').execute())
}

/** Deletes the other copies for the same address or account that are ready. Returns their ids. */
export async function deleteOlder(
  tx: Tx,
  { id, email, user_id }: { id: string; email: string; user_id: string | null }
): Promise<string[]> {
  return idsOf(
    await tx
      .deleteFrom('privacy.export')
      .where('id', '<>', id)
      .where('made_at', 'is not', null)
      .where((row) => row.or([row('email', '=', email), ...(user_id === null ? [] : [row('user_id', '=', user_id)])]))
      .returning('id')
      .execute()
  )
}

/** Deletes the copies that expired, and those that could not be made in that time. Returns their ids. */
export async function deleteExpired(
  tx: Tx,
  { expired_before, asked_before }: { expired_before: Date; asked_before: Date }
): Promise<string[]> {
  return idsOf(
    await tx
      .deleteFrom('privacy.export')
      .where((row) =>
        row.or([row('expires_at', '<', expired_before), row.and([row('made_at', 'is', null), row('asked_at', '<', asked_before)])])
      )
      .returning('id')
      .execute()
  )
}

const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id)
