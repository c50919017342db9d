import type { Generated } from 'kysely'
import type { ClaimantRole, ClaimKind, ClaimState, MessageSender } from '../rules.ts'

type ClaimTable = {
  id: Generated<string>
  claim_number: string
  token: string
  asset_id: string
  artist_id: string
  asset_title: string
  kind: ClaimKind
  name: string
  email: string
  address: string
  role: ClaimantRole
  work: string
  work_url: string | null
  signature: string
  state: Generated<ClaimState>
  received_at: Date
  decided_at: Date | null
  decided_by: string | null
  decision_message: string | null
  has_withheld: Generated<boolean>
  countered_at: Date | null
  counter_name: string | null
  counter_address: string | null
  counter_signature: string | null
  /** YYYY-MM-DD, in California. */
  restores_on: string | null
  suit_at: Date | null
  suit_note: string | null
  ended_at: Date | null
}

type MessageTable = {
  id: Generated<number>
  claim_id: string
  sender: MessageSender
  body: string
  sent_at: Date
}

type UploadResumptionTable = {
  id: Generated<number>
  artist_id: string
  resumed_at: Date
  resumed_by: string
  reason: string
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'claims.claim': ClaimTable
    'claims.message': MessageTable
    'claims.upload_resumption': UploadResumptionTable
  }
}
