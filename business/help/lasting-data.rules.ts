import type { RetentionRule } from './retention-text.rules.ts'

/** What no job deletes, with the reason. */
export const LASTING_DATA: readonly Pick<RetentionRule, 'what' | 'where' | 'why'>[] = [
  {
    what: 'Accounts',
    where: 'accounts.user, accounts.password',
    why: 'as long as the person has one; deleting it erases the personal data (docs/decisions/010-deleting-a-person.md)'
  },
  {
    what: 'Second factors: encrypted secrets of authenticator apps, public keys of passkeys, hashes of recovery codes',
    where: 'accounts.totp, accounts.passkey, accounts.recovery_code',
    why: 'until the person removes them or the account is deleted'
  },
  { what: 'The ledger', where: 'ledger.transaction, ledger.line', why: 'the books; it names nobody' },
  {
    what: 'Payments, refunds, receipts, plans, and the consent to their renewal',
    where:
      'payments.payment, payments.refund, payments.dispute, subscriptions.subscription, subscriptions.period, subscriptions.event, subscriptions.consent, subscriptions.renewal_notice',
    why: 'tax and accounting law; they name people by id'
  },
  {
    what: 'Invoices and credit notes, and the tax rates behind them',
    where: 'invoicing.document, invoicing.tax_rate',
    why: 'tax and accounting law; who the buyer was is erased with the account'
  },
  { what: 'Billing details', where: 'invoicing.billing', why: 'until the account is deleted' },
  {
    what: 'Orders of licenses with their lines',
    where: 'licensing.license_order, licensing.order_line',
    why: 'tax and accounting law; they name people by id'
  },
  {
    what: 'Coupons and their uses, with a one-way hash of the email address',
    where: 'coupons.coupon, coupons.coupon_use',
    why: 'they belong to the books, and keep a coupon from being used again with the same address; they name people by id'
  },
  {
    what: 'Prefixes and names of icons',
    where: 'icons.icon_set, icons.icon, icons.alias, catalogue.icon_name',
    why: 'pages of other people use them: a name that came to mean another icon, or none, would break those pages'
  },
  { what: 'Licenses', where: 'licensing.license', why: 'the proof of what a client may do; the name is erased with the account' },
  {
    what: 'Transfers of licenses that were accepted',
    where: 'licensing.transfer',
    why: 'the proof of how a client came by a license; they name people by id'
  },
  { what: 'Wages, payouts, and expenses', where: 'payroll.wage, payroll.payout, accounting.expense', why: 'tax and accounting law' },
  {
    what: 'Archived entries of the audit log, and the seals of all of them',
    where: 'accounts.audit_archive, accounts.audit_seal',
    why: 'they prove who did what; they name people by id'
  },
  {
    what: 'What waited for a second admin, with the decisions',
    where: 'payroll.approval',
    why: 'it proves who approved a payment or a price; it names people by id'
  },
  {
    what: 'Custom requests with their conversations and files',
    where: 'requests.request, requests.message, requests.attachment',
    why: 'until their client deletes them or the account is deleted'
  },
  {
    what: 'Collections of clients, with their notes',
    where: 'collections.collection, collections.item',
    why: 'until their owner deletes them or the account is deleted'
  },
  {
    what: 'Filters that admins have saved, which may contain searched names',
    where: 'accounts.saved_view',
    why: 'until the admin deletes them or the account is deleted'
  },
  {
    what: 'When admins let an artist upload again, with the reason',
    where: 'claims.upload_resumption',
    why: 'it counts beside the strikes; it names people by id'
  },
  {
    what: 'Consents to news, with the words, the date, and which news was sent',
    where: 'marketing.consent, marketing.delivery',
    why: 'they prove the consent, until it is withdrawn or the person’s data is deleted'
  },
  { what: 'News that we wrote', where: 'marketing.announcement', why: 'it says what was sent; it names nobody but its author, by id' },
  { what: 'Problems that operators are told about', where: 'operations.alert', why: 'until they are resolved; they name nobody' },
  {
    what: 'Appeals against rejections, with the answers',
    where: 'submissions.appeal',
    why: 'until the asset is deleted; what the artist wrote is erased with the account'
  },
  {
    what: 'Approvals of which the artist has not been told yet',
    where: 'submissions.approval_notice',
    why: 'for some minutes, until the email is sent; it names people by id'
  },
  {
    what: 'What rejected assets were, with the reviewer’s pins and the files that were replaced',
    where: 'catalogue.rejected_version, catalogue.replaced_file',
    why: 'until the asset is approved, rejected again, or deleted'
  },
  {
    what: 'Assets',
    where: 'catalogue.asset, catalogue.asset_file, catalogue.file_check',
    why: 'until the artist or an admin deletes a rejected one'
  }
]
