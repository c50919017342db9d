import { sql } from 'kysely'
import { verify } from '#ledger/server/verify.service.ts'
import { disagreements, ledgerAgainstPayPal } from '#tests/faults/held-to.ts'
import type { Rig } from '../rig.ts'
import '#payroll/server/tables.ts'

/** Describes where money, licenses, wages, and the ledger disagree. */
export async function problemsOfBooks(rig: Rig, client_ids: string[]): Promise<string[]> {
  const { ledger, paypal } = await ledgerAgainstPayPal(rig)
  const isSame = JSON.stringify(ledger) === JSON.stringify(paypal)
  const verdict = await verify(rig.db)
  return [
    ...(await disagreements({ ...rig, receipts: () => countReceipts(rig), order_receipts: async () => new Map() }, client_ids)),
    ...(isSame ? [] : [`the ledger has ${JSON.stringify(ledger)}, and PayPal ${JSON.stringify(paypal)}`]),
    ...(verdict.whole ? [] : [`the ledger is broken: ${verdict.broken}`]),
    ...(await problemsOfWages(rig)),
    ...(await unfinishedPayments(rig))
  ]
}

/** A mail may arrive more than once, when the answer of the mail server was lost. */
async function countReceipts({ db, mail }: Rig): Promise<ReadonlyMap<string, number>> {
  const licenses = await db.selectFrom('licensing.license').select(['id', 'certificate_number']).execute()
  const text = mail.arrived.map((one) => one.text).join('\n')
  return new Map(licenses.map(({ id, certificate_number }) => [id, text.includes(certificate_number) ? 1 : 0]))
}

async function problemsOfWages({ db }: Rig): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    with booked as (select kind, reference, count(*) as count from ledger.transaction where kind in ('wage', 'payout') group by 1, 2)
    select 'asset ' || asset.id || ' is approved without a wage' as said
      from catalogue.asset left join payroll.wage on wage.asset_id = asset.id where asset.status = 'approved' and wage.id is null
    union all select 'asset ' || asset_id || ' has ' || count(*) || ' wages' from payroll.wage group by asset_id having count(*) > 1
    union all select 'payout ' || payout.id || ' is booked ' || coalesce(booked.count, 0) || ' times'
      from payroll.payout left join booked on booked.kind = 'payout' and booked.reference = payout.id::text where coalesce(booked.count, 0) <> 1
    union all select 'payroll and ledger disagree about ' || employee_id
      from (select employee_id, sum(cents) as cents from (
        select employee_id, amount_cents as cents from payroll.wage
        union all select employee_id, -amount_cents from payroll.payout) as one group by 1) as owed
      where cents < 0 or cents <> (select -sum(amount_cents) from ledger.line where account = 'wages_owed' and party_id = owed.employee_id)`.execute(
    db
  )
  return rows.map(({ said }) => said)
}

async function unfinishedPayments({ db }: Rig): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select 'payment ' || id || ' of ' || created_at || ', checked ' || coalesce(checked_at::text, 'never') || ', is ' || state || (case when claimed_at is null then '' else ' and claimed' end) as said
      from payments.payment where state in ('created', 'approved')
    union all select 'webhook ' || id || ' (' || event_type || ') was never processed' from payments.webhook_event where processed_at is null
    union all select 'refund of ' || payment_id || ' is ' || state from payments.refund where state in ('asked', 'pending')`.execute(db)
  return rows.map(({ said }) => said)
}
