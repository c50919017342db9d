import { sql } from 'kysely'
import type { Db, Tx } from '#platform/database/connect.ts'
import '../tables.ts'

/** Seals at most so many entries. Returns how many. Takes no lock when nothing waits. */
export async function sealSome(db: Db, at_most: number): Promise<number> {
  const { rows } = await sql<{ sealed: number }>`
    select case when exists (select from accounts.audit_unsealed) then accounts.seal_audit_entries(${at_most}::int) else 0 end as sealed`.execute(
    db
  )
  return rows[0]?.sealed ?? 0
}

/** The fields of an entry in the order of its hash, as texts, so that impossible values can be read too. */
const HASHED = [
  sql<string>`entry.id::text`.as('id'),
  sql<string>`((extract(epoch from entry.occurred_at) * 1000000)::bigint)::text`.as('occurred_at'),
  sql<string | null>`entry.actor_id::text`.as('actor_id'),
  sql<string>`entry.action`.as('action'),
  sql<string>`entry.subject_kind`.as('subject_kind'),
  sql<string>`entry.subject`.as('subject'),
  sql<string | null>`entry.area`.as('area'),
  sql<string>`(entry.details - array['ip', 'device'])::text`.as('details')
] as const

/** Returns the next seals in the order of the chain, each with its entry. The entry of an archived seal is null. */
export const findSealsAfter = (db: Db, position: number, limit: number) =>
  sealed(db).where('seal.position', '>', position).orderBy('seal.position').limit(limit).execute()

/** Returns the first seals, in the order of the chain, whose entries are older. */
export const findSealsBefore = (db: Db, before: Date, limit: number) =>
  sealed(db).where('entry.occurred_at', '<', before).orderBy('seal.position').limit(limit).execute()

const sealed = (db: Db) =>
  db
    .selectFrom('accounts.audit_seal as seal')
    .leftJoin('accounts.audit_entry as entry', 'entry.id', 'seal.entry_id')
    .leftJoin('accounts.audit_archive as archive', (join) =>
      join.onRef('archive.first_position', '<=', 'seal.position').onRef('archive.last_position', '>=', 'seal.position')
    )
    .select(['seal.position', 'seal.entry_id', 'seal.entry_hash', 'seal.hash', 'archive.file_key'])
    .select(HASHED)

export type SealedRow = Awaited<ReturnType<typeof findSealsAfter>>[number]

export async function findHead(db: Db) {
  return db.selectFrom('accounts.audit_head').select(['position', 'hash']).executeTakeFirst()
}

/** Returns the first entry that has no seal and does not wait for one. */
export async function findUnnoted(tx: Tx) {
  return tx
    .selectFrom('accounts.audit_entry as entry')
    .leftJoin('accounts.audit_seal as seal', 'seal.entry_id', 'entry.id')
    .leftJoin('accounts.audit_unsealed as waiting', 'waiting.entry_id', 'entry.id')
    .select('entry.id')
    .where('seal.position', 'is', null)
    .where('waiting.entry_id', 'is', null)
    .orderBy('entry.id')
    .limit(1)
    .executeTakeFirst()
}

export async function findSeal(db: Db, position: number) {
  return db.selectFrom('accounts.audit_seal').select('hash').where('position', '=', position).executeTakeFirst()
}

export type NewArchive = { first_position: number; last_position: number; file_key: string; file_hash: Buffer; archived_at: Date }

/** Returns false if another process has archived these entries. */
export async function insertArchive(tx: Tx, archive: NewArchive): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('accounts.audit_archive')
    .values(archive)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export const findArchives = (db: Db): Promise<NewArchive[]> =>
  db.selectFrom('accounts.audit_archive').selectAll().orderBy('first_position').execute()

/** Deletes the entries whose seals are in the range. The trigger lets only archived ones go. */
export async function deleteArchived(tx: Tx, { first_position, last_position }: NewArchive): Promise<void> {
  const ids = tx
    .selectFrom('accounts.audit_seal')
    .select('entry_id')
    .where('position', '>=', first_position)
    .where('position', '<=', last_position)
  await tx.deleteFrom('accounts.audit_entry').where('id', 'in', ids).execute()
}
