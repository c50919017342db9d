import { useFetcher } from 'react-router'
import type { ListedUser } from '../people.contract.ts'
import type { Role } from '../rules.ts'

export type Deed = { intent: 'role'; role: Role } | { intent: 'status'; is_active: boolean } | { intent: 'sign-out' } | { intent: 'delete' }
export type Intent = Deed['intent']
/** A deed that waits for a yes. */
export type Asked = { user: ListedUser; deed: Deed }

export const LOAD_FAILED = 'Failed to load users.'
const FAILURES: Record<Intent, string> = {
  role: 'Failed to update role.',
  status: 'Failed to toggle status.',
  'sign-out': 'Failed to sign out.',
  delete: 'Failed to delete user.'
}
export const failureOf = (intent: FormDataEntryValue | null): string => FAILURES[String(intent) as Intent] ?? 'Something went wrong'

export const ROLE_WORDS: Record<Role, string> = { client: 'a client', employee: 'an employee', admin: 'an admin' }

/** What cannot be taken back with the same click is asked about first. */
export const needsYes = (deed: Deed): boolean =>
  deed.intent === 'delete' ||
  deed.intent === 'sign-out' ||
  (deed.intent === 'role' && deed.role === 'admin') ||
  (deed.intent === 'status' && !deed.is_active)

export type Outcome = { done?: string; fields?: Record<string, string> }

/** One row's work, shared by the row's cells and its dialog through the key. */
export function useDeed({ id }: Pick<ListedUser, 'id'>) {
  const fetcher = useFetcher<Outcome>({ key: `user ${id}` })
  const sent = fetcher.formData
  return {
    busy: fetcher.state !== 'idle',
    outcome: fetcher.state === 'submitting' ? undefined : fetcher.data,
    /** What is being changed, shown before it is answered. */
    role: sent?.get('intent') === 'role' ? (sent.get('role') as Role) : undefined,
    is_active: sent?.get('intent') === 'status' ? sent.get('is_active') === 'true' : undefined,
    run: (deed: Deed) => {
      const entries = Object.entries(deed).map(([name, value]) => [name, String(value)])
      void fetcher.submit({ id, ...Object.fromEntries(entries) }, { method: 'post', preventScrollReset: true })
    }
  }
}
