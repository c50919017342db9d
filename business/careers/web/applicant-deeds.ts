import { useFetcher } from 'react-router'
import type { Applicant } from '../contract.ts'
import { type ApplicantState, WORDS } from '../rules.ts'

export type Deed =
  | { intent: 'status'; status: ApplicantState }
  | { intent: 'verify'; gov_id_verified: boolean }
  | { intent: 'notes'; notes: string }
  | { intent: 'delete' }
/** What a dialog is opened for. */
export type Asked = { applicant: Applicant; what: 'notes' | 'delete' }
export type Outcome = { done?: string; fields?: Record<string, string> }

export const nameOf = ({ first_name, last_name }: Applicant): string => `${first_name} ${last_name}`

/** What is said where the server has no words of its own. */
export const failureOf = (intent: unknown): string => (intent === 'verify' ? WORDS.unverified : WORDS.wrong)

/** One row's work, shared by the row's cells and its dialog through the key. */
export function useDeed(id: string) {
  const fetcher = useFetcher<Outcome>({ key: `applicant ${id}` })
  const { formData: sent } = fetcher
  return {
    busy: fetcher.state !== 'idle',
    outcome: fetcher.state === 'submitting' ? undefined : fetcher.data,
    /** What is being changed, shown before it is answered. */
    status: sent?.get('intent') === 'status' ? (sent.get('status') as ApplicantState) : undefined,
    run: (deed: Deed) => {
      const entries = Object.entries(deed).map(([name, value]) => [name, String(value)])
      void fetcher.submit({ id, ...Object.fromEntries(entries) }, { method: 'post', preventScrollReset: true })
    }
  }
}
