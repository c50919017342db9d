import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { checkOutSubscription, MySubscription, readMySubscription, readSubscription } from '../contract.ts'
import type { PlanId } from '../rules.ts'

const CHECKOUT = route<typeof checkOutSubscription>({ method: 'POST', path: '/subscriptions/checkout' })
const CHECKED_OUT = route<typeof readSubscription>({ method: 'GET', path: '/subscriptions/:sub_id' })
const MINE = route<typeof readMySubscription>({ method: 'GET', path: '/subscriptions/me' })

type Order = { plan_id: PlanId; coupon?: string; consents?: boolean }

export const beginSubscription = ({ plan_id, coupon, consents }: Order) =>
  browserApi()(CHECKOUT, { body: { plan_id, ...(coupon && { coupon }), ...(consents && { renewal_consent: true }) } })

export type StartedCheckout = Partial<Awaited<ReturnType<typeof beginSubscription>>>

/** Returns our payment page from the response's URL, or builds it from the response's IDs. Undefined if the response has neither. */
export function paymentPageOf(plan_id: PlanId, { checkout_url, paypal_plan_id, sub_id }: StartedCheckout): string | undefined {
  if (checkout_url) return checkout_url
  return paypal_plan_id && sub_id ? `/pay/subscribe?${new URLSearchParams({ plan_id, paypal_plan_id, sub_id })}` : undefined
}

export const NO_PAYMENT_PAGE = 'Missing subscription checkout URL'

export const loadCheckout = (sub_id: string) => browserApi()(CHECKED_OUT, { params: { sub_id } })

/** Returns the signed-in client's plan. Undefined if it cannot be read. */
export const loadMyPlan = (): Promise<MySubscription | undefined> => browserApi()(MINE, {}).catch(() => undefined)

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** Returns the server's error message, or a general one. */
export const errorText = (error: unknown): string =>
  error instanceof ApiError && error.body.code !== 'unknown' ? error.body.error : 'Something went wrong.'
