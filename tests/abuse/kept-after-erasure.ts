/**
 * The columns that keep their text when a person is erased, by table. docs/decisions/010 says which tables stay, and section 9 of docs/security.md
 * why. Such a column holds no address, no name, and nothing that the person wrote to somebody: only works with their titles and files, words of
 * staff, kinds and states, and ids of PayPal.
 */
export const KEPT_AFTER_ERASURE: Readonly<Record<string, string>> = {
  'accounting.expense': 'category description project reason request_key',
  'accounts.audit_entry': 'action area details subject_kind',
  'catalogue.asset':
    'author_url colors description formats license_spdx license_title license_url reject_reason reject_reason_codes source source_key tags title withheld_reason',
  'catalogue.asset_file':
    'blur cleaned_sha256 colors content_type declared_sources dominant_color failure filename original_key picture_colors sha256',
  'catalogue.rejected_version': 'category description finding_codes origin pins tags title',
  'catalogue.rejection': 'reason reason_codes',
  'catalogue.replaced_file': 'filename format original_key picture sha256',
  'claims.claim': 'asset_title claim_number decision_message token',
  'claims.upload_resumption': 'reason',
  'coupons.coupon': 'category code',
  'coupons.coupon_use': 'email_hash',
  'icons.icon': 'body drawn_from name prefix',
  'icons.icon_set': 'info metadata prefix',
  'invoicing.document': 'description lines number seller',
  'invoicing.tax_rate': 'country state',
  'licensing.license': 'asset_title certificate_number limits terms_version',
  'licensing.license_order': 'coupon_code',
  'licensing.license_price_version': 'category',
  'licensing.order_line': 'asset_title',
  'marketing.announcement': 'body subject',
  'payments.dispute': 'dispute_id outcome',
  'payments.payment': 'approve_url currency description failure file_format provider_capture_id provider_order_id purpose',
  'payments.refund': 'failure provider_refund_id reason',
  'payroll.approval': 'change reason request_key',
  'payroll.payout': 'notes reference_number request_key',
  'payroll.wage': 'category',
  'payroll.wage_rule_version': 'category notes',
  'submissions.appeal': 'answer reason reason_codes',
  'subscriptions.consent': 'words',
  'subscriptions.event': 'description kind',
  'subscriptions.period': 'plan_id plan_name provider_transaction_id receipt_number',
  'subscriptions.renewal_notice': 'token_hash',
  'subscriptions.subscription': 'approve_url consent_text plan_name provider_plan_id provider_subscription_id'
}
