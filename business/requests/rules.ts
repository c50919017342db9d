import { CATEGORIES } from '#catalogue/rules.ts'

/** As they are kept; the pages show five of them and 'cancelled' (spec 1 section 4). */
export const REQUEST_STATES = ['submitted', 'accepted', 'in_progress', 'completed', 'rejected', 'cancelled'] as const
export type RequestState = (typeof REQUEST_STATES)[number]
/** What an admin may set; cancelling is the client's. */
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

/** A missing status displays as pending. */
export const shownState = (state: RequestState | null | undefined): ShownState => (state ? SHOWN_STATES[state] : 'pending')

/** The stored states that a shown one stands for: what a filter by it asks for. */
export const storedStates = (shown: ShownState): RequestState[] => REQUEST_STATES.filter((state) => SHOWN_STATES[state] === shown)

/** Edit and Cancel; Delete is always offered. */
export const mayEdit = (state: RequestState): boolean => shownState(state) === 'pending' || shownState(state) === 'in_progress'

type Reader = { id: string; role: 'client' | 'employee' | 'admin' }
type Involved = { client_id: string; assigned_employee_id: string | null }

/** Its client, the employee it is assigned to, and admins. */
export function mayRead({ id, role }: Reader, { client_id, assigned_employee_id }: Involved): boolean {
  if (role === 'admin') return true
  return id === (role === 'client' ? client_id : assigned_employee_id)
}

const PLACES = { client: '/custom-requests', employee: '/employee/requests', admin: '/admin/requests' } as const

/** The page where someone of that role reads a request and its conversation. */
export const requestPath = (role: Reader['role'], id: string): string => `${PLACES[role]}/${id}`

export const REQUEST_CATEGORIES = [...CATEGORIES, 'other'] as const
export type RequestCategory = (typeof REQUEST_CATEGORIES)[number]
export const REQUEST_TITLE_MAX = 160
export const REQUEST_DESCRIPTION_MAX = 2000
export const MESSAGE_MAX = 4000
export const ATTACHMENT_MAX_MB = 20
/** Files of one message. */
export const ATTACHMENTS_MOST = 10
export const REQUESTS_PAGE_SIZE = 20
/** Messages at once, when paging back or catching up. */
export const MESSAGES_PAGE_SIZE = 50
/** How long the other side is away before a message is mailed. */
export const AWAY_MINUTES = 10
/** Conversations that one person has open at the same time, over all windows of one server process. */
export const STREAMS_MOST = 12

/** What happens to a request beside messages; `cancelled` is a status too. */
export const TIMELINE_KINDS = ['submitted', 'edited', 'status', 'assigned', 'unassigned', 'cancelled'] as const
export type TimelineKind = (typeof TIMELINE_KINDS)[number]
