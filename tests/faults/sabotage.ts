import { sql } from 'kysely'
import type { Db } from '#platform/database/connect.ts'

const CAPTURED_LINE = "(select license_id from licensing.order_line where status = 'captured' and payment_id is not null limit 1)"
const PAID_INVOICE = "(select id from invoicing.document where kind = 'invoice' and replaces_id is null and total_cents > 0 limit 1)"
const USE_OF_PLAN = '(select one.id from coupons.coupon_use one join subscriptions.subscription plan on plan.id = one.purchase_id limit 1)'
const USE_OF_GIFT = `(select one.id from coupons.coupon_use one join licensing.license_order gift on gift.id = one.purchase_id
  where gift.payment_id is null limit 1)`
/** The sabotage adds a cent, and a line of nothing is refused. */
const LINE = (account: string) => `(select ctid from ledger.line where account = '${account}' and amount_cents <> -1 limit 1)`

/** Ways to break the books behind the product's back, and what must be said about each. */
export const SABOTAGES: readonly [what: string, statement: string, said: RegExp][] = [
  ['a license is missing', `delete from licensing.license where id = ${CAPTURED_LINE}`, /\d+ licenses for \d+ paid lines/],
  ['a license ended', `update licensing.license set status = 'revoked', ended_at = now() where id = ${CAPTURED_LINE}`, /a license is/],
  [
    'a license was given for nothing',
    `update licensing.license set payment_id = null where id = ${CAPTURED_LINE}`,
    /license \S+ without a payment/
  ],
  [
    'a payment is forgotten',
    "update payments.payment set state = 'failed', failure = 'declined', failed_at = now(), captured_at = null, provider_capture_id = null where id = (select id from payments.payment where state = 'captured' and purpose = 'license' limit 1)",
    /is failed, and PayPal says/
  ],
  [
    'a coupon is lost',
    "update coupons.coupon_use set state = 'reserved' where id = (select id from coupons.coupon_use where state = 'used' limit 1)",
    /coupon.* is reserved/
  ],
  [
    'a coupon was used twice',
    `update coupons.coupon set max_uses = 1 where id =
      (select coupon_id from coupons.coupon_use where state <> 'returned' group by 1 having count(*) > 1 limit 1)`,
    /was used \d+ times/
  ],
  [
    'a plan has no coupon',
    `update coupons.coupon_use set state = case state when 'used' then 'returned' else 'used' end, used_at = now(), returned_at = now() where id = ${USE_OF_PLAN}`,
    /has a coupon that is/
  ],
  [
    'a plan is too cheap',
    `update coupons.coupon_use set discount_cents = 1 where id = ${USE_OF_PLAN}`,
    /is cheaper by|has a coupon that is/
  ],
  [
    'a gift has no coupon',
    `update coupons.coupon_use set state = 'returned', returned_at = now() where id = ${USE_OF_GIFT}`,
    /cost nothing, and its coupon is/
  ],
  ['a coupon of nothing', `update coupons.coupon_use set purchase_id = gen_random_uuid() where id = ${USE_OF_GIFT}`, /and lost/],
  [
    'a number is skipped',
    `update invoicing.document set position = position + 100000 where id = ${PAID_INVOICE}`,
    /invoices of \d+: \d+ numbers/
  ],
  ['a number is lost', 'update invoicing.series set credit_notes = credit_notes + 1', /credit_notes of \d+: \d+ numbers/],
  [
    'a number is written twice',
    `update invoicing.document set number = number || 'A' where id = ${PAID_INVOICE}`,
    /invoices of \d+: \d+ numbers/
  ],
  ['an invoice is missing', `delete from invoicing.document where id = ${PAID_INVOICE}`, /has 0 invoices/],
  [
    'an invoice is about more than was paid',
    `update invoicing.document set subtotal_cents = subtotal_cents + 1, total_cents = total_cents + 1 where id = ${PAID_INVOICE}`,
    /is not about what was paid/
  ],
  [
    'a line is wrong',
    `update invoicing.document set lines = jsonb_set(lines, '{0,price_cents}', '7') where id = ${PAID_INVOICE}`,
    /the lines of \S+ do not add up/
  ],
  [
    'a credit note is missing',
    'delete from invoicing.document where id = (select id from invoicing.document where refund_id is not null limit 1)',
    /has 0 credit notes/
  ],
  [
    'a credit note is about more than was refunded',
    `update invoicing.document set subtotal_cents = subtotal_cents + 1, total_cents = total_cents + 1
      where id = (select id from invoicing.document where refund_id is not null limit 1)`,
    /is not about what was refunded/
  ],
  ['a credit note is about nothing', "update invoicing.document set lines = '[]' where kind = 'credit_note'", /CN-\S+ breaks BR-16/],
  ['tax is not owed', `update ledger.line set amount_cents = amount_cents + 1 where ctid = ${LINE('tax_owed')}`, /owes -?\d+ tax/],
  [
    'the ledger is not at zero',
    `update ledger.line set amount_cents = amount_cents + 1 where ctid = ${LINE('cash')}`,
    /the ledger has \{"sum":1,/
  ],
  ['income is missing', `delete from ledger.line where ctid = ${LINE('income')}`, /the ledger has/],
  [
    'a period is missing',
    'delete from subscriptions.period where id = (select id from subscriptions.period where payment_id is not null limit 1)',
    /0 periods/
  ],
  [
    'a plan was paid and not opened',
    `update subscriptions.period set opened = false where id = (
      select period.id from subscriptions.period join payments.payment on payment.id = payment_id where payment.state = 'captured' and opened limit 1)`,
    /opened no period and is not refunded/
  ]
]

/** Returns what is said about the books after a sabotage, which is undone. */
export async function saidAfter(db: Db, statement: string, check: (db: Db) => Promise<string[]>): Promise<string[]> {
  let said: string[] = []
  const undo = new Error('undo')
  const work = db.transaction().execute(async (tx) => {
    // No triggers and no foreign keys: they would refuse most of this.
    await sql`set local session_replication_role = replica`.execute(tx)
    const { numAffectedRows = 0n } = await sql.raw(statement).execute(tx)
    said = numAffectedRows > 0n ? await check(tx) : ['there was nothing to break']
    throw undo
  })
  await work.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return said
}
