import { z } from 'zod'
import { dollarAmount, dollarsTyped, endpoint, instant, refusals } from '#platform/contract/index.ts'
import { CATEGORIES, WORDS } from './rules.ts'

const category = z.string({ error: WORDS.category }).trim().toLowerCase().pipe(z.enum(CATEGORIES, WORDS.category))

const wageRule = z.object({
  id: z.uuid(),
  category: z.enum(CATEGORIES),
  wage: dollarAmount,
  license_price: dollarAmount,
  notes: z.string()
})
export type WageRule = z.output<typeof wageRule>

export const wageRules = endpoint({
  method: 'GET',
  path: '/admin/wage-rules',
  access: ['admin'],
  summary: 'Every wage rule with its licence price.',
  response: z.array(wageRule)
})

export const setWageRule = endpoint({
  method: 'POST',
  path: '/admin/wage-rules',
  access: ['admin'],
  summary: 'Adds the rule of a category (201) or edits it (200).',
  body: z.object({
    category,
    wage: dollarsTyped(WORDS.wage),
    license_price: dollarsTyped(WORDS.license_price),
    /** Left as they are when not sent. */
    notes: z.string().trim().max(500, 'At most 500 characters.').optional()
  }),
  response: wageRule,
  status: 201
})

export const deleteWageRule = endpoint({
  method: 'DELETE',
  path: '/admin/wage-rules/:category',
  access: ['admin'],
  summary: 'Deletes the rule of a category: its assets are no longer for sale. Wages already booked stay.',
  params: z.object({ category: z.string().trim().toLowerCase() }),
  response: z.null(),
  status: 204
})

export const wageRuleVersions = endpoint({
  method: 'GET',
  path: '/admin/wage-rules/versions',
  access: ['admin'],
  summary: 'Every version of every rule, newest first; a wage keeps the version it was booked by.',
  response: z.object({
    items: z.array(
      z.object({
        id: z.int(),
        category: z.string(),
        version: z.int(),
        wage: dollarAmount,
        license_price: dollarAmount,
        notes: z.string(),
        /** The rule was deleted then. */
        is_deleted: z.boolean(),
        changed_at: instant
      })
    )
  })
})

export const publicWageRules = endpoint({
  method: 'GET',
  path: '/wage_rules',
  access: 'anyone',
  summary: 'What an approved asset of each category earns.',
  response: z.array(wageRule.pick({ id: true, category: true, wage: true, notes: true }))
})

export const employeeWageRules = endpoint({
  method: 'GET',
  path: '/employee/wage-rules',
  access: ['employee'],
  summary: 'What an approved asset of each category earns, for artists.',
  response: z.array(wageRule.pick({ category: true, wage: true }))
})

export const no = refusals({
  wage_rule_not_found: { status: 404, message: 'There is no wage rule for this category.' }
})
