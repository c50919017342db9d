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
} from '#subscriptions/admin.contract.ts'
import { EXTEND_DAYS, PLAN_TYPES, type PlanType } from '#subscriptions/rules.ts'

type Fields = Readonly<Partial<Record<string, string>>>
type Action = (api: Api, fields: Fields) => Promise<string>

/** Runs the form that was sent and returns the message to show. */
export async function runAction(api: Api, { intent = '', ...fields }: Fields): Promise<string> {
  const action = ACTIONS[intent]
  if (!action) throw new ApiError(400, { error: 'Something went wrong', code: 'unknown_intent' })
  return action(api, fields)
}

const ACTIONS: Record<string, Action> = {
  create: async (api, { user_email = '', plan_type = '', price, plan_name }) => {
    const created = await api(createSubscription, {
      body: { user_email: user_email.trim(), plan_type: planTypeIn(plan_type), ...(price && { price }), ...(plan_name && { plan_name }) }
    })
    return `${created.user_name} has a new subscription. Activate it to give access.`
  },
  activate: async (api, fields) => {
    const done = await api(activateSubscription, paramsOf(fields))
    return `${done.plan_name} of ${done.user_name} is active${until(done)}.`
  },
  cancel: async (api, fields) => {
    const done = await api(cancelSubscription, paramsOf(fields))
    return `${done.plan_name} of ${done.user_name} is canceled.`
  },
  extend: async (api, fields) => {
    const done = await api(extendSubscription, { ...paramsOf(fields), body: { days: EXTEND_DAYS } })
    return `${done.plan_name} of ${done.user_name} is extended by ${EXTEND_DAYS} days${until(done)}.`
  },
  convert: async (api, { plan_type = '', ...fields }) => {
    const done = await api(convertSubscription, { ...paramsOf(fields), body: { plan_type: planTypeIn(plan_type) } })
    return `${done.plan_name} of ${done.user_name} is now ${done.plan_type}.`
  },
  price: async (api, { price = '', ...fields }) => {
    const done = await api(setSubscriptionPrice, { ...paramsOf(fields), body: { price } })
    const whose = `${done.plan_name} of ${done.user_name}`
    if (done.next_price_cents === null) return `${whose} now costs ${showDollars(done.price_cents)}.`
    const next = `${whose} will cost ${showDollars(done.next_price_cents)} starting with the next period`
    return done.next_price_agreed ? `${next}.` : `${next}, once the client approves it at PayPal.`
  }
}

const paramsOf = ({ id = '' }: Fields) => ({ params: { id } })

function planTypeIn(text: string): PlanType {
  const plan_type = PLAN_TYPES.find((type) => type === text)
  if (!plan_type) throw new ApiError(422, { error: 'Please choose a plan type.', code: 'invalid_fields' })
  return plan_type
}

const until = ({ expires_at }: AdminSubscription): string => (expires_at ? `, until ${showDay(expires_at)}` : '')
