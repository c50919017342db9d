import type { PlanType } from '#subscriptions/rules.ts'

export const TYPE_LABELS: Record<PlanType, string> = { free: 'Free', monthly: 'Monthly', yearly: 'Yearly' }

export const TYPE_OPTIONS = Object.entries(TYPE_LABELS).map(([value, label]) => ({ value, label }))
