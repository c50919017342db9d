import { CATEGORIES } from '#catalogue/rules.ts'

/** Stored statuses. Pages show fewer of them; see SHOWN_STATES. */
export const REQUEST_STATES = ['submitted', 'accepted', 'in_progress', 'completed', 'rejected', 'cancelled'] as const
export type RequestState = (typeof REQUEST_STATES)[number]
/** Statuses an admin may set. Only the client can cancel. */
export const ADMIN_STATES = ['accepted', 'in_progress', 'completed', 'rejected'] as const

export const SHOWN_STATES = {
  submitted: 'pending',
  accepted: 'in_progress',
  in_progress: 'in_progress',
  completed: 'approved',
  rejected: 'rejected',
  cancelled: 'cancelled'
} as const satisfies Record<RequestState, string>
export type ShownState = (typeof SHOWN_STATES)[RequestState]

/** Returns the status that pages show. A missing status displays as pending. */
export const shownState = (state: RequestState | null | undefined): ShownState => (state ? SHOWN_STATES[state] : 'pending')

/** Returns the stored statuses that a displayed status covers, for filters. */
export const storedStates = (shown: ShownState): RequestState[] => REQUEST_STATES.filter((state) => SHOWN_STATES[state] === shown)

/** Whether the client can edit or cancel. Deleting is always possible. */
export const mayEdit = (state: RequestState): boolean => shownState(state) === 'pending' || shownState(state) === 'in_progress'

type Reader = { id: string; role: 'client' | 'employee' | 'admin' }
type Involved = { client_id: string; assigned_employee_id: string | null }

/** Its client, its assigned employee, and admins can read a request. */
export function mayRead({ id, role }: Reader, { client_id, assigned_employee_id }: Involved): boolean {
  if (role === 'admin') return true
  return id === (role === 'client' ? client_id : assigned_employee_id)
}

/** Returns the address of the form for a new request, with its title filled in. */
export const newRequestAddress = (title: string): string => `/custom-requests?${new URLSearchParams({ new: '1', title })}`

const PLACES = { client: '/custom-requests', employee: '/employee/requests', admin: '/admin/requests' } as const

/** Returns the page where a reader of that role opens a request. */
export const requestPath = (role: Reader['role'], id: string): string => `${PLACES[role]}/${id}`

export const REQUEST_CATEGORIES = [...CATEGORIES, 'other'] as const
export type RequestCategory = (typeof REQUEST_CATEGORIES)[number]
export const REQUEST_TITLE_MAX = 160
export const REQUEST_DESCRIPTION_MAX = 2000
export const MESSAGE_MAX = 4000
export const ATTACHMENT_MAX_MB = 20
/** Maximum number of files per message. */
export const ATTACHMENTS_MAX = 10
export const REQUESTS_PAGE_SIZE = 20
/** Maximum number of employees that a search returns. */
export const ASSIGNEES_MAX = 10
/** Maximum number of messages per call. */
export const MESSAGES_PAGE_SIZE = 50
/** Maximum number of blocked files that an admin sees in a conversation. */
export const BLOCKED_FILES_MAX = 100
/** How long a reader must be away before a message is mailed to them. */
export const AWAY_MINUTES = 10
/** Maximum number of conversations a person can have open at the same time, per server process. */
export const STREAMS_MAX = 12

/** Maximum number of timeline events per call. */
export const TIMELINE_PAGE_SIZE = 200

/** Events of a request other than messages. */
export const TIMELINE_KINDS = ['submitted', 'edited', 'status', 'assigned', 'unassigned', 'cancelled'] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]
