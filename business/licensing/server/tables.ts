import type { Generated, JSONColumnType } from 'kysely'
import type { Category } from '#catalogue/rules.ts'
import type { Cents } from '#platform/contract/index.ts'
import type { HandOverFormat, HandOverSource } from '../hand-over.rules.ts'
import type { LicenseLimits, LicenseState, LicenseType } from '../rules.ts'

type LicenseTable = {
  id: Generated<string>
  client_id: string
  asset_id: string
  license_type: LicenseType
  price_cents: Cents
  status: Generated<LicenseState>
  payment_id: string | null
  certificate_number: string
  created_at: Date
  ended_at: Date | null
  /** From here to artist_name: the values at the time of the license. */
  terms_version: string
  limits: JSONColumnType<LicenseLimits>
  licensee_name: string
  asset_title: string
  artist_name: string
  /** The plan that granted it. The plan's owner is the licensee; client_id is the person who downloaded. */
  subscription_id: string | null
  plan_owner_id: string | null
  /** The license that its holder got by a transfer of another. */
  transferred_from: Generated<string | null>
}

type TransferTable = {
  id: Generated<string>
  license_id: string
  sender_id: string
  email: string | null
  token_hash: Buffer
  state: Generated<'offered' | 'accepted' | 'withdrawn'>
  offered_at: Date
  ends_at: Date
  accepted_at: Date | null
}

type HandOverTable = {
  id: Generated<string>
  owner_id: string
  source: HandOverSource
  source_id: string
  name: string
  project: string | null
  format: HandOverFormat
  width: number | null
  license_ids: string[]
  done_count: Generated<number>
  runs: Generated<number>
  made_by: Generated<number | null>
  asked_at: Date
  bytes: Generated<number | null>
  made_at: Generated<Date | null>
  ends_at: Generated<Date | null>
  /** When its job last made progress. */
  alive_at: Generated<Date | null>
  /** When its job failed for good. */
  failed_at: Generated<Date | null>
}

type LicenseOrderTable = {
  id: string
  client_id: string
  /** Null if nothing had to be paid. */
  payment_id: string | null
  subtotal_cents: Cents
  discount_cents: Cents
  tax_cents: Cents
  total_cents: Cents
  coupon_code: string | null
  line_count: number
  created_at: Date
}

type OrderLineTable = {
  id: Generated<string>
  order_id: string
  payment_id: string | null
  client_id: string
  position: number
  asset_id: string
  /** At the time of the order. */
  asset_title: string
  license_type: LicenseType
  price_cents: Cents
  discount_cents: Cents
  tax_cents: Cents
  total_cents: Cents
  /** A failed line is a created one whose payment failed. */
  status: Generated<'created' | 'captured' | 'refunded'>
  license_id: Generated<string | null>
}

type FreeRequestTable = {
  id: Generated<string>
  asset_id: string
  email: string
  marketing_opt_in: boolean
  created_at: Date
}

type RenditionTable = {
  /** In the file store. */
  key: string
  bytes: number
  made_at: Date
  used_at: Date
}

type CertificateKeyTable = {
  kid: string
  public_key: string
  first_used_at: Date
  withdrawn_at: Date | null
}

type LicensePriceVersionTable = {
  id: Generated<number>
  category: Category
  version: number
  price_cents: Cents
  is_deleted: Generated<boolean>
  changed_at: Date
  changed_by: string | null
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'licensing.license': LicenseTable
    'licensing.license_order': LicenseOrderTable
    'licensing.order_line': OrderLineTable
    'licensing.plan_holder': { license_id: string; user_id: string; since: Date }
    'licensing.transfer': TransferTable
    'licensing.hand_over': HandOverTable
    'licensing.free_request': FreeRequestTable
    'licensing.rendition': RenditionTable
    'licensing.rendition_attempt': { key: string; attempts: number; attempted_at: Date }
    'licensing.certificate_key': CertificateKeyTable
    'licensing.license_price': { category: Category; price_cents: Cents; updated_at: Date }
    'licensing.license_price_version': LicensePriceVersionTable
  }
}
