import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { PLAN_TYPES, type PlanType } from '#subscriptions/rules.ts'

const STATUSES = ['active', 'inactive'] as const
export type SubscriptionFilter = { q: string; status: (typeof STATUSES)[number] | undefined; plan_type: PlanType | undefined }

/** Reads the filters from the URL. Unknown values are ignored. */
export function filterIn(params: URLSearchParams): { filter: SubscriptionFilter; page: number } {
  const filter = {
    q: searchIn(params),
    status: choiceIn(params, 'status', STATUSES),
    plan_type: choiceIn(params, 'plan_type', PLAN_TYPES)
  }
  return { filter, page: pageIn(params) }
}

/** Returns the list's URL with these filters. Empty ones are left out. */
export const addressOf = (filter: SubscriptionFilter, page = 1): string => addressWith('', { ...filter, page })
