import { type RequestCategory, type RequestState, SHOWN_STATES, type ShownState, shownState } from '../rules.ts'

type Tone = 'quiet' | 'info' | 'good' | 'warn' | 'bad'

const STATES: Record<ShownState, { tone: Tone; name: string }> = {
  pending: { tone: 'warn', name: 'Pending' },
  in_progress: { tone: 'info', name: 'In progress' },
  approved: { tone: 'good', name: 'Approved' },
  rejected: { tone: 'bad', name: 'Rejected' },
  cancelled: { tone: 'quiet', name: 'Cancelled' }
}

/** The statuses that pages show. */
export const SHOWN = [...new Set(Object.values(SHOWN_STATES))]

export const shownName = (state: ShownState): string => STATES[state].name

/** Returns how pages show a stored status. */
export const statusDisplayOf = (state: RequestState) => STATES[shownState(state)]

const capitalized = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1)

export const categoryName = (category: RequestCategory): string => capitalized(category)

type TimelineEvent = { kind: string; status: RequestState | null; employee_name: string | null }

/** Returns the timeline's text for an event. The page adds who did it. */
export function timelineText({ kind, status, employee_name }: TimelineEvent): string {
  if (kind === 'status') return status === 'accepted' ? 'Set to accepted' : `Set to ${statusDisplayOf(status ?? 'submitted').name}`
  if (kind === 'assigned') return `Assigned to ${employee_name ?? 'an employee'}`
  if (kind === 'unassigned') return employee_name ? `No longer assigned to ${employee_name}` : 'No longer assigned'
  return capitalized(kind)
}
