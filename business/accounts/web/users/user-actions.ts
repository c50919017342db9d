import { useFetcher } from 'react-router'
import type { Role } from '../../rules.ts'
import type { ListedUser } from '../../users.contract.ts'

export type Action =
  | { intent: 'role'; role: Role }
  | { intent: 'status'; is_active: boolean }
  | { intent: 'sign-out' }
  | { intent: 'reset-factor'; reason: string }
  | { intent: 'delete' }
export type Intent = Action['intent']
/** An action to confirm. */
export type Asked = { user: ListedUser; action: Action }

export const LOAD_FAILED = 'Failed to load users.'
const FAILURES: Record<Intent | 'grants', string> = {
  grants: 'Failed to save the grants.',
  role: 'Failed to update role.',
  status: 'Failed to toggle status.',
  'sign-out': 'Failed to sign out.',
  'reset-factor': 'Failed to reset the second factor.',
  delete: 'Failed to delete user.'
}
export const failureOf = (intent: FormDataEntryValue | null): string => FAILURES[String(intent) as Intent] ?? 'Something went wrong'

export const ROLE_WORDS: Record<Role, string> = { client: 'a client', employee: 'an employee', admin: 'an admin' }

/** Whether an action needs a confirmation. */
export const needsYes = (action: Action): boolean =>
  action.intent === 'delete' ||
  action.intent === 'sign-out' ||
  action.intent === 'reset-factor' ||
  (action.intent === 'role' && action.role === 'admin') ||
  (action.intent === 'status' && !action.is_active)

export type Outcome = { done?: string; fields?: Record<string, string> }

/** The fetcher of one row. The row's cells and its dialog share it by its key. */
export function useAction({ id }: Pick<ListedUser, 'id'>) {
  const fetcher = useFetcher<Outcome>({ key: `user ${id}` })
  const sent = fetcher.formData
  return {
    busy: fetcher.state !== 'idle',
    outcome: fetcher.state === 'submitting' ? undefined : fetcher.data,
    /** The new values while they are being saved. */
    role: sent?.get('intent') === 'role' ? (sent.get('role') as Role) : undefined,
    is_active: sent?.get('intent') === 'status' ? sent.get('is_active') === 'true' : undefined,
    run: (action: Action) => {
      const entries = Object.entries(action).map(([name, value]) => [name, String(value)])
      void fetcher.submit({ id, ...Object.fromEntries(entries) }, { method: 'post', preventScrollReset: true })
    }
  }
}
