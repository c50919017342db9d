import type { Generated } from 'kysely'
import type { DeliveryState, Failure, WebhookEvent } from '../../webhooks.rules.ts'

type WebhookTable = {
  id: Generated<string>
  user_id: string
  url: string
  events: WebhookEvent[]
  is_active: Generated<boolean>
  failures: Generated<number>
  created_at: Date
}

type SecretTable = {
  id: string
  webhook_id: string
  sealed: Buffer
  key_id: string
  wrapped_key: Buffer
  valid_until: Date | null
  created_at: Date
}

type DeliveryTable = {
  id: Generated<string>
  webhook_id: string
  type: WebhookEvent
  body: string
  status: Generated<DeliveryState>
  attempts: Generated<number>
  tries: Generated<number>
  response_status: number | null
  failure: Failure | null
  next_attempt_at: Date | null
  is_asked: Generated<boolean>
  claim: string | null
  claimed_until: Date | null
  attempted_at: Date | null
  created_at: Date
}

declare module '#platform/database/connect.ts' {
  interface Database {
    'developers.webhook': WebhookTable
    'developers.webhook_secret': SecretTable
    'developers.delivery': DeliveryTable
  }
}
