import type { PlanType } from '#subscriptions/rules.ts'

export const TYPE_WORDS: Record<PlanType, string> = { free: 'Free', monthly: 'Monthly', yearly: 'Yearly' }

export const TYPE_OPTIONS = Object.entries(TYPE_WORDS).map(([value, label]) => ({ value, label }))
