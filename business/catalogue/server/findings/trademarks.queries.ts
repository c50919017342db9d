import { sql } from 'kysely'
import { escapeLike } from '#platform/database/columns.ts'
import type { Db } from '#platform/database/connect.ts'
import { comparable, TRADEMARKS_MAX, type Trademark } from '../../findings.rules.ts'
import '../tables.ts'

const LISTED = ['id', 'word', 'added_at'] as const

/** Returns the whole list in alphabetical order. */
export async function findTrademarks(db: Db): Promise<Trademark[]> {
  return db.selectFrom('catalogue.trademark').select(['word', 'comparable']).orderBy('comparable').limit(TRADEMARKS_MAX).execute()
}

type Page = { q: string; page: number; page_size: number }

/** Returns a page of the words that contain `q`, in alphabetical order. */
export async function findTrademarkPage(db: Db, { q, page, page_size }: Page) {
  const listed = db
    .selectFrom('catalogue.trademark')
    .$if(q !== '', (query) => query.where('comparable', 'like', `%${escapeLike(comparable(q))}%`))
  const { total } = await listed.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const items = await listed
    .select(LISTED)
    .orderBy('comparable')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { items, total }
}

/** Returns how many words are on the list. Until the transaction ends, no other one adds a word. */
export async function countTrademarksLocked(db: Db): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('catalogue.trademark', 0))`.execute(db)
  const { total } = await db
    .selectFrom('catalogue.trademark')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** Returns undefined if the word is on the list. */
export async function insertTrademark(db: Db, { word, added_at }: { word: string; added_at: Date }) {
  return db
    .insertInto('catalogue.trademark')
    .values({ word, comparable: comparable(word), added_at })
    .onConflict((conflict) => conflict.column('comparable').doNothing())
    .returning(LISTED)
    .executeTakeFirst()
}

/** Returns the word that was removed, or undefined if it was not on the list. */
export async function deleteTrademark(db: Db, id: string) {
  return db.deleteFrom('catalogue.trademark').where('id', '=', id).returning('word').executeTakeFirst()
}
