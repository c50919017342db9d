import { type RequestCategory, type RequestState, SHOWN_STATES, type ShownState, shownState } from '../rules.ts'

type Tone = 'quiet' | 'info' | 'good' | 'warn' | 'bad'

const STATES: Record<ShownState, { tone: Tone; name: string }> = {
  pending: { tone: 'warn', name: 'Pending' },
  in_progress: { tone: 'info', name: 'In progress' },
  approved: { tone: 'good', name: 'Approved' },
  rejected: { tone: 'bad', name: 'Rejected' },
  cancelled: { tone: 'quiet', name: 'Cancelled' }
}

/** Each status that a page shows, once. */
export const SHOWN = [...new Set(Object.values(SHOWN_STATES))]

export const shownName = (state: ShownState): string => STATES[state].name

/** A stored status as the pages show it. */
export const standingOf = (state: RequestState) => STATES[shownState(state)]

export const categoryName = (category: RequestCategory): string => category[0]!.toUpperCase() + category.slice(1)

type Happened = { kind: string; status: RequestState | null; employee_name: string | null }

/** What the timeline says happened; who did it follows. */
export function happenedText({ kind, status, employee_name }: Happened): string {
  if (kind === 'status') return status === 'accepted' ? 'Set to accepted' : `Set to ${standingOf(status ?? 'submitted').name}`
  if (kind === 'assigned') return `Assigned to ${employee_name ?? 'an employee'}`
  if (kind === 'unassigned') return employee_name ? `No longer assigned to ${employee_name}` : 'No longer assigned'
  return kind[0]!.toUpperCase() + kind.slice(1)
}
