import type { Db } from '#platform/database/connect.ts'

const COLUMNS = ['id', 'path', 'name', 'query'] as const

export async function findViews(db: Db, user_id: string) {
  return db.selectFrom('accounts.saved_view').select(COLUMNS).where('user_id', '=', user_id).orderBy('name').orderBy('id').execute()
}

type View = { user_id: string; path: string; name: string; query: string; created_at: Date }

/** Answers nothing when the person has `max` others. Concurrent calls may exceed it by as many as there are; it only bounds the storage. */
export async function upsertView(db: Db, { user_id, path, name, query, created_at }: View, max: number) {
  const others = db
    .selectFrom('accounts.saved_view')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', user_id)
    .where(({ eb, or }) => or([eb('path', '<>', path), eb('name', '<>', name)]))
  const { count } = await others.executeTakeFirstOrThrow()
  if (count >= max) return undefined
  return db
    .insertInto('accounts.saved_view')
    .values({ user_id, path, name, query, created_at })
    .onConflict((conflict) => conflict.columns(['user_id', 'path', 'name']).doUpdateSet({ query }))
    .returning(COLUMNS)
    .executeTakeFirst()
}

export async function deleteView(db: Db, { id, user_id }: { id: string; user_id: string }): Promise<void> {
  await db.deleteFrom('accounts.saved_view').where('id', '=', id).where('user_id', '=', user_id).execute()
}
