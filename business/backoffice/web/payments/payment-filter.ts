import { PAYMENT_STATES, type PaymentState, PURPOSES, type PurposeName } from '#payments/rules.ts'
import { addressWith, choiceIn, dayIn, pageIn, searchIn } from '#platform/web/list-address.ts'

export type PaymentFilter = {
  q: string
  state?: PaymentState | undefined
  purpose?: PurposeName | undefined
  start?: string | undefined
  end?: string | undefined
}

export function filterIn(params: URLSearchParams): { filter: PaymentFilter; page: number; payment: string | undefined } {
  const filter: PaymentFilter = {
    q: searchIn(params),
    state: choiceIn(params, 'state', PAYMENT_STATES),
    purpose: choiceIn(params, 'purpose', PURPOSES),
    start: dayIn(params, 'start'),
    end: dayIn(params, 'end')
  }
  return { filter, page: pageIn(params), payment: params.get('payment') || undefined }
}

/** All payments that the filter matches, as CSV. */
export const csvAddressOf = (filter: PaymentFilter): string => addressWith('/api/admin/payments.csv', { ...filter })

export const addressOf = (filter: PaymentFilter, more: { page?: number; payment?: string } = {}): string =>
  addressWith('/admin/payments', { ...filter, ...more })
