import { type Insertable, sql } from 'kysely'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { AnnouncementState } from '../../rules.ts'
import '../tables.ts'

const SHOWN = ['id', 'subject', 'body', 'state', 'created_at', 'started_at', 'ended_at'] as const

/** The delivery of an announcement to the address of a consent: who withdrew and agreed again has two consents. */
const deliveredTo = (announcement_id: string) => sql`
  select from marketing.delivery join marketing.consent as own on own.id = delivery.consent_id
  where delivery.announcement_id = ${sql.ref(announcement_id)} and own.email = consent.email`

/** Deliveries count addresses that have withdrawn since, too. */
const counted = (db: Db) =>
  db
    .selectFrom('marketing.announcement as announcement')
    .select(SHOWN)
    .select(sql<number>`(select count(*) from marketing.delivery where announcement_id = announcement.id)`.as('sent_count'))
    .select(
      sql<number>`(select count(*) from marketing.consent where withdrawn_at is null and not exists (
        ${deliveredTo('announcement.id')}))`.as('left_count')
    )

export async function findAnnouncements(db: Db, most: number) {
  return counted(db).orderBy('created_at', 'desc').orderBy('id').limit(most).execute()
}

export async function findAnnouncement(db: Db, id: string) {
  return counted(db).where('id', '=', id).executeTakeFirst()
}

export async function lockAnnouncement(tx: Tx, id: string) {
  return tx.selectFrom('marketing.announcement').select(SHOWN).select('next_at').where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function insertAnnouncement(db: Db, written: Insertable<Database['marketing.announcement']>): Promise<string> {
  const { id } = await db.insertInto('marketing.announcement').values(written).returning('id').executeTakeFirstOrThrow()
  return id
}

type Changes = { subject?: string; body?: string; state?: AnnouncementState; started_at?: Date; ended_at?: Date | null; next_at?: Date }

export async function updateAnnouncement(tx: Tx, id: string, changes: Changes): Promise<void> {
  if (Object.keys(changes).length === 0) return
  await tx.updateTable('marketing.announcement').set(changes).where('id', '=', id).execute()
}

/** Returns whether another announcement is being sent. Waits for one that is being started. */
export async function isOtherSending(tx: Tx, id: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('marketing.announcement'))`.execute(tx)
  const other = await tx
    .selectFrom('marketing.announcement')
    .select('id')
    .where('state', '=', 'sending')
    .where('id', '!=', id)
    .executeTakeFirst()
  return other !== undefined
}

/** Marks the next addresses as served, and returns them. An address is marked once, whoever asks how often. */
export async function insertDeliveries(tx: Tx, announcement_id: string, sent_at: Date, most: number) {
  const { rows } = await sql<{ email: string; token: string }>`
    with chosen as (
      select consent.id, email, token from marketing.consent, (select ${announcement_id}::uuid as id) as sent
      where withdrawn_at is null
        and not exists (${deliveredTo('sent.id')})
      order by agreed_at, consent.id limit ${most} for update of consent
    ), served as (
      insert into marketing.delivery (announcement_id, consent_id, sent_at)
      select ${announcement_id}::uuid, id, ${sent_at}::timestamptz from chosen on conflict do nothing returning consent_id
    )
    select chosen.email, chosen.token from chosen join served on served.consent_id = chosen.id`.execute(tx)
  return rows
}
