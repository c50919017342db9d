import { PAYMENT_STATES, type PaymentState, PURPOSES, type PurposeName } from '#payments/rules.ts'

export type PaymentFilter = {
  q: string
  state?: PaymentState | undefined
  purpose?: PurposeName | undefined
  start?: string | undefined
  end?: string | undefined
}

const DAY = /^(20|21)\d\d-\d\d-\d\d$/

/** A day that there is; anything else is no filter. */
function dayIn(typed: string | null): string | undefined {
  if (!typed || !DAY.test(typed) || Number.isNaN(Date.parse(typed))) return undefined
  return new Date(typed).toISOString().startsWith(typed) ? typed : undefined
}

/** What an address asks for; a choice that does not exist is none. */
export function filterIn(params: URLSearchParams): { filter: PaymentFilter; page: number; payment: string | undefined } {
  const filter: PaymentFilter = {
    q: (params.get('q') ?? '').slice(0, 200),
    state: PAYMENT_STATES.find((known) => known === params.get('state')),
    purpose: PURPOSES.find((known) => known === params.get('purpose')),
    start: dayIn(params.get('start')),
    end: dayIn(params.get('end'))
  }
  const page = Math.min(Math.max(1, Math.trunc(Number(params.get('page')) || 1)), 1_000_000)
  return { filter, page, payment: params.get('payment') ?? undefined }
}

/** The page's own address; what is empty is left out. */
export function addressOf(filter: PaymentFilter, more: { page?: number; payment?: string } = {}): string {
  const named = { ...filter, ...(more.page !== undefined && more.page > 1 && { page: String(more.page) }), payment: more.payment }
  const given = Object.entries(named).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `/admin/payments${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`
}
