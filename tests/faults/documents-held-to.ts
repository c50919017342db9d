import { sql } from 'kysely'
import { findDocument, findDocumentById } from '#invoicing/server/documents/documents.queries.ts'
import { invoiceXml } from '#invoicing/server/documents/invoice-xml.ts'
import type { Db } from '#platform/database/connect.ts'
import { brokenRules } from '../support/en16931.ts'

type Said = { said: string }

/** Describes where invoices and credit notes disagree with the money of these clients, and with the tax in the ledger. */
export async function documentDisagreements(db: Db, clients: string[]): Promise<string[]> {
  const { rows } = await sql<Said>`
    with payment as (select * from payments.payment where client_id = any(${clients}::uuid[])),
    document as (select * from invoicing.document where client_id = any(${clients}::uuid[])),
    refund as (
      select refund.*, payment.client_id from payments.refund join payment on payment.id = refund.payment_id where refund.state = 'completed'
    ),
    problem (client_id, said) as (
      select payment.client_id, 'payment ' || payment.id || ' (' || state || ') has ' || count(first.id) || ' invoices'
        from payment left join document first on first.payment_id = payment.id and first.kind = 'invoice' and first.replaces_id is null
        group by payment.id, payment.client_id, state
        having count(first.id) <> case when state in ('captured', 'refunded') then 1 else 0 end
      union all
      select document.client_id, 'the invoice ' || number || ' is not about what was paid'
        from document left join payment on payment.id = document.payment_id
        where kind = 'invoice' and (payment.id is null or (replaces_id is null and
          (document.total_cents, document.tax_cents, document.discount_cents) is distinct from
          (payment.amount_cents, payment.tax_cents, payment.discount_cents)))
      union all
      select next.client_id, 'the invoice ' || next.number || ' is not about the rest of ' || replaced.number
        from document next join document replaced on replaced.id = next.replaces_id
        cross join lateral (
          select coalesce(sum(total_cents), 0) as total, coalesce(sum(tax_cents), 0) as tax
            from document where credits_id = replaced.id and refund_id is not null) back
        where (next.total_cents, next.tax_cents) is distinct from (replaced.total_cents - back.total, replaced.tax_cents - back.tax)
      union all
      select client_id, 'the lines of ' || number || ' do not add up'
        from document cross join lateral (
          select sum((line ->> 'price_cents')::bigint) as price, sum((line ->> 'discount_cents')::bigint) as discount,
            sum((line ->> 'tax_cents')::bigint) as tax from jsonb_array_elements(lines) line) sums
        where (subtotal_cents, discount_cents, tax_cents) is distinct from (sums.price, sums.discount, sums.tax)
      union all
      select refund.client_id, 'refund ' || refund.id || ' has ' || count(note.id) || ' credit notes'
        from refund left join document note on note.refund_id = refund.id
        group by refund.id, refund.client_id having count(note.id) <> 1
      union all
      select note.client_id, 'the credit note ' || number || ' is not about what was refunded'
        from document note left join refund on refund.id = note.refund_id
        where note.refund_id is not null and
          (refund.id is null or (note.total_cents, note.tax_cents) is distinct from (refund.amount_cents, refund.tax_cents))
      union all
      select payment.client_id, 'the documents of payment ' || payment.id || ' come to ' || said.total || ' with ' || said.tax || ' tax'
        from payment cross join lateral (
          select coalesce(sum(case kind when 'invoice' then total_cents else -total_cents end), 0) as total,
            coalesce(sum(case kind when 'invoice' then tax_cents else -tax_cents end), 0) as tax
            from document where document.payment_id = payment.id) said
        cross join lateral (
          select coalesce(sum(amount_cents), 0) as total, coalesce(sum(tax_cents), 0) as tax from refund where payment_id = payment.id) back
        cross join lateral (select case when payment.state in ('captured', 'refunded') then 1 else 0 end as taken) had
        where (said.total, said.tax) is distinct from
          (had.taken * (payment.amount_cents - back.total), had.taken * (payment.tax_cents - back.tax))
          or (payment.state = 'refunded' and (said.total <> 0 or said.tax <> 0))
      union all
      select id, 'owes ' || owed || ' tax, and the documents say ' || said from unnest(${clients}::uuid[]) as client (id)
        cross join lateral (
          select coalesce(-sum(amount_cents), 0) as owed from ledger.line where party_id = client.id and account = 'tax_owed') booked
        cross join lateral (
          select coalesce(sum(case kind when 'invoice' then tax_cents else -tax_cents end), 0) as said
            from document where document.client_id = client.id) documents
        where owed <> said)
    select 'client ' || client_id || ': ' || said as said from problem`.execute(db)
  return rows.map(({ said }) => said)
}

/** Describes gaps and repeated numbers, in every series and year. */
export async function numberProblems(db: Db): Promise<string[]> {
  const { rows } = await sql<Said>`
    with series as (
      select year, 'invoice' as kind, invoices as last from invoicing.series
      union all select year, 'credit_note', credit_notes from invoicing.series),
    issued as (
      select year, kind, count(*) as count, min(position) as first, max(position) as last, count(distinct number) as numbers,
        bool_and(number = case kind when 'invoice' then 'INV' else 'CN' end || '-' || year || '-' || lpad(position::text, 6, '0')) as named
        from invoicing.document group by year, kind)
    select kind || 's of ' || year || ': ' || coalesce(issued.count, 0) || ' numbers from ' || coalesce(issued.first, 0) || ' to ' ||
        coalesce(issued.last, 0) || ', and the series is at ' || coalesce(series.last, 0) as said
      from series full join issued using (year, kind)
      where coalesce(series.last, 0) <> coalesce(issued.last, 0) or coalesce(issued.count, 0) <> coalesce(issued.last, 0)
        or issued.first > 1 or issued.numbers <> issued.count or not issued.named`.execute(db)
  return rows.map(({ said }) => said)
}

/** Describes where some documents of these clients, credit notes first, break the rules of EN 16931. */
export async function xmlProblems(db: Db, clients: string[]): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select number from invoicing.document where client_id = any(${clients}::uuid[])
      order by kind, total_cents % 100 desc, id limit 2`.execute(db)
  const found: string[] = []
  for (const { number } of rows) {
    const document = (await findDocument(db, number))!
    const credits = document.credits_id ? await findDocumentById(db, document.credits_id) : undefined
    found.push(...brokenRules(invoiceXml(document, credits)).map((rule) => `client ${document.client_id}: ${number} breaks ${rule}`))
  }
  return found
}
