import { z } from 'zod'
import { CATEGORIES } from '#catalogue/rules.ts'
import { cents, defineRefusals, dollarAmount, dollarsTyped, endpoint, instant, pending } from '#platform/contract/index.ts'
import { TEXTS } from './rules.ts'

const category = z.string({ error: TEXTS.category }).trim().toLowerCase().pipe(z.enum(CATEGORIES, TEXTS.category))

const wageRule = z.object({
  id: z.uuid(),
  category: z.enum(CATEGORIES),
  wage: dollarAmount,
  wage_cents: cents,
  license_price: dollarAmount,
  license_price_cents: cents,
  notes: z.string()
})
export type WageRule = z.output<typeof wageRule>

export const wageRules = endpoint({
  method: 'GET',
  path: '/admin/wage-rules',
  access: ['admin'],
  grant: 'any',
  summary: 'List every wage rule with its license price.',
  response: z.array(wageRule)
})

export const setWageRule = endpoint({
  method: 'POST',
  path: '/admin/wage-rules',
  access: ['admin'],
  grant: 'finance',
  proof: true,
  summary: 'Add the rule of a category (201) or edit it (200). The wage and the license price apply from now on.',
  body: z.object({
    category,
    wage: dollarsTyped(TEXTS.wage),
    license_price: dollarsTyped(TEXTS.license_price),
    /** Unchanged if not sent. */
    notes: z.string().trim().max(500, 'At most 500 characters.').optional()
  }),
  response: z.union([wageRule, pending]),
  status: 201,
  idempotent: true,
  waits: true
})

const categoryParams = z.object({ category: z.string().trim().toLowerCase() })

export const deleteWageRule = endpoint({
  method: 'DELETE',
  path: '/admin/wage-rules/:category',
  access: ['admin'],
  grant: 'finance',
  proof: true,
  summary: 'Delete the rule of a category: its assets are no longer for sale. Wages already booked are kept.',
  params: categoryParams,
  response: z.union([z.null(), pending]),
  status: 204,
  idempotent: true,
  waits: true
})

const ruleVersion = wageRule.omit({ id: true, category: true }).extend({
  version: z.int(),
  /** The rule was deleted; its last wage and price are shown. */
  is_deleted: z.boolean()
})

export const wageRuleVersions = endpoint({
  method: 'GET',
  path: '/admin/wage-rules/versions',
  access: ['admin'],
  grant: 'any',
  summary: 'List every version of every rule, newest first. A wage refers to the version that was in effect.',
  response: z.object({ items: z.array(ruleVersion.extend({ id: z.int(), category: z.string(), changed_at: instant })) })
})

export const wageRuleHistory = endpoint({
  method: 'GET',
  path: '/admin/wage-rules/:category/history',
  access: ['admin'],
  grant: 'any',
  summary: 'List the history of a category’s rule: values, periods, and who changed it. Newest first.',
  params: categoryParams,
  response: z.object({
    items: z.array(
      ruleVersion.extend({
        from: instant,
        /** Null for the version in effect. */
        until: instant.nullable(),
        /** The name of the admin; null if unknown. */
        changed_by: z.string().nullable()
      })
    )
  })
})
export type RulePeriod = z.output<typeof wageRuleHistory.response>['items'][number]

export const publicWageRules = endpoint({
  method: 'GET',
  path: '/wage_rules',
  access: 'anyone',
  reads: 'replica',
  is_shared: true,
  summary: 'List the wage for an approved asset in each category.',
  response: z.array(wageRule.pick({ id: true, category: true, wage: true, wage_cents: true, notes: true }))
})

export const employeeWageRules = endpoint({
  method: 'GET',
  path: '/employee/wage-rules',
  access: ['employee'],
  summary: 'List the wage for an approved asset in each category, for artists.',
  response: z.array(wageRule.pick({ category: true, wage: true, wage_cents: true }))
})

export const refusals = defineRefusals({
  wage_rule_not_found: { status: 404, message: 'There is no wage rule for this category.' }
})
