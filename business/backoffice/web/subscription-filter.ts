import { addressWith, choiceIn, pageIn, searchIn } from '#platform/web/list-address.ts'
import { PLAN_TYPES, type PlanType } from '#subscriptions/rules.ts'

const STATUSES = ['active', 'inactive'] as const
export type SubscriptionFilter = { q: string; status: (typeof STATUSES)[number] | undefined; plan_type: PlanType | undefined }

/** An address with a filter that does not exist shows the list without it. */
export function filterIn(params: URLSearchParams): { filter: SubscriptionFilter; page: number } {
  const filter = {
    q: searchIn(params),
    status: choiceIn(params, 'status', STATUSES),
    plan_type: choiceIn(params, 'plan_type', PLAN_TYPES)
  }
  return { filter, page: pageIn(params) }
}

/** The list's own address with these filters; what is empty is left out. */
export const addressOf = (filter: SubscriptionFilter, page = 1): string => addressWith('', { ...filter, page })
