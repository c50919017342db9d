import type { RouterContextProvider } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { type Api, ApiError } from '#platform/web/api.ts'
import { textFields } from '#platform/web/form.ts'
import { apiContext } from '#platform/web/page.ts'
import { changeApplicant, deleteApplicant, markApplicants } from '../../contract.ts'
import { type ApplicantState, MESSAGES, STATE_LABELS } from '../../rules.ts'
import { failureOf, stateIn } from './use-applicant-action.ts'

/** Runs the action that a button, select, or dialog submits. */
export async function runAction(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await request.formData()
  const fields = textFields(form)
  const run = ACTIONS[fields['intent'] ?? ''] ?? setStatus
  try {
    return { done: await run(context.get(apiContext), fields, form.getAll('ids').map(String)) }
  } catch (error) {
    return failed(error, failureOf(fields['intent']))
  }
}

type Fields = Partial<Record<string, string>>
type Run = (api: Api, fields: Fields, ids: string[]) => Promise<string>

const paramsOf = ({ id = '' }: Fields) => ({ params: { id } })
function statusIn({ status }: Fields): ApplicantState {
  const state = stateIn(status)
  if (!state) throw new ApiError(422, { error: MESSAGES.wrong, code: 'invalid' })
  return state
}

const messageIn = ({ email, subject = '', body = '' }: Fields) => (email ? { message: { subject, body } } : {})
const sentNote = (count: number) => (count === 0 ? '' : count === 1 ? ' 1 email will be sent.' : ` ${count} emails will be sent.`)

const setStatus: Run = async (api, fields) => {
  const status = statusIn(fields)
  const { first_name, mailed } = await api(changeApplicant, { ...paramsOf(fields), body: { status, ...messageIn(fields) } })
  return `${first_name} is ${STATE_LABELS[status].toLowerCase()}.${sentNote(mailed ? 1 : 0)}`
}

const ACTIONS: Record<string, Run> = {
  mark: async (api, fields, ids) => {
    const status = statusIn(fields)
    const { updated, mailed } = await api(markApplicants, { body: { ids, status, ...messageIn(fields) } })
    return `${updated} marked as ${STATE_LABELS[status].toLowerCase()}.${sentNote(mailed)}`
  },
  delete: async (api, fields) => {
    await api(deleteApplicant, paramsOf(fields))
    return 'The applicant and the files are deleted.'
  },
  verify: async (api, fields) => {
    const body = { gov_id_verified: fields['gov_id_verified'] === 'true' }
    const { gov_id_verified } = await api(changeApplicant, { ...paramsOf(fields), body })
    return gov_id_verified ? 'ID verified.' : 'ID unverified.'
  },
  notes: async (api, fields) => {
    await api(changeApplicant, { ...paramsOf(fields), body: { notes: fields['notes'] ?? '' } })
    return 'Notes saved.'
  }
}
