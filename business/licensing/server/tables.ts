import type { Generated, JSONColumnType } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
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
  /** From here to artist_name: as it was when the licence was given. */
  terms_version: string
  limits: JSONColumnType<LicenseLimits>
  licensee_name: string
  asset_title: string
  artist_name: string
  /** The plan that it came with, whose owner is the licensee; client_id is who got it. */
  subscription_id: string | null
  plan_owner_id: string | null
}

type FreeRequestTable = {
  id: Generated<string>
  asset_id: string
  email: string
  marketing_opt_in: boolean
  created_at: Date
}

type RenditionTable = {
  /** Of the file store. */
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

declare module '#platform/database/connect.ts' {
  interface Database {
    'licensing.license': LicenseTable
    'licensing.free_request': FreeRequestTable
    'licensing.rendition': RenditionTable
    'licensing.certificate_key': CertificateKeyTable
  }
}
