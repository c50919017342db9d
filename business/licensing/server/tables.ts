import type { Generated } from 'kysely'
import type { Cents } from '#platform/contract/index.ts'
import type { LicenseState, LicenseType } from '../rules.ts'

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

declare module '#platform/database/connect.ts' {
  interface Database {
    'licensing.license': LicenseTable
    'licensing.free_request': FreeRequestTable
    'licensing.rendition': RenditionTable
  }
}
