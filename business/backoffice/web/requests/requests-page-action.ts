import { redirect } from 'react-router'
import { type Api, ApiError } from '#platform/web/api.ts'
import { sendMessage } from '#requests/conversation.contract.ts'
import { decideRequest } from '#requests/desk.contract.ts'
import { ADMIN_STATES } from '#requests/rules.ts'
import { requireEmployee } from './employee-search.ts'
import { addressOf, filterIn } from './request-filter.ts'

type Fields = Readonly<Partial<Record<string, string>>>

/** Runs the form that was sent. Without JavaScript, messages are sent here too. */
export async function runAction(api: Api, fields: Fields, params: URLSearchParams): Promise<void> {
  const { intent, id = '', status = '', employee = '', body = '' } = fields
  const request = { params: { id } }
  if (intent === 'assign') {
    const assigned_employee_id = employee.trim() ? (await requireEmployee(api, employee)).id : null
    await api(decideRequest, { ...request, body: { assigned_employee_id } })
  } else if (intent === 'unassign') await api(decideRequest, { ...request, body: { assigned_employee_id: null } })
  else if (intent === 'decide') await api(decideRequest, { ...request, body: { status: ADMIN_STATES.find((state) => state === status) } })
  else if (intent === 'say') {
    await api(sendMessage, { ...request, body: { body } })
    const { filter, page } = filterIn(params)
    throw redirect(addressOf(filter, { page, view: id }))
  } else throw new ApiError(400, { error: 'Something went wrong', code: 'unknown_intent' })
}
