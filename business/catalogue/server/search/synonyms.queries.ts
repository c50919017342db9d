import { type Expression, type SqlBool, sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

type Page = { q: string; page: number; page_size: number }

const GROUP = ['id', 'words', 'one_way', 'updated_at'] as const

const anyWordHolds = (q: string): Expression<SqlBool> =>
  sql<SqlBool>`exists (select from unnest(words) word where word ilike ${`%${escapeLike(q)}%`})`

/** Returns a page of groups, most recently changed first. */
export async function findSynonyms(db: Db, { q, page, page_size }: Page) {
  const listed = db.selectFrom('catalogue.synonym').$if(q !== '', (query) => query.where(anyWordHolds(q)))
  const { total } = await listed.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const items = await listed
    .select(GROUP)
    .orderBy('updated_at', 'desc')
    .orderBy('words')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { items, total }
}

type Group = { words: string[]; one_way: boolean; updated_at: Date }

export async function insertSynonyms(db: Db, group: Group) {
  return db.insertInto('catalogue.synonym').values(group).returning(GROUP).executeTakeFirstOrThrow()
}

export async function updateSynonyms(db: Db, id: string, group: Group) {
  return db.updateTable('catalogue.synonym').set(group).where('id', '=', id).returning(GROUP).executeTakeFirst()
}

export async function lockGroup(tx: Tx, id: string) {
  return tx.selectFrom('catalogue.synonym').select(['words', 'one_way']).where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Deletes a group. Returns what it was, or undefined if there is no such group. */
export async function deleteGroup(db: Db, id: string) {
  return db.deleteFrom('catalogue.synonym').where('id', '=', id).returning(['words', 'one_way']).executeTakeFirst()
}

/** Returns a page of searches without results, most frequent first. */
export async function findMisses(db: Db, { q, page, page_size }: Page) {
  const listed = db.selectFrom('catalogue.search_miss').$if(q !== '', (query) => query.where('words', 'ilike', `%${escapeLike(q)}%`))
  const { total } = await listed.select((count) => count.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const items = await listed
    .selectAll()
    .orderBy('times', 'desc')
    .orderBy('last_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { items, total }
}

export async function countMiss(db: Db, words: string, now: Date): Promise<void> {
  await db
    .insertInto('catalogue.search_miss')
    .values({ words, last_at: now })
    .onConflict((conflict) =>
      conflict
        .column('words')
        .doUpdateSet({ times: sql<number>`search_miss.times + 1`, last_at: sql<Date>`greatest(search_miss.last_at, ${now})` })
    )
    .execute()
}

export async function deleteMiss(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('catalogue.search_miss').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export async function deleteOldMisses(db: Db, last_before: Date): Promise<void> {
  await db.deleteFrom('catalogue.search_miss').where('last_at', '<', last_before).execute()
}

/** Deletes all but the `limit` newest searches, so that a flood of nonsense cannot fill the table. */
export async function trimMisses(db: Db, limit: number): Promise<void> {
  await sql`
    delete from catalogue.search_miss
    where id in (select id from catalogue.search_miss order by last_at desc offset ${limit})`.execute(db)
}

/** Recounts from the postings how many approved assets contain each word, for suggestions. */
export async function countWords(db: Db): Promise<void> {
  await sql`select catalogue.count_words()`.execute(db)
}
