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

/** Edit and Cancel; Delete is always offered. */
export const mayEdit = (state: RequestState): boolean => shownState(state) === 'pending' || shownState(state) === 'in_progress'

export const REQUEST_CATEGORIES = [...CATEGORIES, 'other'] as const
export const REQUEST_TITLE_MAX = 160
export const REQUEST_DESCRIPTION_MAX = 2000
export const MESSAGE_MAX = 4000
export const ATTACHMENT_MAX_MB = 20
export const REQUESTS_PAGE_SIZE = 20
/** How long the other side is away before a message is mailed. */
export const AWAY_MINUTES = 10
