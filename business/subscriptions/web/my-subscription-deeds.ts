import { type Api, ApiError } from '#platform/web/api.ts'
import { showDay } from '#platform/web/show.ts'
import { cancelRenewal, changePlan, inviteToSeat, joinSeat, removeSeat } from '../contract.ts'
import type { PlanId } from '../rules.ts'

type Typed = Readonly<Record<string, string>>

/** Does what a form of My Subscription asks for, and says what came of it. */
export async function runDeed(api: Api, { intent = '', ...typed }: Typed): Promise<string> {
  const deed = DEEDS[intent]
  if (!deed) throw new ApiError(400, { error: 'Something went wrong', code: 'unknown_intent' })
  return deed(api, typed)
}

const DEEDS: Record<string, (api: Api, typed: Typed) => Promise<string>> = {
  cancel: async (api) => {
    const { expires_at } = await api(cancelRenewal, {})
    const until = expires_at ? ` You keep access until ${showDay(expires_at)}, and nothing more is charged.` : ''
    return `The renewal is cancelled.${until}`
  },
  invite: async (api, { email = '' }) => {
    const seat = await api(inviteToSeat, { body: { email: email.trim() } })
    return `An invitation is on its way to ${seat.email}.`
  },
  join: async (api, { id = '' }) => {
    await api(joinSeat, { params: { id } })
    return 'You joined the team.'
  },
  remove: async (api, { id = '' }) => {
    await api(removeSeat, { params: { id } })
    return 'The seat is free again.'
  },
  leave: async (api, { id = '' }) => {
    await api(removeSeat, { params: { id } })
    return 'You left the plan.'
  },
  change: async (api, { plan_id = '', renewal_consent }) => {
    if (renewal_consent === undefined) throw new ApiError(422, { error: AGREE, code: 'invalid_fields', fields: { renewal_consent: AGREE } })
    const { approve_url } = await api(changePlan, { body: { plan_id: plan_id as PlanId, renewal_consent: true } })
    return approve_url ? 'One step is left: approve the change at PayPal.' : 'The plan changes with the next period.'
  },
  /** Consent to the plan one has was given when it began. */
  keep: async (api, { plan_id = '' }) => {
    const { next_plan_id } = await api(changePlan, { body: { plan_id: plan_id as PlanId, renewal_consent: true } })
    return next_plan_id ? 'One step is left: approve at PayPal that your plan stays.' : 'Your plan stays as it is.'
  }
}

const AGREE = 'Please agree to the renewal.'
