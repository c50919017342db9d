import { data, redirect } from 'react-router'
import { quoteCoupon } from '#coupons/contract.ts'
import { countryName } from '#invoicing/places.rules.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { apiContext, requestContext } from '#platform/web/page.ts'
import { Notice } from '#platform/web/ui/feedback/notice.tsx'
import { Page } from '#platform/web/ui/page.tsx'
import {
  checkOutSubscription,
  confirmSubscription,
  consentToRenewal,
  listPlans,
  readMySubscription,
  readSubscription
} from '../../contract.ts'
import { PLAN_IDS, type PlanId } from '../../rules.ts'
import { NO_PAYMENT_PAGE, paymentPageOf } from '../calls.ts'
import type { Route } from './+types/subscribe-page.ts'
import { StartSubscription } from './start-subscription.tsx'
import { SubscriptionReceipt } from './subscription-receipt.tsx'

export const meta: Route.MetaFunction = () => [{ title: 'Subscribe' }, { name: 'robots', content: 'noindex' }]

/** Loads the plan and price from the server by the subscription's ID. An amount in the URL is ignored. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const query = new URL(request.url).searchParams
  const sub_id = query.get('sub_id')
  if (!sub_id) return { start: await loadStart(api, planIn(query.get('plan_id')), context.get(requestContext).user?.role) }
  const checkout = await api(readSubscription, { params: { sub_id } })
  const cancelled = query.has('cancelled')
  const country = checkout.tax_country === null ? undefined : countryName(checkout.tax_country)
  return { checkout, country, cancelled, returned: query.has('subscription_id') && !cancelled }
}

const planIn = (text: FormDataEntryValue | null): PlanId | undefined => PLAN_IDS.find((id) => id === text)

async function loadStart(api: Api, plan_id: PlanId | undefined, role: string | undefined) {
  const { items } = await api(listPlans, {})
  const plan = items.find(({ id }) => id === plan_id)
  if (!plan) throw redirect('/pricing')
  const mine = role === 'client' ? await api(readMySubscription, {}) : undefined
  return {
    plan,
    isStaff: role !== undefined && role !== 'client',
    current: mine?.is_active && mine.plan_type !== 'free' ? mine.plan_name : null
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const api = context.get(apiContext)
  const form = await request.formData()
  const sub_id = String(form.get('sub_id') ?? '')
  const coupon_of = form.get('coupon_of')
  try {
    if (typeof coupon_of === 'string') return redirect(await changeCoupon(api, coupon_of, String(form.get('coupon') ?? '').trim()))
    if (form.get('intent') === 'start') return await start(api, form)
    if (form.get('intent') === 'confirm') {
      await api(confirmSubscription, { params: { sub_id } })
      return redirect('/dashboard?subscribed=1')
    }
    if (!form.has('renewal_consent')) return data({ fields: { consent: PLEASE_AGREE } }, 422)
    await api(consentToRenewal, { params: { sub_id }, body: { renewal_consent: true } })
    return redirect(`/pay/subscribe?${new URLSearchParams({ sub_id })}`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (coupon_of !== null) return data({ couponProblem: error.body.error, typedCoupon: String(form.get('coupon') ?? '') }, error.status)
    return data({ problem: error.body.error, isPending: error.body.code === 'payment_pending' }, error.status)
  }
}

/** Begins the checkout anew with a coupon, or without one. A coupon that cannot be used is refused before anything changes. */
async function changeCoupon(api: Api, sub_id: string, code: string): Promise<string> {
  const { plan, coupon_code, consented_at } = await api(readSubscription, { params: { sub_id } })
  if (code || coupon_code === null) await api(quoteCoupon, { body: { code, plan_id: plan.id } })
  const consent = consented_at === null ? {} : { renewal_consent: true }
  const started = await api(checkOutSubscription, { body: { plan_id: plan.id, coupon: code, ...consent } })
  return paymentPageOf(plan.id, started) ?? `/pay/subscribe?${new URLSearchParams({ sub_id })}`
}

const PLEASE_AGREE = 'Please agree to the renewal.'

async function start(api: Api, form: FormData) {
  const plan_id = planIn(form.get('plan_id'))
  if (!plan_id) return redirect('/pricing')
  if (!form.has('renewal_consent')) return data({ fields: { consent: PLEASE_AGREE } }, 422)
  const page = paymentPageOf(plan_id, await api(checkOutSubscription, { body: { plan_id, renewal_consent: true } }))
  return page ? redirect(page) : data({ problem: NO_PAYMENT_PAGE, isPending: false }, 500)
}

type Refused = { fields?: { consent: string }; problem?: string; couponProblem?: string; typedCoupon?: string; isPending?: boolean }

export default function SubscribePage({ loaderData, actionData }: Route.ComponentProps) {
  const { start, checkout, country, returned = false, cancelled = false } = loaderData
  const { fields, problem, couponProblem, typedCoupon, isPending = false }: Refused = actionData ?? {}
  return (
    <Page width="form" title="Subscribe">
      {problem && <Notice tone={isPending ? 'info' : 'bad'}>{problem}</Notice>}
      {start && <StartSubscription {...start} error={fields?.consent} />}
      {checkout && (
        <SubscriptionReceipt
          checkout={checkout}
          country={country}
          returned={returned}
          cancelled={cancelled}
          error={fields?.consent}
          hasProblem={problem !== undefined}
          isPending={isPending}
          couponProblem={couponProblem}
          typedCoupon={typedCoupon}
        />
      )}
    </Page>
  )
}
