import { redirect } from 'react-router'
import { type Api, ApiError } from '#platform/web/api.ts'
import { decideRequest, sendMessage } from '#requests/contract.ts'
import type { ADMIN_STATES } from '#requests/rules.ts'
import { addressOf, filterIn } from './request-filter.ts'

type Typed = Readonly<Record<string, string>>

/** Does what a form of the page asks for; without JavaScript messages come here too. */
export async function runDeed(
  api: Api,
  { intent, id = '', status = '', assigned_employee_id = '', body = '' }: Typed,
  params: URLSearchParams
) {
  const at = { params: { id } }
  if (intent === 'assign') await api(decideRequest, { ...at, body: { assigned_employee_id: assigned_employee_id || null } })
  else if (intent === 'decide') await api(decideRequest, { ...at, body: { status: status as (typeof ADMIN_STATES)[number] } })
  else if (intent === 'say') {
    await api(sendMessage, { ...at, body: { body } })
    const { filter, page } = filterIn(params)
    throw redirect(addressOf(filter, { page, view: id }))
  } else throw new ApiError(400, { error: 'Something went wrong', code: 'unknown_intent' })
}
