import { redirect } from 'react-router'
import { type Api, ApiError } from '#platform/web/api.ts'
import { textFields } from '#platform/web/form.ts'
import { sendMessage } from '#requests/conversation.contract.ts'
import { decideRequest } from '#requests/desk.contract.ts'
import { ADMIN_STATES } from '#requests/rules.ts'
import { eachOf } from '../each-of.ts'
import { requireEmployee } from './employee-search.ts'
import { addressOf, filterIn } from './request-filter.ts'

type Fields = Readonly<Partial<Record<string, string>>>

/** As many as a page has. */
const MANY_MAX = 20

/** What was done with several requests, to which, and the first error of the others. */
type Done = { done?: string; done_ids?: string[]; error?: unknown }

/** Runs the form that was sent. Throws if nothing was done. Without JavaScript, messages are sent here too. */
export async function runAction(api: Api, form: FormData, params: URLSearchParams): Promise<Done> {
  const fields: Fields = textFields(form)
  const { intent, id = '', status = '', employee = '', body = '' } = fields
  if (intent === 'assign-many') return assignMany(api, form.getAll('id').map(String), employee)
  if (intent === 'restore-many') return restoreMany(api, form.getAll('was').map(String))
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
  return {}
}

/** Assigns the requests to the employee, or to nobody without one. */
async function assignMany(api: Api, ids: readonly string[], typed: string): Promise<Done> {
  const employee = typed.trim() ? await requireEmployee(api, typed) : null
  const assigned_employee_id = employee?.id ?? null
  // The call with an empty id refuses, and it refuses anyone who is not an admin.
  const assign = (id: string) => api(decideRequest, { params: { id }, body: { assigned_employee_id } })
  const { done_ids, error } = await eachOf(ids.slice(0, MANY_MAX), assign)
  if (done_ids.length === 0) throw error
  const count = done_ids.length === 1 ? '1 request' : `${done_ids.length} requests`
  return { done: employee ? `${count} assigned to ${employee.name}.` : `${count} unassigned.`, done_ids, error }
}

/** Assigns each request as it was. `was` are 'REQUEST:EMPLOYEE', or 'REQUEST:' for one that was not assigned. */
async function restoreMany(api: Api, was: readonly string[]): Promise<Done> {
  for (const one of was.length > 0 ? was.slice(0, MANY_MAX) : [':']) {
    const [id = '', employee_id = ''] = one.split(':')
    await api(decideRequest, { params: { id }, body: { assigned_employee_id: employee_id || null } })
  }
  return {}
}
