import type { Eraser, PersonalData } from '#platform/server/index.ts'
import { deleteDeliveriesBefore } from './queries.ts'

export const webhooksPersonalData: PersonalData = {
  tables: [
    { name: 'webhooks', table: 'developers.webhook', ids: ['user_id'] },
    {
      name: 'webhook-deliveries',
      table: 'developers.delivery',
      through: { column: 'webhook_id', table: 'developers.webhook', ids: ['user_id'] },
      without: ['claim', 'claimed_until']
    }
  ]
}

export const webhooksRetention = {
  webhook_deliveries: ({ db }, before) => deleteDeliveriesBefore(db, before)
} satisfies Record<string, Eraser>
