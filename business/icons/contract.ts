import { z } from 'zod'
import { defineRefusals, endpoint } from '#platform/contract/index.ts'
import { ICON_WORD, MESSAGES, PREFIX_MAX, PREFIX_MIN } from './rules.ts'

const iconPrefix = z.object({
  prefix: z.string().nullable().meta({ description: 'Null until it is chosen, or until the first icon is named. It never changes.' }),
  is_chosen: z.boolean(),
  suggestion: z.string().meta({ description: 'What the prefix is made from if nothing is chosen' })
})
export type IconPrefix = z.output<typeof iconPrefix>

export const readIconPrefix = endpoint({
  method: 'GET',
  path: '/employee/icon-prefix',
  access: ['employee'],
  summary: 'Get your prefix: the first part of the names of your icons in the Iconify-compatible API.',
  response: iconPrefix
})

export const chooseIconPrefix = endpoint({
  method: 'PUT',
  path: '/employee/icon-prefix',
  access: ['employee'],
  summary: 'Choose your prefix, once, before your first icon is named. It never changes.',
  body: z.object({
    prefix: z
      .string()
      .trim()
      .toLowerCase()
      .min(PREFIX_MIN, MESSAGES.length)
      .max(PREFIX_MAX, MESSAGES.length)
      .regex(ICON_WORD, MESSAGES.characters)
  }),
  response: iconPrefix
})

export const refusals = defineRefusals({
  prefix_reserved: { status: 422, message: MESSAGES.reserved },
  prefix_taken: { status: 409, message: MESSAGES.taken },
  prefix_settled: { status: 409, message: MESSAGES.settled }
})
