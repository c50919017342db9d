import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'
import '../tables.ts'

/** Records a picture that is stored under a key, before it is: nothing is in the store that nobody would delete. */
export async function saveRecolored(db: Db, picture: { key: string; bytes: number; made_at: Date }): Promise<void> {
  const { bytes, made_at } = picture
  await db
    .insertInto('catalogue.recolored_picture')
    .values(picture)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ bytes, made_at }))
    .execute()
}

/** Deletes the records of the oldest pictures that are more than fit, and of those made before a time. Returns their keys. */
export async function takeSurplus(
  db: Db,
  { bytes_max, before, limit }: { bytes_max: number; before: Date; limit: number }
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    delete from catalogue.recolored_picture where key in (
      select key from (
        select key, made_at, sum(bytes) over (order by made_at desc, key) as upto from catalogue.recolored_picture
      ) newest
      where upto > ${bytes_max} or made_at < ${before}
      order by made_at limit ${limit}
    ) returning key`.execute(db)
  return rows.map(({ key }) => key)
}
