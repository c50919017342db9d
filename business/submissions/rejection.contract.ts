import { z } from 'zod'
import { instant } from '#platform/contract/index.ts'

/* What an artist and the next reviewer see of a rejection. */

export const rejection = z.object({
  reason: z.string().nullable(),
  reason_codes: z.array(z.string()),
  decided_at: instant,
  resubmitted_at: instant.meta({ description: 'When the rejection ended' }),
  is_overturned: z.boolean().meta({ description: 'Whether an appeal ended it, instead of the artist' })
})

export const pin = z.object({
  file_id: z.uuid(),
  x: z.number().meta({ description: 'Fraction of the width, from the left' }),
  y: z.number().meta({ description: 'Fraction of the height, from the top' }),
  code: z.string().meta({ description: 'One of the reasons for a rejection' }),
  note: z.string()
})
export type Pin = z.output<typeof pin>
