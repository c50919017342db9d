import { type Insertable, sql } from 'kysely'
import { BUSINESS_ZONE } from '#platform/contract/index.ts'
import { escapeLike, startOfDay } from '#platform/database/columns.ts'
import type { Database, Db, Tx } from '#platform/database/connect.ts'
import type { DocumentKind, DocumentLine, Party } from '../../rules.ts'
import type { IssuedDocument } from '../tables.ts'

const COLUMN = { invoice: 'invoices', credit_note: 'credit_notes' } as const

/** Takes the next number of a series. The year's row stays locked until the transaction ends; a rollback gives the number back. */
export async function takePosition(tx: Tx, kind: DocumentKind, year: number): Promise<number> {
  const column = COLUMN[kind]
  const row = await tx
    .insertInto('invoicing.series')
    .values({ year, [column]: 1 })
    .onConflict((conflict) =>
      conflict.column('year').doUpdateSet(({ ref }) => ({ [column]: sql<number>`${ref(`invoicing.series.${column}`)} + 1` }))
    )
    .returning(column)
    .executeTakeFirstOrThrow()
  return row[column]
}

/** Returns the time, or that of the last document of the series if it is later. The caller has taken a position, so nobody else issues one now. */
export async function latestOf(tx: Tx, { kind, year, now }: { kind: DocumentKind; year: number; now: Date }): Promise<Date> {
  const last = await tx
    .selectFrom('invoicing.document')
    .select('issued_at')
    .where('kind', '=', kind)
    .where('year', '=', year)
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && last.issued_at > now ? last.issued_at : now
}

type Frozen = { seller: Party; buyer: Party; lines: readonly DocumentLine[] }
export type NewDocument = Omit<Insertable<Database['invoicing.document']>, keyof Frozen> & Frozen

export async function insertDocument(tx: Tx, { seller, buyer, lines, ...document }: NewDocument): Promise<IssuedDocument> {
  const row = await tx
    .insertInto('invoicing.document')
    .values({ ...document, seller: JSON.stringify(seller), buyer: JSON.stringify(buyer), lines: JSON.stringify(lines) })
    .returningAll()
    .executeTakeFirstOrThrow()
  return issued(row)
}

/** The columns hold what insertDocument wrote. */
const issued = <Row extends object>(row: Row) => row as Row & IssuedDocument

export async function findDocument(db: Db, number: string): Promise<IssuedDocument | undefined> {
  const row = await db.selectFrom('invoicing.document').selectAll().where('number', '=', number).executeTakeFirst()
  return row && issued(row)
}

export async function findDocumentById(db: Db, id: string): Promise<IssuedDocument | undefined> {
  const row = await db.selectFrom('invoicing.document').selectAll().where('id', '=', id).executeTakeFirst()
  return row && issued(row)
}

export async function lockDocument(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('invoicing.document').select('id').where('id', '=', id).forUpdate().execute()
}

/** Finds the invoice of a payment that holds: the first one, or the last that replaced it. */
export async function findCurrentInvoice(db: Db, payment_id: string): Promise<IssuedDocument | undefined> {
  const row = await db
    .selectFrom('invoicing.document')
    .selectAll()
    .where('payment_id', '=', payment_id)
    .where('kind', '=', 'invoice')
    .orderBy('year', 'desc')
    .orderBy('position', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && issued(row)
}

/** Finds the credit notes about an invoice. */
export async function findCreditNotes(db: Db, invoice_id: string): Promise<IssuedDocument[]> {
  const rows = await db.selectFrom('invoicing.document').selectAll().where('credits_id', '=', invoice_id).orderBy('position').execute()
  return rows.map(issued)
}

export async function isReplaced(db: Db, invoice_id: string): Promise<boolean> {
  const found = await db.selectFrom('invoicing.document').select('id').where('replaces_id', '=', invoice_id).executeTakeFirst()
  return found !== undefined
}

export type DocumentFilter = {
  client_id?: string | undefined
  q?: string | undefined
  kind?: DocumentKind | undefined
  start?: string | undefined
  end?: string | undefined
}

const filtered = (db: Db, { client_id, q, kind, start, end }: DocumentFilter) => {
  const like = q && `%${escapeLike(q)}%`
  return db
    .selectFrom('invoicing.document as document')
    .innerJoin('accounts.user as client', 'client.id', 'document.client_id')
    .leftJoin('invoicing.document as credited', 'credited.id', 'document.credits_id')
    .leftJoin('invoicing.document as replaced', 'replaced.id', 'document.replaces_id')
    .where((at) =>
      at.and([
        ...(client_id === undefined ? [] : [at('document.client_id', '=', client_id)]),
        ...(kind === undefined ? [] : [at('document.kind', '=', kind)]),
        ...(start === undefined ? [] : [at('document.issued_at', '>=', startOfDay(start, BUSINESS_ZONE))]),
        ...(end === undefined ? [] : [at('document.issued_at', '<', startOfDay(end, BUSINESS_ZONE))]),
        ...(like
          ? [
              at.or([
                at('document.number', 'ilike', like),
                at(sql<string>`document.buyer ->> 'name'`, 'ilike', like),
                at('client.name', 'ilike', like),
                at('client.email', 'ilike', like)
              ])
            ]
          : [])
      ])
    )
}

/** Whether the whole invoice was credited, by a correction or by refunds. */
const isCredited = sql<boolean>`coalesce(
  (select sum(credit.total_cents) >= document.total_cents from invoicing.document credit where credit.credits_id = document.id), false)`

/** Newest first. */
export async function findListed(db: Db, { page, page_size, ...filter }: DocumentFilter & { page: number; page_size: number }) {
  const rows = await filtered(db, filter)
    .selectAll('document')
    .select(['client.name as client_name', 'client.email as client_email', 'credited.number as credits', 'replaced.number as replaces'])
    .select(isCredited.as('is_credited'))
    .orderBy('document.issued_at', 'desc')
    .orderBy('document.year', 'desc')
    // A credit note comes after its invoice.
    .orderBy('document.kind')
    .orderBy('document.position', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return rows.map(issued)
}
export type Listed = Awaited<ReturnType<typeof findListed>>[number]

export async function countListed(db: Db, filter: DocumentFilter): Promise<number> {
  const { total } = await filtered(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** The numbers of a period, in the order of their series. */
export async function findNumbers(db: Db, filter: DocumentFilter): Promise<string[]> {
  const rows = await filtered(db, filter)
    .select('document.number')
    .orderBy('document.kind', 'desc')
    .orderBy('document.year')
    .orderBy('document.position')
    .execute()
  return rows.map(({ number }) => number)
}

/** Locks the documents first: a credit note that another transaction issues at the same time is visible only to the next statement. */
export async function eraseBuyer(tx: Tx, client_id: string): Promise<void> {
  await tx.selectFrom('invoicing.document').select('id').where('client_id', '=', client_id).orderBy('id').forUpdate().execute()
  await tx
    .updateTable('invoicing.document')
    .set({
      buyer: sql`jsonb_build_object('name', 'Deleted user', 'contact', null, 'email', null, 'address_line1', null, 'address_line2', null,
        'city', null, 'postal_code', null, 'state', buyer -> 'state', 'country', buyer -> 'country', 'tax_number', null)`
    })
    .where('client_id', '=', client_id)
    .execute()
}
