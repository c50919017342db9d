import type { RouterContextProvider } from 'react-router'
import { failed } from '#platform/web/action.ts'
import { sessionOver } from '#platform/web/client-action.ts'
import { apiContext, turnedAway } from '#platform/web/page.ts'
import { changeApplicant, deleteApplicant, markApplicants } from '../contract.ts'
import { type ApplicantState, STATE_WORDS } from '../rules.ts'
import { failureOf } from './applicant-deeds.ts'

/** What a button, choice or dialog of the page asks for. Whoever may not do it any more signs in again. */
export async function doDeed(request: Request, context: Readonly<RouterContextProvider>) {
  const form = await request.formData()
  const intent = String(form.get('intent') ?? '')
  try {
    return { done: await run(context, form, intent) }
  } catch (error) {
    if (turnedAway(error) === 403) return sessionOver()
    return failed(error, failureOf(intent))
  }
}

async function run(context: Readonly<RouterContextProvider>, form: FormData, intent: string): Promise<string> {
  const api = context.get(apiContext)
  const params = { id: String(form.get('id') ?? '') }
  const status = String(form.get('status')) as ApplicantState
  if (intent === 'mark') {
    const { updated } = await api(markApplicants, { body: { ids: form.getAll('ids').map(String), status } })
    return `${updated} marked as ${STATE_WORDS[status].toLowerCase()}.`
  }
  if (intent === 'delete') {
    await api(deleteApplicant, { params })
    return 'The applicant and the files are deleted.'
  }
  if (intent === 'verify') {
    const { gov_id_verified } = await api(changeApplicant, { params, body: { gov_id_verified: form.get('gov_id_verified') === 'true' } })
    return gov_id_verified ? 'ID verified.' : 'ID unverified.'
  }
  if (intent === 'notes') {
    await api(changeApplicant, { params, body: { notes: String(form.get('notes') ?? '') } })
    return 'Notes saved.'
  }
  const { first_name } = await api(changeApplicant, { params, body: { status } })
  return `${first_name} is ${STATE_WORDS[status].toLowerCase()}.`
}
