import { useFetcher } from 'react-router'
import type { Applicant } from '../../contract.ts'
import { APPLICANT_STATES, type ApplicantState, MESSAGES } from '../../rules.ts'
import type { Message } from './status-dialog.tsx'

export type Action =
  | { intent: 'status'; status: ApplicantState; message?: Message | undefined }
  | { intent: 'verify'; gov_id_verified: boolean }
  | { intent: 'notes'; notes: string }
  | { intent: 'delete' }
/** The dialog that is open. */
export type OpenDialog = { applicant: Applicant } & ({ kind: 'notes' | 'delete' } | { kind: 'status'; status: ApplicantState })
export type Outcome = { done?: string; fields?: Record<string, string> }

export const nameOf = ({ first_name, last_name }: Applicant): string => `${first_name} ${last_name}`

/** Returns the error text for a failure without a server message. */
export const failureOf = (intent: unknown): string => (intent === 'verify' ? MESSAGES.unverified : MESSAGES.wrong)

export const stateIn = (value: unknown): ApplicantState | undefined => APPLICANT_STATES.find((state) => state === value)

/** The form fields of an action; see applicants-action.ts. */
export function fieldsOf(action: Action): Record<string, string> {
  if (action.intent === 'status') return { intent: 'status', status: action.status, ...messageFields(action.message) }
  return Object.fromEntries(Object.entries(action).map(([name, value]) => [name, String(value)]))
}

export const messageFields = (message: Message | undefined): Record<string, string> => (message ? { email: 'on', ...message } : {})

/** The fetcher of one row. The row's cells and dialogs share it by its key. */
export function useApplicantAction(id: string) {
  const fetcher = useFetcher<Outcome>({ key: `applicant ${id}` })
  const { formData: sent } = fetcher
  return {
    busy: fetcher.state !== 'idle',
    outcome: fetcher.state === 'submitting' ? undefined : fetcher.data,
    /** The new status while it is being saved. */
    status: sent?.get('intent') === 'status' ? stateIn(sent.get('status')) : undefined,
    run: (action: Action) => void fetcher.submit({ id, ...fieldsOf(action) }, { method: 'post', preventScrollReset: true })
  }
}
