import { PLAN_TYPES, type PlanType } from '#subscriptions/rules.ts'

const STATUSES = ['active', 'inactive'] as const
export type SubscriptionFilter = { q: string; status: (typeof STATUSES)[number] | undefined; plan_type: PlanType | undefined }

/** An address with a filter that does not exist shows the list without it. */
export function filterIn(params: URLSearchParams): { filter: SubscriptionFilter; page: number } {
  const filter = {
    q: (params.get('q') ?? '').slice(0, 200),
    status: STATUSES.find((status) => status === params.get('status')),
    plan_type: PLAN_TYPES.find((type) => type === params.get('plan_type'))
  }
  return { filter, page: Math.min(Math.max(1, Math.trunc(Number(params.get('page')) || 1)), 1_000_000) }
}

/** The list's own address with these filters; what is empty is left out. */
export function addressOf(filter: SubscriptionFilter, page = 1): string {
  const given = Object.entries({ ...filter, page: page > 1 ? String(page) : '' })
  return `?${new URLSearchParams(given.filter((pair): pair is [string, string] => Boolean(pair[1])))}`
}
