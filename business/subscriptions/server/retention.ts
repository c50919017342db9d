import type { Eraser } from '#platform/server/index.ts'
import { deleteQuotes } from './billing/changes/change.queries.ts'
import { seatsRetention } from './seats/seats.service.ts'

export const plansRetention = {
  ...seatsRetention,
  change_quotes: ({ db }, before) => deleteQuotes(db, before)
} satisfies Record<string, Eraser>
