import { type Api, ApiError } from '#platform/web/api.ts'
import { showDay, showDollars } from '#platform/web/show.ts'
import {
  type AdminSubscription,
  activateSubscription,
  cancelSubscription,
  convertSubscription,
  createSubscription,
  extendSubscription,
  setSubscriptionPrice
} from '#subscriptions/contract.ts'
import { EXTEND_DAYS, type PlanType } from '#subscriptions/rules.ts'

type Typed = Readonly<Record<string, string>>
type Deed = (api: Api, typed: Typed) => Promise<string>

/** Does what a form of the page asks for, and says what came of it. */
export async function runDeed(api: Api, { intent = '', ...typed }: Typed): Promise<string> {
  const deed = DEEDS[intent]
  if (!deed) throw new ApiError(400, { error: 'Something went wrong', code: 'unknown_intent' })
  return deed(api, typed)
}

const DEEDS: Record<string, Deed> = {
  create: async (api, { user_email = '', plan_type = '', price, plan_name }) => {
    const made = await api(createSubscription, {
      body: { user_email: user_email.trim(), plan_type: plan_type as PlanType, ...(price && { price }), ...(plan_name && { plan_name }) }
    })
    return `${made.user_name} has a subscription, inactive until it is activated.`
  },
  activate: async (api, typed) => {
    const done = await api(activateSubscription, at(typed))
    return `${done.plan_name} of ${done.user_name} is active${until(done)}.`
  },
  cancel: async (api, typed) => {
    const done = await api(cancelSubscription, at(typed))
    return `${done.plan_name} of ${done.user_name} is cancelled.`
  },
  extend: async (api, typed) => {
    const done = await api(extendSubscription, { ...at(typed), body: { days: EXTEND_DAYS } })
    return `${done.plan_name} of ${done.user_name} is ${EXTEND_DAYS} days longer${until(done)}.`
  },
  convert: async (api, { plan_type = '', ...typed }) => {
    const done = await api(convertSubscription, { ...at(typed), body: { plan_type: plan_type as PlanType } })
    return `${done.plan_name} of ${done.user_name} is now ${done.plan_type}.`
  },
  price: async (api, { price = '', ...typed }) => {
    const done = await api(setSubscriptionPrice, { ...at(typed), body: { price } })
    return `${done.plan_name} of ${done.user_name} now costs ${showDollars(done.price_cents)}.`
  }
}

const at = ({ id = '' }: Typed) => ({ params: { id } })

const until = ({ expires_at }: AdminSubscription): string => (expires_at ? `, until ${showDay(expires_at)}` : '')
