import { type Api, ApiError } from '#platform/web/api.ts'
import { showDay } from '#platform/web/show.ts'
import { changePlan, quoteChange, type ShownQuote } from '../../change.contract.ts'
import { cancelRenewal, resumeRenewal } from '../../contract.ts'
import { PLAN_IDS, type PlanId } from '../../rules.ts'
import { inviteToSeat, joinSeat, removeSeat } from '../../seats.contract.ts'

type Fields = Readonly<Partial<Record<string, string>>>

/** The message to show, the quote to show, or the page to open. */
export type Outcome = { done: string } | { quote: ShownQuote } | { page: string }

/** Runs the form that was sent. */
export async function runAction(api: Api, { intent = '', ...fields }: Fields): Promise<Outcome> {
  const action = ACTIONS[intent]
  if (!action) throw new ApiError(400, { error: 'Something went wrong', code: 'unknown_intent' })
  const outcome = await action(api, fields)
  return typeof outcome === 'string' ? { done: outcome } : outcome
}

const ACTIONS: Record<string, (api: Api, fields: Fields) => Promise<string | Outcome>> = {
  cancel: async (api) => {
    const { expires_at } = await api(cancelRenewal, {})
    const until = expires_at ? ` You keep access until ${showDay(expires_at)} and will not be charged again.` : ''
    return `The renewal is canceled.${until}`
  },
  resume: async (api) => {
    const { expires_at } = await api(resumeRenewal, {})
    return expires_at ? `Your plan renews on ${showDay(expires_at)}.` : 'Your plan renews again.'
  },
  invite: async (api, { email = '' }) => {
    const seat = await api(inviteToSeat, { body: { email: email.trim() } })
    return `We sent an invitation to ${seat.email}.`
  },
  join: async (api, { id = '' }) => {
    await api(joinSeat, { params: { id } })
    return 'You joined the team.'
  },
  remove: async (api, { id = '' }) => {
    await api(removeSeat, { params: { id } })
    return 'The seat is available again.'
  },
  leave: async (api, { id = '' }) => {
    await api(removeSeat, { params: { id } })
    return 'You left the plan.'
  },
  quote: async (api, { plan_id = '' }) => ({ quote: await api(quoteChange, { body: { plan_id: planIn(plan_id) } }) }),
  change: async (api, { plan_id = '', quote_id = '', renewal_consent }) => {
    if (renewal_consent === undefined) throw new ApiError(422, { error: AGREE, code: 'consent_missing' })
    const body = { plan_id: planIn(plan_id), quote_id, renewal_consent: true } as const
    const { takes_effect, checkout_url, approve_url } = await api(changePlan, { body })
    if (takes_effect === 'now' && checkout_url) return { page: checkout_url }
    return approve_url ? 'One more step: approve the change at PayPal.' : 'The plan changes with the next period.'
  },
  /** No consent needed: the client agreed to the current plan when it started. */
  keep: async (api, { plan_id = '' }) => {
    const current = planIn(plan_id)
    const { quote_id } = await api(quoteChange, { body: { plan_id: current } })
    const { next_plan_id } = await api(changePlan, { body: { plan_id: current, quote_id, renewal_consent: true } })
    return next_plan_id ? 'One more step: approve at PayPal that you keep your plan.' : 'You keep your plan.'
  }
}

function planIn(text: string): PlanId {
  const plan_id = PLAN_IDS.find((id) => id === text)
  if (!plan_id) throw new ApiError(422, { error: 'Please choose a plan.', code: 'invalid_fields' })
  return plan_id
}

const AGREE = 'Please agree to the renewal.'
